import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import { Message } from './format.ts';

/** How many messages are looked at. */
const sample = 20;
/** What components take and give back. */
const keys = ['messages', 'replies'] as const;

/** The messages of a file: a list, what an agent or generator gave back, or what a pipeline's component did. */
export function messagesIn(value: Value): readonly Placed[] {
  const alone = isMessage(value) ? [{ value, place: [] }] : undefined;
  return alone ?? listIn(elementsOf(value), []) ?? underKeys(value, []) ?? ofComponents(value) ?? [];
}

function listIn(list: readonly Value[], place: Path): readonly Placed[] | undefined {
  const isOwn = list.length > 0 && list.slice(0, sample).every(isMessage);
  return isOwn ? list.map((value, index) => ({ value, place: [...place, index] })) : undefined;
}

/** A generator's request and its replies, where both are there. */
function underKeys(value: Value, place: Path): readonly Placed[] | undefined {
  if (!isRecord(value)) return undefined;
  const found = keys.flatMap((key) => listIn(elementsOf(value[key] ?? null), [...place, key]) ?? []);
  return found.length === 0 ? undefined : found;
}

/** `{llm: {replies: […]}}` */
function ofComponents(value: Value): readonly Placed[] | undefined {
  if (!isRecord(value)) return undefined;
  for (const [name, output] of Object.entries(value).slice(0, sample)) {
    const found = underKeys(output, [name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const partKeys = ['text', 'tool_call', 'tool_call_result', 'reasoning', 'image', 'file'] as const;

function isMessage(value: Value): boolean {
  if (!isRecord(value) || !v.is(Message, value)) return false;
  if ('_role' in value) return true;
  const { content } = value;
  // Before 2.9 the words stood there alone.
  if (typeof content === 'string') return 'name' in value;
  return elementsOf(content ?? null).every(
    (part) => isRecord(part) && !('type' in part) && partKeys.some((key) => key in part),
  );
}
