import { parseInstant } from '../../../../model/instant.ts';
import type { ListValue } from '../../../../model/value.ts';
import type { Reading } from './reading.ts';
import type { PastedInvocation, PastedRecord } from './records.ts';

/** All invocations of a snapshot, oldest first, as far as `_meta.invocations` and the timestamps show. */
export function sequenceOf(reading: Reading, records: readonly PastedRecord[]): readonly PastedInvocation[] {
  const named = reading.list(['capabilities', '_meta', 'invocations']);
  if (named === undefined) return withoutNames(reading, records);
  const names = namesOf(reading, named);
  const forward = inOrder(records, names);
  const backward = isAscending(forward.sequence) ? null : inOrder(records, names.toReversed());
  const isBackward = backward !== null && isAscending(backward.sequence);
  if (isBackward) {
    reading.note(
      'info',
      'invocations-reversed',
      '_meta.invocations runs newest first, as the timestamps show; the timeline follows them.',
      ['capabilities', '_meta', 'invocations'],
    );
  }
  const { sequence, left, unrecorded } = isBackward ? backward : forward;
  if (unrecorded > 0) {
    const share = unrecorded < names.length ? `${unrecorded} of the` : 'All';
    const listed = names.length === 1 ? 'The only invocation' : `${share} ${names.length} invocations`;
    reading.note(
      'assumed',
      'invocations-unrecorded',
      `${listed} in _meta.invocations ${unrecorded === 1 ? 'is' : 'are'} in no capability’s record: only the ${unrecorded === 1 ? 'name is' : 'names are'} known.`,
      ['capabilities', '_meta', 'invocations'],
    );
  }
  if (left.length > 0) {
    reading.note(
      'assumed',
      'invocations-unnamed',
      `${left.length === 1 ? '1 recorded invocation is' : `${left.length} recorded invocations are`} not listed in _meta.invocations: the order is unknown, so placed at the end.`,
      ['capabilities', '_meta', 'invocations'],
    );
  }
  return [...sequence, ...left];
}

function namesOf(reading: Reading, named: ListValue): readonly string[] {
  const names: string[] = [];
  let odd = 0;
  for (const name of named) {
    if (typeof name === 'string') names.push(name);
    else odd++;
  }
  if (odd > 0) {
    reading.note('lost', 'invocation-name', `${odd} entries of _meta.invocations are not names.`, [
      'capabilities',
      '_meta',
      'invocations',
    ]);
  }
  return names;
}

interface Merged {
  readonly sequence: readonly PastedInvocation[];
  /** In a record, but not in the list of names. */
  readonly left: readonly PastedInvocation[];
  /** In the list of names, but in no record. */
  readonly unrecorded: number;
}

function inOrder(records: readonly PastedRecord[], names: readonly string[]): Merged {
  const next = new Map(records.map((record) => [record.key, { record, taken: 0 }]));
  let unrecorded = 0;
  const sequence = names.map((key) => {
    const from = next.get(key);
    const found = from?.record.entries[from.taken];
    if (from !== undefined) from.taken++;
    if (found === undefined) unrecorded++;
    return found ?? nothingKnown(key);
  });
  const left = [...next.values()].flatMap(({ record, taken }) => record.entries.slice(taken));
  return { sequence, left, unrecorded };
}

const nothingKnown = (key: string): PastedInvocation => ({
  key,
  index: undefined,
  at: undefined,
  input: undefined,
  output: undefined,
  outcome: 'no_result',
  taskId: undefined,
});

const timeOf = ({ at }: PastedInvocation) => (at === undefined ? undefined : parseInstant(at));

function isAscending(sequence: readonly PastedInvocation[]): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const invocation of sequence) {
    const now = timeOf(invocation) ?? before;
    if (now < before) return false;
    before = now;
  }
  return true;
}

function withoutNames(reading: Reading, records: readonly PastedRecord[]): readonly PastedInvocation[] {
  const all = records.flatMap(({ entries }) => entries);
  if (records.filter(({ entries }) => entries.length > 0).length < 2) return all;
  const place = ['capabilities', '_meta'];
  if (all.every((invocation) => timeOf(invocation) !== undefined)) {
    reading.note(
      'info',
      'order-by-time',
      'Without _meta.invocations, the order of the invocations comes from their timestamps.',
      place,
    );
    return all.toSorted((a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0));
  }
  reading.note(
    'assumed',
    'order-unknown',
    'Without _meta.invocations and timestamps, the order across capabilities is unknown; they are placed one after the other.',
    place,
  );
  return all;
}
