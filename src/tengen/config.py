"""Every knob of a training run, its default and why. A preset is a TOML file that turns some of them.

The sections follow the way of a sample: the game, the network that plays it, the search, the games played,
what is kept of them, how it is learnt from, and the loop around all of it.
"""

import difflib
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

PRESETS = Path(__file__).parent / "presets"

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=1)]
Amount = Annotated[int, Field(ge=0)]
Weight = Annotated[float, Field(ge=0)]


class Section(BaseModel):
    """Some knobs that belong together; a name that is not among them is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


def knob(default: Any, meaning: str) -> Any:
    """A knob with its default and what it does; the documentation is made of these."""
    return Field(default, description=meaning)


class Game(Section):
    """What is played."""

    name: str = knob("gomoku", "the game")
    sizes: tuple[Count, ...] = knob((9,), "board sizes; one network learns them all")
    shares: tuple[Weight, ...] = knob((), "how often each size is played; nothing: all alike")
    options: dict[str, Any] = knob({}, "other settings of the rules, such as rule, line or komi")
    komi_spread: Weight = knob(0.0, "Go: standard deviation of the komi around the one given, in points")

    @model_validator(mode="after")
    def _fits(self) -> "Game":
        if not self.sizes or (self.shares and len(self.shares) != len(self.sizes)):
            raise ValueError(f"game.shares {self.shares} do not fit game.sizes {self.sizes}: one for each")
        if self.shares and not sum(self.shares):
            raise ValueError("game.shares cannot all be 0: some size must be played")
        return self


class Network(Section):
    """What learns; a larger one learns more from each game and plays fewer."""

    blocks: Count = knob(4, "residual blocks")
    channels: Count = knob(32, "channels of each")
    planes: str = knob("tengen", "what the network sees (tengen.games.planes)")
    pooling: Literal["none", "global", "squeeze"] = knob("global", "how a block sees the whole board")
    value: Literal["outcome", "scalar"] = knob("outcome", "win, draw and loss, or one number")
    ownership: bool = knob(False, "Go: learn who owns each point in the end")
    score: bool = knob(False, "Go: learn by how much")
    reply: bool = knob(False, "learn the opponent's reply")
    system: str = knob("", "the shape of an earlier system by name, in place of all the above")


class Search(BaseModel):
    """How a move is found; further knobs belong to the method, see tengen.search.puct and gumbel."""

    model_config = ConfigDict(extra="allow", frozen=True)
    method: Literal["gumbel", "puct"] = knob("gumbel", "the search")
    simulations: Count = knob(32, "positions looked at for a move")

    @property
    def options(self) -> dict[str, Any]:
        """What the method is told."""
        return {"simulations": self.simulations, **(self.model_extra or {})}


class Selfplay(Section):
    """How games are played to learn from."""

    threads: Amount = knob(0, "threads that play; 0: one for each core")
    games: Count = knob(96, "games side by side in each thread")
    temperature: Weight = knob(1.0, "at the first ply: 1 plays by the policy, 0 the best")
    temperature_fall: Literal["never", "linear", "geometric", "halving"] = knob("halving", "how it falls")
    temperature_pace: Weight = knob(8.0, "plies to zero (linear), to the half (halving), factor (geometric)")
    temperature_final: Weight = knob(0.2, "where halving ends")
    noisy_plies: Amount = knob(10_000, "plies with noise at the root")
    full_share: Share = knob(1.0, "moves searched in full and learnt from; the others are fast")
    fast_simulations: Amount = knob(0, "simulations of the others")
    opening_share: Share = knob(0.5, "games that begin with some random plies, so that no two are alike")
    opening_plies: Amount = knob(4, "at most so many")
    exempt: Share = knob(0.1, "games played to the end however clear, to measure what resigning gets wrong")
    resign_error: Share = knob(0.05, "resigned games that may turn out otherwise; 0: nobody resigns")
    close: bool = knob(True, "Go: end a game when every point is settled")

    @model_validator(mode="after")
    def _fits(self) -> "Selfplay":
        if self.full_share < 1 and not self.fast_simulations:
            raise ValueError(
                "selfplay.fast_simulations cannot be 0 where full_share is below 1: give at least 1"
            )
        if not self.full_share:
            raise ValueError("selfplay.full_share cannot be 0: only full moves are learnt from")
        if self.resign_error and not self.exempt:
            raise ValueError(
                "selfplay.exempt cannot be 0 where games are resigned: nobody would see what that gets wrong"
            )
        return self


class Replay(Section):
    """What is kept of the games, and how samples are drawn from it."""

    window: Count = knob(60_000, "positions kept at first")
    window_limit: Count = knob(600_000, "positions kept at most")
    growth: Share = knob(0.75, "the window grows with the positions seen, to this power; 0: it stays")
    held_out: Share = knob(0.02, "games kept aside to see whether what is learnt holds for others")
    root_value: Share = knob(0.3, "how much of the value learnt is the search's, in place of the result")
    surprise: Share = knob(
        0.0, "share of a sample's weight that follows how far the search went from the prior"
    )
    ply_weight: Annotated[float, Field(gt=0, le=1)] = knob(1.0, "factor for each ply before the end")
    balance: bool = knob(False, "draw the rarer winner's games as often as the other's")
    short_games: tuple[float, float] = knob(
        (0.0, 0.0), "a game is dropped with the chance a - b x plies (system A: 1.364, 0.0682)"
    )

    @model_validator(mode="after")
    def _fits(self) -> "Replay":
        if self.window_limit < self.window:
            raise ValueError(
                f"replay.window_limit {self.window_limit} is below replay.window {self.window}: raise it"
            )
        if self.held_out > 0.5:
            raise ValueError(f"replay.held_out cannot be {self.held_out}: at least half is to learn from")
        return self


class Learner(Section):
    """How weights follow samples."""

    optimizer: Literal["adamw", "sgd"] = knob("adamw", "the rule of descent")
    rate: Annotated[float, Field(gt=0)] = knob(2e-3, "learning rate")
    rate_final: Weight = knob(2e-4, "where it falls to along a cosine")
    rate_steps: Amount = knob(0, "steps until then; 0: it stays")
    rate_drops: dict[int, float] = knob({}, "rates from certain steps on, in place of all that")
    warm_up: Amount = knob(100, "steps in which it rises from a twentieth")
    momentum: Share = knob(0.9, "of SGD")
    decay: Weight = knob(1e-4, "weight decay")
    clip: Weight = knob(1.0, "largest norm of a gradient; 0: any")
    batch: Count = knob(512, "samples in a step")
    uses: Annotated[float, Field(gt=0)] = knob(4.0, "how often each position is learnt from")
    average: Share = knob(0.998, "how slowly the averaged weights, which play, follow; 0: none are kept")
    precision: Literal["auto", "bf16", "f32"] = knob("auto", "bf16 where the processor has it")
    policy: Weight = knob(1.0, "weight of the policy in the loss")
    value: Weight = knob(1.5, "of the value")
    ownership: Weight = knob(0.5, "of ownership")
    score: Weight = knob(0.02, "of the score")
    reply: Weight = knob(0.15, "of the opponent's reply")
    entropy: Weight = knob(0.0, "of the policy's entropy, which is taken off: above 0 keeps it open")


class Loop(Section):
    """The iterations: play, learn, publish, and look how strong it has become."""

    seed: int = knob(0, "the same seed, the same run (with one thread)")
    samples: Count = knob(8_192, "new positions in each iteration")
    minutes: Weight = knob(0.0, "end after so much time; 0: when you stop it")
    iterations: Amount = knob(0, "end after so many; 0: when you stop it")
    gate: Literal["off", "fixed", "sequential"] = knob("off", "whether a network must win to become the best")
    gate_games: Count = knob(50, "games at the gate, at most")
    gate_score: Share = knob(0.52, "share that passes (fixed)")
    gate_simulations: Count = knob(64, "simulations at the gate")
    rejected: Literal["back", "on"] = knob("back", "what a refused network does: go back to the best, or on")
    player: Literal["candidate", "best"] = knob("candidate", "who plays the games that are learnt from")
    evaluate_every: Amount = knob(0, "iterations between evaluations; 0: none")
    evaluate_minutes: Weight = knob(3.0, "or minutes; 0: none")
    opponents: tuple[str, ...] = knob(("random",), "who is played then: random, mcts:2000, gtp:command")
    evaluation_games: Count = knob(40, "games against each")
    evaluation_simulations: Count = knob(64, "simulations then")
    evaluation_plies: Amount = knob(2, "random plies that those games begin with")
    keep_every: Count = knob(20, "of the published networks one in so many is kept")

    @model_validator(mode="after")
    def _fits(self) -> "Loop":
        if self.player == "best" and self.gate == "off":
            raise ValueError(
                "loop.player cannot be best where loop.gate is off: without a gate the newest is the best"
            )
        return self


class Config(Section):
    """All of it."""

    about: str = knob("", "one sentence for the list of presets")
    game: Game = Game()
    network: Network = Network()
    search: Search = Search()
    selfplay: Selfplay = Selfplay()
    replay: Replay = Replay()
    learner: Learner = Learner()
    loop: Loop = Loop()


def preset_names() -> list[str]:
    """The presets that come with tengen."""
    return sorted(file.stem for file in PRESETS.glob("*.toml"))


def preset(name: str) -> str:
    """The text of a preset."""
    if name not in preset_names():
        close = difflib.get_close_matches(name, preset_names(), 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(preset_names())}"
        raise ValueError(f"no preset called {name!r}: {hint}")
    return (PRESETS / f"{name}.toml").read_text(encoding="utf-8")


def read(text: str, changes: Sequence[str] = (), name: str = "the configuration") -> Config:
    """A configuration from TOML, changed by some `section.key=value`."""
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name} is not TOML: {error}") from None
    for change in changes:
        _change(tree, change)
    try:
        return Config.model_validate(tree)
    except ValidationError as error:
        raise ValueError(_explained(error, name)) from None


def _change(tree: dict[str, Any], change: str) -> None:
    """Set one value in place: `search.simulations=64`; what is no TOML value is a text."""
    path, equals, text = change.partition("=")
    *sections, key = (part.strip() for part in path.split("."))
    if not equals or not key or not all(sections):
        raise ValueError(f"{change!r} cannot be set: write section.key=value, as in search.simulations=64")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    for section in sections:
        tree = tree.setdefault(section, {})
        if not isinstance(tree, dict):
            raise ValueError(f"{change!r} cannot be set: {section} is no section")
    tree[key] = value


def _explained(error: ValidationError, name: str) -> str:
    """The first thing that is wrong, in one line."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"{name}: there is no {place}{_suggestion(first['loc'])}"
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "value_error":
        return f"{name}: {message}"
    return f"{name}: {place} cannot be {first['input']!r}: {message[0].lower()}{message[1:]}"


def _suggestion(place: tuple[int | str, ...]) -> str:
    """The known name that comes closest to the last part of a place."""
    known: type[BaseModel] = Config
    for part in place[:-1]:
        inner = known.model_fields[str(part)].annotation
        if not (isinstance(inner, type) and issubclass(inner, BaseModel)):
            return ""
        known = inner
    close = difflib.get_close_matches(str(place[-1]), known.model_fields, 1)
    return f"; did you mean {close[0]}?" if close else f": there are {', '.join(known.model_fields)}"
