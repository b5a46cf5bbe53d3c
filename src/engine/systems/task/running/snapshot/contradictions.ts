import { entry, isList, keysOf, valueAt, type ListValue } from '../../../../model/value.ts';
import type { Path } from '../../../../model/path.ts';
import { formatPath } from '../../../../model/path.ts';
import type { Reading } from './reading.ts';
import type { PastedRecord } from './records.ts';

/** Notes every place where parts of a snapshot contradict each other. The pasted values are not changed. */
export function noteContradictions(reading: Reading, records: readonly PastedRecord[]): void {
  const turns = reading.list(['_history', 'turns']);
  compare(reading, ['_history', 'turn_count'], turns?.length, [...entries, 'in _history.turns']);
  noteTokens(reading);
  const names = reading.list(['capabilities', '_meta', 'invocations']);
  compare(reading, ['capabilities', '_meta', 'count'], names?.length, [...entries, 'in _meta.invocations']);
  noteDelegations(reading, records, names);
  const used = usesOf(names);
  for (const { key, entries: own } of records) {
    noteCounts(reading, key);
    if (names !== undefined && (used.get(key) ?? 0) !== own.length) {
      contradict(
        reading,
        ['capabilities', key],
        `Of ${key}, ${own.length} in its own lists, but ${used.get(key) ?? 0} in _meta.invocations`,
      );
    }
  }
}

function contradict(reading: Reading, path: Path, what: string): void {
  reading.note('assumed', 'contradiction', `${what}; both are kept as pasted.`, path);
}

/** What is counted: one, many, and where. */
type Counted = readonly [one: string, many: string, where: string];

const entries = ['entry', 'entries'] as const;

function compare(reading: Reading, path: Path, expected: number | undefined, [one, many, where]: Counted): void {
  const stated = reading.count(path);
  if (stated === undefined || expected === undefined || stated === expected) return;
  const counted = expected === 1 ? `is 1 ${one}` : `are ${expected} ${many}`;
  contradict(reading, path, `${formatPath(path)} is ${stated}, but there ${counted} ${where}`);
}

function noteTokens(reading: Reading): void {
  const [total, prompt, completion] = ['total', 'prompt', 'completion'].map((sum) =>
    reading.count(['llm', 'tokens', sum]),
  );
  if (total === undefined || prompt === undefined || completion === undefined) return;
  if (total !== prompt + completion) {
    const sum = `prompt ${prompt} and completion ${completion} make ${prompt + completion}`;
    contradict(reading, ['llm', 'tokens'], `llm.tokens.total is ${total}, but ${sum}`);
  }
}

function noteCounts(reading: Reading, key: string): void {
  for (const outcome of ['successful', 'errored', 'restricted']) {
    const flags = valueAt(reading.context, ['capabilities', key, outcome]);
    if (flags === undefined || !isList(flags)) continue;
    let raised = 0;
    for (const flag of flags) if (flag === true) raised++;
    compare(reading, ['capabilities', key, `count_${outcome}`], raised, [
      'true entry',
      'true entries',
      `in ${outcome}`,
    ]);
  }
}

function noteDelegations(reading: Reading, records: readonly PastedRecord[], names: ListValue | undefined): void {
  if (names === undefined || valueAt(reading.context, ['capabilities']) === undefined) return;
  const agents = new Set(records.filter(({ isAgent }) => isAgent).map(({ key }) => key));
  let delegations = 0;
  for (const name of names) if (typeof name === 'string' && agents.has(name)) delegations++;
  compare(reading, ['capabilities', '_meta', 'delegation_count'], delegations, [
    'invocation',
    'invocations',
    'of functions with task_ids',
  ]);
}

function usesOf(names: ListValue | undefined): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const name of names ?? []) {
    if (typeof name === 'string') used.set(name, (used.get(name) ?? 0) + 1);
  }
  return used;
}

const known = new Set(['agent', 'user', 'llm', '_history', 'input', 'output', 'capabilities']);

/** Keys that the specification does not have are kept and noted. */
export function noteExtraKeys(reading: Reading): void {
  for (const key of keysOf(reading.context)) {
    if (typeof key === 'string' && !known.has(key) && entry(reading.context, key) !== undefined) {
      reading.note(
        'info',
        'extra-key',
        `${formatPath([key])} is not a field of a task context; it is kept at the last turn.`,
        [key],
      );
    }
  }
}
