import * as v from 'valibot';
import { Double, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import {
  aNumber,
  anyList,
  anyRecord,
  anyValue,
  maybe,
  maybeCount,
  maybeText,
  record,
} from '../../importing/values/schema.ts';
import type { Path } from '../../model/path.ts';
import type { Claim } from '../../importing/importer.ts';

/**
 * Files that Noetic writes: item logs, checkpoints, responses of its harness.
 * https://github.com/mattapperson/noetic/tree/main/packages/core
 */
const ItemLog = record({ items: anyList });

/** Output of `checkpoint()`. The library restores only version 2. */
export const Checkpoint = record({
  schemaVersion: maybe(anyValue),
  executionId: v.string(),
  threadId: maybeText,
  resourceId: maybeText,
  frontier: maybe(anyList),
  layers: maybe(anyRecord),
  cwd: maybe(record({ current: v.string(), previous: maybeText })),
  askUser: maybe(anyList),
  itemLog: ItemLog,
  capturedAt: maybe(anyValue),
});
export type Checkpoint = v.InferOutput<typeof Checkpoint>;

/**
 * Documented fields of a Context as `JSON.stringify` or `console.log` prints it. Their types are not checked, because the
 * program may have stored any value.
 * https://github.com/mattapperson/noetic (docs: Context & Event Log)
 */
const contextFields = [
  'stepCount',
  'tokens',
  'elapsed',
  'cost',
  'state',
  'memory',
  'parent',
  'depth',
  'span',
  'threadId',
  'resourceId',
  'lastStepMeta',
  'lastLayerUsage',
  'completed',
  'completionValue',
  'aborted',
  'abortReason',
] as const;

/**
 * With a log, three documented fields are enough. Without one, `tokens` and `stepCount` are required, because no other
 * format has both.
 */
function isContext(value: RecordValue): boolean {
  const named = contextFields.filter((name) => Object.hasOwn(value, name)).length;
  const { tokens, stepCount, itemLog } = value;
  const counts = tokens !== undefined && isRecord(tokens) && ['input', 'output'].some((side) => side in tokens);
  const hasLog = itemLog !== undefined && itemsOf(itemLog) !== undefined;
  return hasLog ? named >= 3 : counts && isCount(stepCount) && named >= 4;
}

const isCount = (value: Value | undefined): boolean => typeof value === 'number' || value instanceof Double;

/** Reads `{items: […]}` or a bare list of items. */
export function itemsOf(itemLog: Value): readonly Value[] | undefined {
  const items = isRecord(itemLog) ? itemLog['items'] : itemLog;
  // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
  return Array.isArray(items) ? (items as readonly Value[]) : undefined;
}

const Usage = record({ inputTokens: maybeCount, outputTokens: maybeCount, cachedTokens: maybeCount });

/** `HarnessResponse`, or `{items}` alone. */
export const Answer = record({
  items: anyList,
  usage: maybe(Usage),
  cost: maybe(v.pipe(aNumber, v.finite())),
  lastLayerUsage: maybe(anyRecord),
});
export type Answer = v.InferOutput<typeof Answer>;

/** How many items are checked to decide whether a list is a log. */
const sample = 20;

/** Every item has a type and most have an id; other lists have neither. */
const isLog = (items: readonly Value[]): boolean => items.length > 0 && items.slice(0, sample).every(isItem);

const isItem = (item: Value): boolean =>
  isRecord(item) &&
  typeof item['type'] === 'string' &&
  (typeof item['id'] === 'string' || isOwn(item)) &&
  // Only these keys distinguish items of LiveKit and of the Agents SDK for JavaScript.
  !('interrupted' in item || 'is_error' in item || 'providerData' in item);

/**
 * Items have the same types as those of the Responses API. They differ by `callId` instead of `call_id`, and by types
 * with a prefix.
 */
const hasOwnMarks = (items: readonly Value[]): boolean => isLog(items) && items.slice(0, 100).some(isOwn);

function isOwn(item: Value): boolean {
  if (!isRecord(item) || typeof item['type'] !== 'string') return false;
  const { type } = item;
  if (type === 'function_call' || type === 'function_call_output') {
    return typeof item['callId'] === 'string' && item['call_id'] === undefined;
  }
  return /^(?:openrouter|noetic):/.test(type);
}

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
