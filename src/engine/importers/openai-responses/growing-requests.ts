import { isSame } from '../../model/equal.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { isCallOutput, isItemType } from '../../importing/responses/response-item.ts';
import { continued, isSaidAgain } from '../../importing/messages/said-again.ts';
import type { Batch } from './batch.ts';
import type { Recording } from './shapes.ts';

/**
 * Model calls as programs log them. An agent’s next request repeats the previous one and adds the answer and the results of its
 * calls, or names the response that it continues. Each row of requests becomes one recording without repetitions.
 */
export function growingRequests(recordings: readonly Recording[]): readonly (readonly Recording[])[] {
  const rows: Recording[][] = [];
  for (const recording of recordings) {
    const row = continued(
      rows.slice(-maxAtOnce),
      (open) => goesOn(open.at(-1), recording),
      (open) => repeatsAnswer(open.at(-1), recording),
    );
    if (row === undefined) rows.push([recording]);
    else row.push(recording);
  }
  return rows;
}

export function joined(row: readonly Recording[]): Recording | undefined {
  const [first] = row;
  const batches = row.flatMap((recording, index) => {
    const before = index === 0 ? undefined : row[index - 1];
    const [asked] = recording.batches;
    if (before === undefined || asked === undefined || asked.response !== undefined) return recording.batches;
    return [newIn(asked, before, recording), ...recording.batches.slice(1)];
  });
  return first && { ...first, batches };
}

/** The conversations of agents that run at the same time. */
const maxAtOnce = 32;

const responseOf = ({ batches }: Recording): Batch['response'] => batches.at(-1)?.response;

/** The request's input, where it was recorded. */
const inputOf = ({ batches: [first] }: Recording): readonly Value[] =>
  first === undefined || first.response !== undefined ? [] : first.items;

function goesOn(before: Recording | undefined, after: Recording): boolean {
  if (before === undefined) return false;
  const [was, is] = [responseOf(before)?.body, responseOf(after)?.body];
  if (was === undefined || is === undefined) return false;
  return namesEarlier(was.id, is.previous_response_id) || repeats(before, after);
}

/** Whether a request names the previous response or contains that response's output. */
function repeatsAnswer(before: Recording | undefined, after: Recording): boolean {
  if (before === undefined) return false;
  const was = responseOf(before)?.body;
  if (namesEarlier(was?.id, responseOf(after)?.body.previous_response_id)) return true;
  return isSaidAgain(was?.output ?? [], inputOf(after)[inputOf(before).length]);
}

const namesEarlier = (id: string | undefined, earlier: string | undefined): boolean =>
  id !== undefined && id === earlier;

function repeats(before: Recording, after: Recording): boolean {
  const [old, next] = [inputOf(before), inputOf(after)];
  const [last] = old.slice(-1);
  const tracker = next[old.length];
  // Histories are long: comparing the last repeated items is enough to distinguish them.
  return (
    last !== undefined &&
    tracker !== undefined &&
    isSame(next[0] ?? null, old[0] ?? null) &&
    isSame(next[old.length - 1] ?? null, last) &&
    isOfModel(tracker)
  );
}

/** The items that the request adds: neither input of the previous request nor output of its response. */
function newIn(asked: Batch, before: Recording, after: Recording): Batch {
  if (!repeats(before, after)) return asked;
  let from = inputOf(before).length;
  while (isOfModel(asked.items[from])) from++;
  return { ...asked, items: asked.items.slice(from), placeOf: (index) => asked.placeOf(from + index) };
}

export function isOfModel(item: Value | undefined): boolean {
  if (item === undefined || !isRecord(item)) return false;
  const { type = 'message', role } = item;
  if (type === 'message') return role === 'assistant';
  return typeof type === 'string' && isItemType(type) && !isCallOutput(type) && type !== 'mcp_approval_response';
}
