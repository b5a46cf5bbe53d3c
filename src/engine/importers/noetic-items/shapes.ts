import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Claim } from '../../importing/importer.ts';
import { Answer, Checkpoint, hasOwnMarks, isContext, isLog, itemsOf } from './format.ts';

/** A log in a file, with the other data of its context in the file. */
export interface Log {
  readonly items: readonly Value[];
  /** Place of the list of items. */
  readonly itemsPlace: Path;
  /** Place of the record that contains the items. */
  readonly place: Path;
  readonly checkpoint?: Checkpoint;
  readonly answer?: Answer;
  /** An exported Context. */
  readonly context?: RecordValue;
  readonly claim: Claim;
}

export function logIn(value: Value, place: Path): Log | undefined {
  if (Array.isArray(value)) {
    // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
    const items = value as readonly Value[];
    // Without marks of its own the list may also be of the Responses API, whose importer reads more of it.
    return hasOwnMarks(items) ? { items, itemsPlace: place, place, claim: 'certain' } : undefined;
  }
  if (!isRecord(value)) return undefined;
  return checkpointIn(value, place) ?? contextIn(value, place) ?? answerIn(value, place);
}

function checkpointIn(value: Value, place: Path): Log | undefined {
  const parsed = v.safeParse(Checkpoint, value);
  if (!parsed.success) return undefined;
  const checkpoint = parsed.output;
  const { items } = checkpoint.itemLog;
  if (items.length > 0 && !isLog(items)) return undefined;
  return { items, itemsPlace: [...place, 'itemLog', 'items'], place, checkpoint, claim: 'certain' };
}

function contextIn(value: RecordValue, place: Path): Log | undefined {
  if (!isContext(value)) return undefined;
  const { itemLog = null } = value;
  const items = itemsOf(itemLog) ?? [];
  const itemsPlace = [...place, 'itemLog', ...(isRecord(itemLog) ? ['items'] : [])];
  return { items, itemsPlace, place, context: value, claim: 'certain' };
}

function answerIn(value: Value, place: Path): Log | undefined {
  const parsed = v.safeParse(Answer, value);
  if (!parsed.success || !isLog(parsed.output.items)) return undefined;
  const answer = parsed.output;
  const isCertain = answer.usage?.inputTokens !== undefined || hasOwnMarks(answer.items);
  const claim = isCertain ? 'certain' : 'likely';
  return { items: answer.items, itemsPlace: [...place, 'items'], place, answer, claim };
}
