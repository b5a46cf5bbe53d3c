import { ComputedMap } from './computed-map.ts';
import type { Decisions } from './decisions.ts';
import type { History, Invocation, InvocationOutcome } from './history.ts';
import { emptyColumn, indexOf, type FunctionColumn, type HistoryIndex } from './history-index.ts';
import type { RecordedResults } from './recorded-results.ts';
import { Prefix, PrefixList, type Cursor } from './prefix.ts';
import { MapView, Unknown, type ListView, type Value } from './value.ts';

const meta = '_meta';

/**
 * `context.capabilities`: `_meta`, then a record for each function that is declared or used anywhere in the session, in
 * any context, or that the open policy declares.
 */
export class CapabilitiesView extends MapView {
  readonly #history: History;
  readonly #index: HistoryIndex;
  readonly #cursor: Cursor;
  readonly #decisions: Decisions;
  /** The history of all contexts; `#history` may be the same one. */
  readonly #session: History;
  readonly #records = new Map<string, FunctionView>();
  /** Functions that this context has neither used so far nor declared. */
  readonly #unused = new Map<string, FunctionView>();
  readonly #meta: Value;

  constructor(history: History, index: HistoryIndex, cursor: Cursor, decisions: Decisions, session: History) {
    super();
    this.#history = history;
    this.#index = index;
    this.#cursor = cursor;
    this.#decisions = decisions;
    this.#session = session;
    this.#meta = metaView(history, index, cursor);
  }

  override get(key: string): Value | undefined {
    if (key === meta) return this.#meta;
    const record = this.#records.get(key) ?? this.#make(key) ?? this.#unusedOne(key);
    if (record === undefined) return undefined;
    return this.#decisions.unusedCapability === 'absent' && record.count === 0 ? undefined : record;
  }

  override keys(): readonly string[] {
    const keys = new Set([meta]);
    for (const { key } of this.#history.functions) keys.add(key);
    if (this.#session !== this.#history) for (const { key } of this.#session.functions) keys.add(key);
    for (const key of this.#decisions.declared) keys.add(key);
    return [...keys].filter((key) => this.get(key) !== undefined);
  }

  #make(key: string): FunctionView | undefined {
    const column = this.#index.functions.get(key);
    return column && this.#kept(this.#records, column);
  }

  #unusedOne(key: string): FunctionView | undefined {
    const known = this.#unused.get(key);
    if (known !== undefined) return known;
    const elsewhere = this.#session === this.#history ? undefined : indexOf(this.#session).functions.get(key);
    if (elsewhere !== undefined) return this.#kept(this.#unused, emptyColumn(elsewhere.function));
    if (!isDeclared(key, this.#decisions.declared, this.#session)) return undefined;
    return this.#kept(this.#unused, emptyColumn({ key, kind: 'tool', declared: true }));
  }

  #kept(records: Map<string, FunctionView>, column: FunctionColumn): FunctionView {
    const record = new FunctionView(column, this.#cursor, this.#decisions, this.#session.results);
    records.set(column.function.key, record);
    return record;
  }
}

/**
 * A declared tool may appear in the session only as functions `tool_action`, one for each action. A record of zeros
 * under the tool's own name would wrongly say that the tool was never used.
 */
function isDeclared(key: string, declared: readonly string[], { functions }: History): boolean {
  if (!declared.includes(key)) return false;
  const longer = declared.filter((other) => other.startsWith(`${key}_`));
  return !functions.some(
    ({ key: each }) =>
      each.startsWith(`${key}_`) && !longer.some((other) => each === other || each.startsWith(`${other}_`)),
  );
}

function metaView({ invocations }: History, index: HistoryIndex, cursor: Cursor): Value {
  const prefix = new Prefix(cursor, index.invocationTurns);
  const delegations = new Prefix(cursor, index.delegationTurns);
  const list = new PrefixList(prefix, invocations, 'oldest-first', (i) => invocations[i]?.function ?? null);
  return new ComputedMap(['invocations', 'count', 'delegation_count'], (key) => {
    if (key === 'invocations') return list;
    return key === 'count' ? prefix.length : delegations.length;
  });
}

const counts = ['count_successful', 'count_errored', 'count_restricted'] as const;
const lists = ['timestamps', 'inputs', 'outputs', 'successful', 'errored', 'restricted', 'task_ids'] as const;
type ListName = (typeof lists)[number];
const fields: readonly string[] = [...counts, ...lists];

/**
 * The record of one function: its counts, and its aligned lists, in which one index is one invocation. A call whose
 * result is not recorded has an entry in each list: its output is unknown, and so is its success. A pending call has so
 * far neither succeeded nor failed nor been stopped, so these entries are false.
 */
class FunctionView extends MapView {
  readonly #column: FunctionColumn;
  readonly #prefix: Prefix;
  readonly #decisions: Decisions;
  readonly #results: RecordedResults;
  readonly #lists = new Map<string, ListView>();

  constructor(column: FunctionColumn, cursor: Cursor, decisions: Decisions, results: RecordedResults) {
    super();
    this.#column = column;
    this.#prefix = new Prefix(cursor, column.turns);
    this.#decisions = decisions;
    this.#results = results;
  }

  get count(): number {
    return this.#prefix.length;
  }

  override get(key: string): Value | undefined {
    switch (key) {
      case 'count_successful':
        return countSuccessful(this.#column, this.count, this.#decisions);
      case 'count_errored':
        return this.#column.errored[this.count] ?? 0;
      case 'count_restricted':
        return this.#column.restricted[this.count] ?? 0;
      case 'task_ids':
        return this.#column.function.kind === 'agent' ? this.#list(key) : null;
      default:
        return isList(key) ? this.#list(key) : undefined;
    }
  }

  override keys(): readonly string[] {
    return fields;
  }

  #list(name: ListName): ListView {
    const made = this.#lists.get(name);
    if (made !== undefined) return made;
    const { invocations, function: declared } = this.#column;
    const read = fieldReaders[name];
    const identity = columnIdentity(this.#column, `${name} ${this.#readingOf(name)}`);
    const list = new PrefixList(this.#prefix, identity, this.#decisions.capabilityOrder, (position, index) => {
      const invocation = invocations[position];
      const value = invocation === undefined ? undefined : read(invocation, this.#decisions, this.#results);
      return value === undefined ? new Unknown([['context', 'capabilities', declared.key, name, index]]) : value;
    });
    this.#lists.set(name, list);
    return list;
  }

  /** The way the decisions make a list read its elements: a column read in another way is another column. */
  #readingOf(name: ListName): string {
    const { textResults, missingResults } = this.#decisions;
    if (name !== 'outputs')
      return name === 'successful' || name === 'errored' || name === 'restricted' ? missingResults : '';
    return textResults === 'by-capability' ? this.#results.readingOf(this.#column.function.key).kind : textResults;
  }
}

const isList = (key: string): key is ListName => Object.hasOwn(fieldReaders, key);

/** `undefined` where the recording does not say. */
const fieldReaders: {
  readonly [L in ListName]: (
    invocation: Invocation,
    decisions: Decisions,
    results: RecordedResults,
  ) => Value | undefined;
} = {
  timestamps: ({ at }) => at,
  inputs: ({ input }) => input,
  outputs: (invocation, decisions, results) => results.outputOf(invocation, decisions),
  successful: (invocation, decisions) => flagFor(invocation, 'successful', decisions),
  errored: (invocation, decisions) => flagFor(invocation, 'errored', decisions),
  restricted: (invocation, decisions) => flagFor(invocation, 'restricted', decisions),
  // A call that did not run has no child task; of a call that ran, the recording may not name it.
  task_ids: ({ taskId, outcome }) => taskId ?? (outcome === 'restricted' ? null : undefined),
};

/** How a call is counted: the decisions may count one without a result as successful. */
export const countedOutcome = ({ outcome }: Invocation, { missingResults }: Decisions): InvocationOutcome =>
  outcome === 'no-result' && missingResults === 'successful' ? 'successful' : outcome;

function flagFor(invocation: Invocation, flag: InvocationOutcome, decisions: Decisions): boolean | undefined {
  const counted = countedOutcome(invocation, decisions);
  return counted === 'no-result' ? undefined : counted === flag;
}

/** Counts the successes among a function's first `count` invocations, as the decisions define success. */
export const countSuccessful = (column: FunctionColumn, count: number, { missingResults }: Decisions): number =>
  (column.successful[count] ?? 0) + (missingResults === 'successful' ? (column['no-result'][count] ?? 0) : 0);

/** Two views of one field at different turns must have the same identity, as long as both read the column alike. */
const identities = new WeakMap<FunctionColumn, Map<string, object>>();

function columnIdentity(column: FunctionColumn, name: string): object {
  const known = identities.get(column) ?? new Map<string, object>();
  identities.set(column, known);
  const identity = known.get(name) ?? {};
  known.set(name, identity);
  return identity;
}
