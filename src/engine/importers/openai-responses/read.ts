import { ok } from '../../../base/result.ts';
import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { isRepeatedAnswer, sessionsInLog } from '../../importing/messages/request-log.ts';
import { unreadableEntry, malformed, type Read, type SessionEntry } from '../../importing/importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { textAt } from '../../importing/values/where.ts';
import { isOfModel, isStream, recordingIn, whole, type Batch, type Recording } from './shapes.ts';
import { streamIn } from './stream.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const single = recordingAt(value, []);
  if (single !== undefined) return ok({ sessions: [entryOf(single)] });
  const sessions = sessionsInLog(elementsOf(value), {
    importer: 'openai-responses',
    unit: 'response',
    exchangeIn: recordingAt,
    goesOn: (before, after) =>
      responseOf(before) !== undefined &&
      responseOf(after) !== undefined &&
      (namesResponse(before, after) || repeats(before, after)),
    repeatsAnswer: (before, after) =>
      namesResponse(before, after) ||
      isRepeatedAnswer(elementsOf(responseOf(before)?.['output'] ?? null), inputOf(after)[inputOf(before).length]),
    entryOf: (row) => entryOf(withoutRepetitions(row)),
    unreadable,
  });
  if (sessions.length > 0) return ok({ sessions });
  return malformed('This looks like the Responses API, but it holds neither “output” nor a list of items.');
};

const recordingAt = (value: Value, place: Path): Recording | undefined =>
  isStream(value) ? { ...whole, place, ...streamIn(value, place) } : recordingIn(value, place);

const entryOf = (recording: Recording): SessionEntry => ({
  title: titleOf(recording),
  system: 'task',
  open: () => ok(toSession(recording)),
});

function unreadable(index: number): SessionEntry {
  const message = `Entry ${index} of this file is no response of the Responses API.`;
  return unreadableEntry('task', message);
}

const responseOf = ({ batches }: Recording) => batches.at(-1)?.response?.body;

/** The request's input, where it was recorded. */
const inputOf = ({ batches: [first] }: Recording): readonly Value[] =>
  first === undefined || first.response !== undefined ? [] : first.items;

/** Whether a request names the response that it continues. */
function namesResponse(before: Recording, after: Recording): boolean {
  const id = textAt(responseOf(before), 'id');
  return id !== undefined && id === textAt(responseOf(after), 'previous_response_id');
}

function repeats(before: Recording, after: Recording): boolean {
  const [old, next] = [inputOf(before), inputOf(after)];
  const [last] = old.slice(-1);
  // Histories are long: comparing the last repeated items is enough to distinguish them.
  return (
    last !== undefined &&
    isSame(next[0] ?? null, old[0] ?? null) &&
    isSame(next[old.length - 1] ?? null, last) &&
    isOfModel(next[old.length])
  );
}

function withoutRepetitions(row: readonly Recording[]): Recording {
  const batches = row.flatMap((recording, index) => {
    const before = row[index - 1];
    const [asked, ...others] = recording.batches;
    if (before === undefined || asked === undefined || asked.response !== undefined) return recording.batches;
    return [newIn(asked, before, recording), ...others];
  });
  return { ...whole, place: [], ...row[0], batches };
}

/** The items that the request adds: neither input of the previous request nor output of its response. */
function newIn(asked: Batch, before: Recording, after: Recording): Batch {
  if (!repeats(before, after)) return asked;
  let from = inputOf(before).length;
  while (isOfModel(asked.items[from])) from++;
  return { ...asked, items: asked.items.slice(from), placeOf: (index) => asked.placeOf(from + index) };
}
