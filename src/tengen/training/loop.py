"""The loop: play, learn, publish, and look how strong that made it. All of AlphaZero is on this page.

Each step ends with one transaction of the run's database that names a training state: a run that is
stopped or killed, at whatever moment, goes on after the last step that was written.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from tengen.network.evaluator import NetworkEvaluator
from tengen.records.shelf import shelf_of
from tengen.runs.folder import Run
from tengen.selfplay.resignation import Resignation
from tengen.selfplay.source import Source
from tengen.training import checkpoint, evaluation
from tengen.training.figures import of_games, of_learning
from tengen.training.gate import Gate
from tengen.training.learner import Diverged, Learner
from tengen.training.networks import first_position, network_for
from tengen.training.progress import Progress, Report
from tengen.training.replay import Replay, capacity
from tengen.training.window import Window

RETRIES = 6  # times that the rate is halved within one iteration before learning gives up
VALIDATED = 4  # batches of games held out


class Loop:
    """One run while it is trained."""

    def __init__(self, run: Run, progress: Progress | None = None) -> None:
        self.run, self.config, self.progress = run, run.config, progress or Progress()
        config, seed = self.config, self.config.loop.seed
        self.start = first_position(config)
        network = network_for(config, self.start, seed)
        self.planes = network.shape.planes
        self.learner = Learner(network, config.learner)
        self.gate = Gate(config, self.start, self.learner.averaged)
        self.window = Window(config.replay.held_out, config.replay.short_games, seed)
        self.replay = Replay(self.window, config.replay, self.planes, seed)
        self.resignation = Resignation(config.selfplay.resign_error)
        self.iteration = self.samples = 0
        self.waiting = 0  # samples that were played and not yet learnt from
        self.seconds = 0.0  # of training so far
        self.evaluated, self.looked_at = 0.0, 0  # seconds and iteration at the last evaluation
        self.evaluator = NetworkEvaluator(checkpoint.published(self), name=self.name)
        self.source = Source(config, self.planes, self.evaluator)
        self.warning = checkpoint.take_up(self)

    @property
    def name(self) -> str:
        """What the network that plays is called."""
        return f"{self.run.name}@{self.iteration}"

    @property
    def finished(self) -> bool:
        """Whether all that was asked for is done."""
        loop = self.config.loop
        late = bool(loop.minutes) and self.seconds >= 60 * loop.minutes
        return not self.waiting and (late or 0 < loop.iterations <= self.iteration)

    def reports(self) -> Iterator[Report]:
        """Step after step until all is done; whoever wants to stop earlier asks for no more."""
        while True:
            if evaluation.due(self):
                yield self.evaluate()
            elif self.finished:
                return
            elif self.waiting:
                yield self.learn()
            else:
                yield self.play()

    def play(self) -> Report:
        """Self-play: games by the network as it is, into the window."""
        wanted = self.config.loop.samples
        with self.step("playing", wanted) as report:
            lessons = self.source.play(wanted, self.progress.count_games)
            for lesson in lessons:
                self.resignation.watch(lesson)
            self.source.resign_at(self.resignation.level)
            shelf = shelf_of(lessons, self.run.store.next_number)
            self.samples, self.waiting = self.samples + shelf.samples, shelf.samples
            self.window.extend(shelf, capacity(self.config.replay, self.samples))
            report.numbers |= of_games(lessons, self.resignation, self.window)
            report.numbers |= self.progress.rates()
        with checkpoint.written(self, report):
            self.run.store.add_lessons(lessons, self.iteration + 1, black=self.name, white=self.name)
        return report

    def learn(self) -> Report:
        """So many gradient steps that each position is used as often as asked; then a new network."""
        settings = self.config.learner
        steps = max(1, round(self.waiting * settings.uses / settings.batch))
        with self.step("learning", steps) as report:
            losses = self.learned(steps, report)
            held_out = self.replay.held_out_batches(VALIDATED, settings.batch) if self.window.held else ()
            report.numbers |= of_learning(losses, self.learner.validate(held_out), self.learner)
            promotion = self.gate.judge(self.learner, report.iteration, self.progress)
            if promotion:
                report.numbers |= {"gate score": promotion.score, "gate accepted": promotion.accepted}
        self.iteration, self.waiting = report.iteration, 0
        with checkpoint.written(self, report):
            checkpoint.publish(self)
            if promotion:
                self.run.store.add_promotion(promotion)
        return report

    def learned(self, steps: int, report: Report) -> dict[str, float]:
        """The mean losses of some steps; if learning diverges, it begins again from where it was, slower."""
        good, drawn = self.learner.state(), self.replay.state()
        for _ in range(RETRIES):
            try:
                batches = self.replay.batches(steps, self.config.learner.batch)
                return self.learner.learn(batches, self.progress.count_step)
            except Diverged as trouble:
                self.learner.restore(*good)
                self.learner.halve_rate()
                self.replay.restore(drawn)
                good = self.learner.state()
                report.lines.append(f"{trouble}: back to the last good weights, at half the rate")
        raise ValueError(
            f"{self.run.name} diverges however low the rate: start anew with a lower learner.rate"
        )

    def evaluate(self) -> Report:
        """Matches against fixed opponents, into the run's curves."""
        with self.step("evaluating", 0) as report:
            self.evaluated, self.looked_at = self.seconds, self.iteration
            matches, games = evaluation.play(self, report)
        with checkpoint.written(self, report):
            for match in matches:
                self.run.store.add_match(match)
            for game in games:
                self.run.store.add_record(game, self.iteration, "evaluation")
        return report

    @contextmanager
    def step(self, name: str, wanted: int) -> Iterator[Report]:
        """A step of the loop: it is shown while it lasts, and its time is counted."""
        began, worked = time.monotonic(), time.process_time()
        iteration = self.iteration + (name != "evaluating")
        report = Report(name, iteration)
        self.progress.begin(name, iteration, wanted, self.seconds)
        yield report
        lasted = time.monotonic() - began
        if name != "evaluating":  # that is to look on, not to train
            self.seconds += lasted
        report.seconds, report.numbers[f"seconds {name}"] = self.seconds, lasted
        report.numbers[f"core seconds {name}"] = time.process_time() - worked
