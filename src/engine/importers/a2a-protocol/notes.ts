import type { Path } from '../../model/path.ts';
import { counted, type ImportReport, notesOf } from '../../importing/import-report.ts';

export const notes = notesOf('a2a-protocol', {
  info: {
    repeated: '{# repetition} of content that was already sent, as the protocol often has them: shown once.',
    fuller: '{# message} sent once more with more of its text: shown once, with all of it.',
    'no-turn': '{# request} that only queries the server: not shown as turns.',
    settings: '{# record} about push notifications or the agent’s card: not shown as turns.',
    unanswered: '{# message} without an answer in the recording.',
    unfinished: '{# task} still at work when the recording ends: the artifacts so far are in the state, not in a turn.',
  },
  assumed: {
    'unnamed-artifact': '{# artifact} without an id: treated as one artifact, called “artifact”.',
    'artifact-alone': '{# artifact} without its task: shown as the answer of a completed one.',
    'state-assumed': '{# message} of an agent without its task’s state: assumed that the task then waits for its user.',
    'turns-assumed':
      '{# task} without a record of transitions: assumed that each message of the user ends a wait for input.',
    'after-the-end': '{# message} to or from a task that had ended: shown without changing the task’s state.',
    refused: '{# request} answered with an error: shown as a task of its own that failed.',
  },
  lost: {
    'start-missing': 'The recording does not contain the start of {# task}.',
    'answer-missing':
      '{# time}, a task that waited for its user continues, but the user’s message is not in the recording.',
    stranger: '{# record} without A2A content: left out.',
    step: '{# step} of a trace names no tool or agent: left out.',
    'approval-of-nothing': '{# approval} of a call that is not in the recording: left out.',
    'import/result-without-call': '{# result} without a call and a function’s name: left out.',
  },
});

export const noteUnnamed = (name: string, place: Path, report: ImportReport): void =>
  report.note('assumed', 'a2a-protocol/unnamed-task', place, (n) =>
    n === 1
      ? `A task that the recording does not name is called ${name}.`
      : `${n} tasks that the recording does not name are called ${name} and so on.`,
  );

export const noteError = (text: string, place: Path, report: ImportReport): void =>
  report.note('info', 'a2a-protocol/error', place, (n) =>
    n === 1
      ? `The server answered with an error: “${text.slice(0, 300)}”.`
      : `The server answered with an error ${n} times, first: “${text.slice(0, 300)}”.`,
  );

export const noteUnreadable = (where: string, place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'a2a-protocol/unreadable',
    place,
    (n) =>
      `${counted(n, 'value')} in the place of a part, message, artifact or transition could not be read; the first is ${where}.`,
  );

/** `written`: what a task has in place of a state of the protocol. */
export const noteStateUnknown = (written: string | undefined, place: Path, report: ImportReport): void =>
  report.note('lost', 'a2a-protocol/state-unknown', place, (n) => {
    const what = written === undefined ? 'without a state' : `whose state A2A does not define, such as “${written}”`;
    return `${counted(n, 'task')} ${what}: the state is unknown.`;
  });

/** Notes the data that the protocol does not carry. */
export const noteFormat = (hasTokens: boolean, report: ImportReport): void =>
  report.note('info', 'a2a-protocol/no-model', null, () =>
    hasTokens
      ? 'The protocol shows no model calls: each agent message counts as one.'
      : 'The protocol shows neither model calls nor tokens: each agent message counts as one model call with unknown tokens.',
  );
