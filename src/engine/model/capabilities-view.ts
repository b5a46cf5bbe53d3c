import { ComputedMap } from './computed-map.ts';
import type { Decisions } from './decisions.ts';
import type { History, Invocation } from './history.ts';
import type { FunctionColumn, HistoryIndex } from './history-index.ts';
import { Prefix, PrefixList, type Cursor } from './prefix.ts';
import { MapView, Unknown, type ListView, type Value } from './value.ts';

const meta = '_meta';

/** `context.capabilities`: `_meta`, then a record for each function. */
export class CapabilitiesView extends MapView {
  readonly #history: History;
  readonly #index: HistoryIndex;
  readonly #cursor: Cursor;
  readonly #decisions: Decisions;
  readonly #records = new Map<string, FunctionView>();
  readonly #meta: Value;

  constructor(history: History, index: HistoryIndex, cursor: Cursor, decisions: Decisions) {
    super();
    this.#history = history;
    this.#index = index;
    this.#cursor = cursor;
    this.#decisions = decisions;
    this.#meta = metaView(history, index, cursor);
  }

  override get(key: string): Value | undefined {
    if (key === meta) return this.#meta;
    const record = this.#records.get(key) ?? this.#make(key);
    if (record === undefined) return undefined;
    return this.#decisions.unusedCapability === 'absent' && record.count === 0 ? undefined : record;
  }

  override keys(): readonly string[] {
    const keys = [meta];
    for (const { key } of this.#history.functions) {
      if (key !== meta && this.get(key) !== undefined) keys.push(key);
    }
    return keys;
  }

  #make(key: string): FunctionView | undefined {
    const column = this.#index.functions.get(key);
    if (column === undefined) return undefined;
    const record = new FunctionView(column, this.#cursor, this.#decisions.capabilityOrder);
    this.#records.set(key, record);
    return record;
  }
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

/** The record of one function: its counts, and its aligned lists where one index is one invocation. */
class FunctionView extends MapView {
  readonly #column: FunctionColumn;
  readonly #prefix: Prefix;
  readonly #order: ListView['order'];
  readonly #lists = new Map<string, ListView>();

  constructor(column: FunctionColumn, cursor: Cursor, order: ListView['order']) {
    super();
    this.#column = column;
    this.#prefix = new Prefix(cursor, column.turns);
    this.#order = order;
  }

  get count(): number {
    return this.#prefix.length;
  }

  override get(key: string): Value | undefined {
    const { successful, errored, function: declared } = this.#column;
    switch (key) {
      case 'count_successful':
        return successful[this.count] ?? 0;
      case 'count_errored':
        return errored[this.count] ?? 0;
      case 'count_restricted':
        return this.count - (successful[this.count] ?? 0) - (errored[this.count] ?? 0);
      case 'task_ids':
        return declared.kind === 'agent' ? this.#list(key) : null;
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
    const list = new PrefixList(this.#prefix, columnIdentity(this.#column, name), this.#order, (position, index) => {
      const invocation = invocations[position];
      const value = invocation === undefined ? undefined : read(invocation);
      return value === undefined ? new Unknown([['context', 'capabilities', declared.key, name, index]]) : value;
    });
    this.#lists.set(name, list);
    return list;
  }
}

const isList = (key: string): key is ListName => Object.hasOwn(fieldReaders, key);

/** `undefined` where the recording does not say. */
const fieldReaders: { readonly [L in ListName]: (invocation: Invocation) => Value | undefined } = {
  timestamps: ({ at }) => at,
  inputs: ({ input }) => input,
  outputs: ({ output }) => output,
  successful: ({ outcome }) => outcome === 'successful',
  errored: ({ outcome }) => outcome === 'errored',
  restricted: ({ outcome }) => outcome === 'restricted',
  // What did not run has no child task; of what ran, the recording may not tell which it was.
  task_ids: ({ taskId, outcome }) => taskId ?? (outcome === 'restricted' ? null : undefined),
};

/** Two views of one field at different turns must be known as the same growing column. */
const identities = new WeakMap<FunctionColumn, Map<ListName, object>>();

function columnIdentity(column: FunctionColumn, name: ListName): object {
  const known = identities.get(column) ?? new Map<ListName, object>();
  identities.set(column, known);
  const identity = known.get(name) ?? {};
  known.set(name, identity);
  return identity;
}
