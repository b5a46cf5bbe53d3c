import { Double, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Claim } from '../../importing/importer.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { countAt, elementsAt, entriesAt, fits, hasListAt, type Where } from '../../importing/values/where.ts';

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
  const { tokens, stepCount } = value;
  const counts = tokens !== undefined && isRecord(tokens) && ['input', 'output'].some((side) => side in tokens);
  return hasListAt(value, contextItems) ? named >= 3 : counts && isCount(stepCount) && named >= 4;
}

const isCount = (value: Value | undefined): boolean => typeof value === 'number' || value instanceof Double;

/** The log of a Context: `{items: […]}` or a bare list of items. */
export const contextItems: Where = ['itemLog.items', 'itemLog'];

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

/**
 * A log in a file that Noetic writes: a bare list of items, the output of `checkpoint()`, an exported Context, or a
 * `HarnessResponse`.
 * https://github.com/mattapperson/noetic/tree/main/packages/core
 */
export interface Log {
  readonly kind: 'list' | 'checkpoint' | 'context' | 'answer';
  readonly items: readonly Placed[];
  /** The record that contains the items; empty for a list. */
  readonly record: RecordValue;
  readonly place: Path;
  readonly claim: Claim;
}

export function logIn(holder: Placed): Log | undefined {
  const { value, place } = holder;
  const log = (kind: Log['kind'], where: Where, claim: Claim = 'certain'): Log => ({
    kind,
    items: entriesAt(holder, where),
    record: isRecord(value) ? value : {},
    place,
    claim,
  });
  // Without marks of its own a list may also be of the Responses API, whose importer reads more of it.
  if (!isRecord(value)) return hasOwnMarks(elementsOf(value)) ? log('list', '') : undefined;
  if (fits(value, { executionId: 'text', itemLog: 'record' })) {
    const items = elementsAt(value, 'itemLog.items');
    if (items.length === 0 || isLog(items)) return log('checkpoint', 'itemLog.items');
  }
  // Cut off before its log. No other format has these three fields.
  if (fits(value, { schemaVersion: 'number', executionId: 'text', frontier: 'list', itemLog: 'absent' }))
    return log('checkpoint', 'itemLog.items');
  if (isContext(value)) return log('context', contextItems);
  const items = elementsAt(value, 'items');
  if (!isLog(items)) return undefined;
  const isCertain = countAt(value, 'usage.inputTokens') !== undefined || hasOwnMarks(items);
  return log('answer', 'items', isCertain ? 'certain' : 'likely');
}
