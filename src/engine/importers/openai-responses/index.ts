import { err, ok } from '../../../base/result.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Importer, SessionEntry } from '../importer.ts';
import { recordingIn } from './shapes.ts';
import type { Recording } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const openaiResponses: Importer = {
  id: 'openai-responses',
  title: 'OpenAI Responses',
  claim({ value }) {
    const found = recordingIn(value, []) ?? firstOfMany(value);
    if (found === undefined) return 'no';
    return isUnmistakable(found) ? 'certain' : 'likely';
  },
  read({ value }) {
    const single = recordingIn(value, []);
    if (single !== undefined) return ok({ sessions: [entryOf(single)] });
    const lines: readonly Value[] = Array.isArray(value) ? value : [];
    const sessions = lines.map((line, index) => entryAt(line, index));
    if (sessions.length > 0) return ok({ sessions });
    return err({
      code: 'import/malformed',
      message: 'This looks like the Responses API, but it holds neither “output” nor a list of items.',
    });
  },
};

/** Lines of a log, each with a response. */
const firstOfMany = (value: Value): Recording | undefined =>
  Array.isArray(value) && isRecord(value[0]) ? recordingIn(value[0], [0]) : undefined;

const entryOf = (recording: Recording): SessionEntry => ({
  title: titleOf(recording),
  system: 'task',
  open: () => ok(toSession(recording)),
});

/** A line that holds no response keeps its place in the list, so that the others keep their numbers. */
function entryAt(line: Value, index: number): SessionEntry {
  const recording = recordingIn(line, [index]);
  if (recording !== undefined) return entryOf(recording);
  const message = `Entry ${index} of this file is no response of the Responses API.`;
  return { title: 'unreadable entry', system: 'task', open: () => err({ code: 'import/malformed', message }) };
}

/** Messages alone, even with a type, are common ground with other formats. */
const isUnmistakable = ({ batches }: Recording): boolean =>
  batches.some(({ items, response }) => response !== undefined || items.some(isTypedItem));

const isTypedItem = (item: Value): boolean =>
  isRecord(item) && item['type'] !== 'message' && item['type'] !== undefined;
