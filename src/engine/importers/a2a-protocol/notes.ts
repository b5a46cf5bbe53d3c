import type { Path } from '../../model/path.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';

/** The notes of this importer, with their messages. */
export class Notes {
  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  repeated(place: Path): void {
    this.#report.note(
      'info',
      'a2a-protocol/repeated',
      place,
      (n) => `${counted(n, 'repetition')} of what was known already, as the protocol often has them: shown once.`,
    );
  }

  noTurn(place: Path): void {
    this.#report.note(
      'info',
      'a2a-protocol/no-turn',
      place,
      (n) => `${counted(n, 'request')} for what the server knows: no turn.`,
    );
  }

  startMissing(place: Path): void {
    this.#report.note(
      'lost',
      'a2a-protocol/start-missing',
      place,
      (n) => `The recording does not hold how ${counted(n, 'task')} began.`,
    );
  }

  answerMissing(place: Path): void {
    this.#report.note(
      'lost',
      'a2a-protocol/answer-missing',
      place,
      (n) =>
        `${counted(n, 'time')} a task that waited for its user goes on, and what the user said is not in the recording.`,
    );
  }

  unanswered(place: Path): void {
    this.#report.note(
      'info',
      'a2a-protocol/unanswered',
      place,
      (n) => `${counted(n, 'message')} without an answer in the recording.`,
    );
  }

  unnamed(name: string, place: Path): void {
    this.#report.note('assumed', 'a2a-protocol/unnamed-task', place, (n) =>
      n === 1
        ? `A task that the recording does not name is called ${name}.`
        : `${n} tasks that the recording does not name are called ${name} and so on.`,
    );
  }

  unnamedArtifact(place: Path): void {
    this.#report.note(
      'assumed',
      'a2a-protocol/unnamed-artifact',
      place,
      (n) => `${counted(n, 'artifact')} without an id: taken to be one, called “artifact”.`,
    );
  }

  artifactAlone(place: Path): void {
    this.#report.note(
      'assumed',
      'a2a-protocol/artifact-alone',
      place,
      (n) => `${counted(n, 'artifact')} without its task: shown as the answer of a completed one.`,
    );
  }

  stateAssumed(place: Path): void {
    this.#report.note(
      'assumed',
      'a2a-protocol/state-assumed',
      place,
      (n) =>
        `${counted(n, 'message')} of an agent without its task’s state: the task is taken to wait for its user then.`,
    );
  }

  afterTheEnd(place: Path): void {
    this.#report.note(
      'assumed',
      'a2a-protocol/after-the-end',
      place,
      (n) => `${counted(n, 'message')} to or from a task that was over: shown, and the task’s state stays as it was.`,
    );
  }

  refused(place: Path): void {
    this.#report.note(
      'assumed',
      'a2a-protocol/refused',
      place,
      (n) => `${counted(n, 'request')} answered with an error: shown as a task of its own that failed.`,
    );
  }

  error(text: string, place: Path): void {
    this.#report.note('info', 'a2a-protocol/error', place, (n) =>
      n === 1
        ? `The server answered with an error: “${text.slice(0, 300)}”.`
        : `The server answered with an error ${n} times, first: “${text.slice(0, 300)}”.`,
    );
  }

  unreadable(where: string, place: Path): void {
    this.#report.note(
      'lost',
      'a2a-protocol/unreadable',
      place,
      (n) =>
        `${counted(n, 'thing')} that should be a part, message, artifact or transition could not be read; the first is ${where}.`,
    );
  }
}

/** Notes the data that the protocol does not carry. */
export const noteFormat = (hasTokens: boolean, report: ImportReport): void =>
  report.note('info', 'a2a-protocol/no-model', null, () =>
    hasTokens
      ? 'The protocol shows no model calls: whatever an agent says counts as one.'
      : 'The protocol shows neither model calls nor tokens: whatever an agent says counts as one model call of unknown cost.',
  );
