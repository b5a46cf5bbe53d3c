import { parseInstant } from '../../../../model/instant.ts';
import type { Answers } from '../../../../model/decisions.ts';
import {
  elementAt,
  entry,
  isList,
  isMap,
  keysOf,
  Unknown,
  type ListValue,
  type MapValue,
  type Value,
} from '../../../../model/value.ts';
import type { CallOutcome } from '../../event.ts';
import { reservedKey } from '../../keys.ts';
import { countOf } from '../../../../model/tokens.ts';
import { textOf, type Reading } from './reading.ts';

/** The pasted record of one function, its invocations oldest first. */
export interface PastedRecord {
  readonly key: string;
  readonly isAgent: boolean;
  readonly entries: readonly PastedInvocation[];
}

/** One index of a record's aligned lists. `undefined`: the snapshot does not say. */
export interface PastedInvocation {
  readonly key: string;
  /** The index in the snapshot; undefined when it only has the name. */
  readonly index: number | undefined;
  readonly at: string | undefined;
  readonly input: Value | undefined;
  readonly output: Value | undefined;
  readonly outcome: CallOutcome;
  readonly taskId: string | undefined;
}

const flags = ['successful', 'errored', 'restricted'] as const;
const counts = ['count_successful', 'count_errored', 'count_restricted'] as const;
const lists = ['timestamps', 'inputs', 'outputs', ...flags, 'task_ids'] as const;
type Lists = { readonly [L in (typeof lists)[number]]: ListValue | undefined };

export interface PastedRecords {
  readonly records: readonly PastedRecord[];
  /** The order of the lists that the timestamps prove. */
  readonly order: Answers['capabilityOrder'] | undefined;
}

export function readRecords(reading: Reading): PastedRecords {
  const raw: RawRecord[] = [];
  const capabilities = reading.map(['capabilities']);
  for (const key of capabilities === undefined ? [] : keysOf(capabilities)) {
    if (capabilities === undefined || typeof key !== 'string' || key === reservedKey) continue;
    const record = entry(capabilities, key);
    if (record !== undefined && isMap(record) && isRecordLike(record)) raw.push(readRecord(reading, key, record));
    else {
      const message = `capabilities has “${key}”, which is not a record of a function; it is kept at the last turn.`;
      reading.note('info', 'no-record', message, ['capabilities', key]);
    }
  }
  const order = provenOrder(reading, raw);
  const isReversed = (order ?? 'newest-first') === 'newest-first';
  const records = raw.map(({ key, isAgent, entries }) => ({
    key,
    isAgent,
    entries: isReversed ? entries.toReversed() : entries,
  }));
  return { records, order };
}

interface RawRecord {
  readonly key: string;
  readonly isAgent: boolean;
  /** In the snapshot's own order. */
  readonly entries: readonly PastedInvocation[];
}

const isRecordLike = (record: MapValue): boolean =>
  [...lists, ...counts].some((name) => entry(record, name) !== undefined);

function readRecord(reading: Reading, key: string, record: MapValue): RawRecord {
  const path = ['capabilities', key];
  const isAgent = isList(entry(record, 'task_ids') ?? null);
  const listOf = (name: (typeof lists)[number]) =>
    name === 'task_ids' && !isAgent ? undefined : reading.list([...path, name]);
  const all = Object.fromEntries(lists.map((name) => [name, listOf(name)])) as Lists; // one entry for each name
  const counted = counts.map((name) => countOf(entry(record, name) ?? null) ?? 0);
  const lengths = lists.flatMap((name) => all[name]?.length ?? []);
  const sum = counted.reduce((total, count) => total + count, 0);
  const length = lengths.length > 0 ? Math.max(...lengths) : Math.min(sum, maxCounted);
  if (lengths.some((other) => other !== length)) {
    const written = lists.flatMap((name) => (all[name] === undefined ? [] : `${name} ${all[name].length}`));
    reading.note(
      'assumed',
      'list-lengths',
      `The lists of ${key} have different lengths (${written.join(', ')}); which entries belong together is unknown, so the shorter ones are only known at the end.`,
      path,
    );
  }
  const aligned = (name: keyof Lists) => (all[name]?.length === length ? all[name] : undefined);
  const usable = Object.fromEntries(lists.map((name) => [name, aligned(name)])) as Lists; // likewise
  return { key, isAgent, entries: entriesOf(reading, key, usable, counted, length) };
}

/** The maximum count without a list, because a count alone may claim any number of invocations. */
const maxCounted = 10_000;

function entriesOf(
  reading: Reading,
  key: string,
  usable: Lists,
  counted: readonly number[],
  length: number,
): readonly PastedInvocation[] {
  let guessed = 0;
  const entries: PastedInvocation[] = [];
  for (let index = 0; index < length; index++) {
    const of = (name: keyof Lists) => {
      const value = usable[name] === undefined ? undefined : elementAt(usable[name], index);
      return value instanceof Unknown ? undefined : value;
    };
    const shown = outcomeOf(of) ?? onlyOutcome(counted, length);
    if (shown === undefined) guessed++;
    const outcome = shown ?? (of('outputs') === undefined ? 'no_result' : 'ok');
    entries.push({
      key,
      index,
      at: textOf(of('timestamps') ?? null),
      input: of('inputs'),
      output: hasResult(outcome) ? of('outputs') : undefined,
      outcome,
      taskId: textOf(of('task_ids') ?? null),
    });
  }
  if (guessed > 0) {
    reading.note(
      'assumed',
      'outcome',
      `The flags and counts of ${key} do not show the outcome of ${guessed} of ${length} invocations; those with an output are shown as successful.`,
      ['capabilities', key],
    );
  }
  return entries;
}

const hasResult = (outcome: CallOutcome): boolean => outcome !== 'pending' && outcome !== 'no_result';

/** Exactly one of the three flags is true for every finished invocation. */
function outcomeOf(of: (name: keyof Lists) => Value | undefined): CallOutcome | undefined {
  const raised = flags.filter((flag) => of(flag) === true);
  // The form of calls without a result, or with an unrecorded one, in Contextscope's own export.
  if (flags.every((flag) => of(flag) === false)) return 'pending';
  if (flags.every((flag) => of(flag) === null)) return 'no_result';
  if (raised.length !== 1) return undefined;
  if (raised[0] === 'successful') return 'ok';
  if (raised[0] === 'errored') return 'error';
  // A call that did not run has null as its output; a withheld result is recorded.
  return (of('outputs') ?? null) === null ? 'blocked_before' : 'blocked_after';
}

/** The counts give each outcome when all outcomes are the same. */
function onlyOutcome(counted: readonly number[], length: number): CallOutcome | undefined {
  if (length === 0) return undefined;
  const which = counted.indexOf(length);
  if (which === -1 || counted.some((count, i) => i !== which && count !== 0)) return undefined;
  return (['ok', 'error', 'blocked_before'] as const)[which];
}

/** The lists are newest first unless timestamps prove the opposite. */
function provenOrder(reading: Reading, records: readonly RawRecord[]): Answers['capabilityOrder'] | undefined {
  const directions = new Set(records.map(directionOf).filter((direction) => direction !== 'open'));
  if (directions.size === 0) {
    if (records.some(({ entries }) => entries.length > 1)) {
      reading.note(
        'assumed',
        'order-unproven',
        'No timestamps show which way the lists of the capabilities run; they are taken as newest first.',
        ['capabilities'],
      );
    }
    return undefined;
  }
  if (directions.size > 1 || directions.has('mixed')) {
    reading.note(
      'assumed',
      'order-mixed',
      'The timestamps of the capabilities do not agree on one direction: their lists are read as newest first.',
      ['capabilities'],
    );
    return undefined;
  }
  const order = directions.has('up') ? 'oldest-first' : 'newest-first';
  reading.note(
    'info',
    'order-proven',
    `The timestamps show that the lists of the capabilities run ${order.replace('-', ' ')}.`,
    ['capabilities'],
  );
  return order;
}

function directionOf({ entries }: RawRecord): 'up' | 'down' | 'mixed' | 'open' {
  let isUp = false;
  let isDown = false;
  let before: number | undefined;
  for (const { at } of entries) {
    const now = at === undefined ? undefined : parseInstant(at);
    if (now === undefined) continue;
    if (before !== undefined && now > before) isUp = true;
    if (before !== undefined && now < before) isDown = true;
    before = now;
  }
  if (isUp && isDown) return 'mixed';
  if (isUp) return 'up';
  return isDown ? 'down' : 'open';
}
