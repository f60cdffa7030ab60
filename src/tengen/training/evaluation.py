"""Matches against fixed opponents, every so often, into the run's curves."""

from typing import TYPE_CHECKING

import numpy as np

from tengen.arena.match import play_match
from tengen.arena.names import missing_program, seat_named
from tengen.arena.openings import random_stones
from tengen.records.record import Record
from tengen.runs.rows import Match
from tengen.training.networks import first_position
from tengen.training.progress import Report
from tengen.training.seats import network_seats, threads

if TYPE_CHECKING:
    from tengen.training.loop import Loop


def due(loop: "Loop") -> bool:
    """Whether it is time again, or the end; only a network that has just learnt is looked at, and once."""
    settings = loop.config.loop
    if not settings.opponents or not (settings.evaluate_every or settings.evaluate_minutes):
        return False
    if loop.waiting or loop.iteration == loop.looked_at:
        return False
    by_count = settings.evaluate_every and loop.iteration % settings.evaluate_every == 0
    passed = loop.seconds - loop.evaluated
    by_time = settings.evaluate_minutes and passed >= 60 * settings.evaluate_minutes
    return bool(by_count or by_time or loop.finished)


def play(loop: "Loop", report: Report) -> tuple[list[Match], list[Record]]:
    """The newest network against each opponent on each size; what is missing on this machine is said."""
    matches: list[Match] = []
    records: list[Record] = []
    for opponent in loop.config.loop.opponents:
        program = missing_program(opponent)
        if program:
            report.lines.append(f"{program} is not installed: no games against {opponent}")
            continue
        for size in loop.config.game.sizes:
            match, games = against(loop, opponent, size)
            report.numbers[f"score {opponent} {size}x{size}"] = match.score
            matches.append(match)
            records += games
    return matches, records


def against(loop: "Loop", opponent: str, size: int) -> tuple[Match, list[Record]]:
    """One match, each opening with both colours."""
    config, settings = loop.config, loop.config.loop
    start = first_position(config, size)
    generator = np.random.default_rng([settings.seed, loop.iteration, 2])
    pairs = max(1, settings.evaluation_games // 2)
    openings = random_stones(start, pairs, settings.evaluation_plies, generator)
    network = loop.gate.player(loop.learner.averaged)
    ours = network_seats(config, network, loop.name, settings.evaluation_simulations)
    seed = int(generator.integers(2**31))
    loop.progress.begin(f"playing {opponent}", loop.iteration, 2 * pairs, loop.progress.before)
    played = play_match(
        lambda: (ours(), seat_named(opponent, start, seed)),
        openings,
        threads=threads(config),
        on_game=loop.progress.count_step,
    )
    wins, draws, losses = played.tally()
    match = Match(
        iteration=loop.iteration,
        seconds=loop.seconds,
        network=f"{loop.iteration:06d}",
        opponent=opponent,
        games=len(played.games),
        wins=wins,
        draws=draws,
        losses=losses,
        distinct=played.distinct,
        conditions={
            "size": size,
            "simulations": settings.evaluation_simulations,
            "random plies": settings.evaluation_plies,
            "forfeits": len(played.forfeits),
            **config.game.options,
        },
    )
    return match, [game.record for game in played.games]
