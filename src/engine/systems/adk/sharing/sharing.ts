import type { ValuePreview } from '../../../cel/index.ts';
import { preview } from '../../../cel/index.ts';
import type { History, NodeId, TurnIndex } from '../../../model/history.ts';
import type { Moment } from '../../moment.ts';
import type { AdkEvent } from '../event.ts';
import type { AdkHeader } from '../header.ts';
import { textOr } from '../nodes.ts';
import { stateDictOf } from '../apply.ts';
import { presentValue } from '../present.ts';
import { contextIdAt } from '../state-at.ts';
import { rootContext, type AdkState, type Context, type View } from '../state.ts';
import { type Write, type WriteLog, writeLogOf } from './write-log.ts';

/** The contexts after a turn, which of them share one state, and who wrote each key of it. */
export interface Sharing {
  /** Parents before children. */
  readonly contexts: readonly SharingContext[];
  /** The number of further contexts, beyond those listed. */
  readonly more: number;
  /** The id of the context of the turn, whose state is the state at the turn. */
  readonly current: string;
  readonly states: readonly SharedState[];
}

export interface SharingContext {
  readonly id: string;
  /** The name of its agent; for a view, the name of its class. */
  readonly title: string;
  /**
   * `branch`: known only from events. It shares the state and the session of the root, as every derived context does at
   * first.
   */
  readonly kind: 'context' | 'readonly' | 'callback' | 'branch';
  readonly parent: string | null;
  readonly branch: string;
  /** The id of its state; null if that was not recorded. */
  readonly state: string | null;
  readonly session: string | null;
  /** The node of its turns. */
  readonly node: NodeId | null;
}

/** One dict, shared by contexts or belonging to a session. */
export interface SharedState {
  readonly id: string;
  /** `A`, `B`, … for states of contexts; `S1`, `S2`, … for states of sessions. A state keeps its name at all turns. */
  readonly name: string;
  readonly of: 'contexts' | 'session';
  /** Ids of the contexts that hold this state, or that hold the session of this state. */
  readonly holders: readonly string[];
  readonly keys: readonly SharedKey[];
  /** The number of further keys, beyond those listed. */
  readonly more: number;
}

export interface SharedKey {
  readonly key: string;
  /** Null if the key was deleted. */
  readonly value: ValuePreview | null;
  /** Latest first. */
  readonly writes: readonly WriteShown[];
  /** The number of further writes, beyond those listed. */
  readonly more: number;
  /** Whether the latest write happened at this turn. */
  readonly isNew: boolean;
}

export interface WriteShown extends Omit<Write, 'value'> {
  readonly value: ValuePreview | null;
}

const maxContexts = 1000;
const maxKeys = 200;
const maxWrites = 20;
const previewLength = 120;

export function sharingAt({ session, history, turn }: Moment<AdkHeader, AdkEvent>): Sharing {
  const log = writeLogOf(session, history);
  const run = log.at(turn);
  const contexts = [...run.contexts.entries()].map(([id, entry]) => contextShown(run, id, entry, history));
  const all = [...contexts, ...branchesWithoutContext(contexts, history, turn)];
  return {
    contexts: all.slice(0, maxContexts),
    more: Math.max(0, all.length - maxContexts),
    current: contextIdAt(session, history, turn) ?? idOf(all, history.turns[turn]?.node),
    states: [...statesOfContexts(log, run, all, turn), ...statesOfSessions(log, run, all, turn)],
  };
}

const idOf = (contexts: readonly SharingContext[], at: NodeId | undefined): string =>
  contexts.find(({ node }) => node === at)?.id ?? rootContext;

function contextShown(run: AdkState, id: string, entry: Context | View, { nodes }: History): SharingContext {
  const context = entry.kind === 'context' ? entry : run.contexts.get(entry.contextId);
  const fields = context?.kind === 'context' ? context.fields : {};
  const valueOf = (field: string) => {
    const slot = fields[field];
    return slot !== undefined && 'value' in slot ? textOr(slot.value, '') : '';
  };
  const session = fields['session'];
  const branch = valueOf('branch');
  return {
    id,
    title: entry.kind === 'context' ? valueOf('agent_name') || id : viewTitles[entry.kind],
    kind: entry.kind,
    parent: entry.kind === 'context' ? entry.parent : entry.contextId,
    branch,
    state: stateDictOf(run, id) ?? null,
    session: session !== undefined && 'session' in session ? session.session : null,
    node: nodeOf(branch, nodes),
  };
}

const viewTitles = { readonly: 'ReadonlyContext', callback: 'CallbackContext' } as const;

const nodeOf = (branch: string, nodes: History['nodes']): NodeId | null =>
  (nodes.find(({ id }) => id === branch) ?? nodes[0])?.id ?? null;

/** Contexts known only from the branches of a recording's events. */
function branchesWithoutContext(
  contexts: readonly SharingContext[],
  { nodes, turns }: History,
  turn: TurnIndex,
): readonly SharingContext[] {
  const [root] = contexts;
  const known = new Map<NodeId | null, string>(contexts.map((context) => [context.node, context.id]));
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  const seen = new Set<NodeId>();
  for (let i = 0; i <= turn; i++) {
    let node: NodeId | null = turns[i]?.node ?? null;
    for (; node !== null && !seen.has(node); node = parents.get(node) ?? null) seen.add(node);
  }
  return nodes
    .filter(({ id }) => seen.has(id) && !known.has(id))
    .map(({ id, parent, title }) => ({
      id: `branch ${id}`,
      title,
      kind: 'branch',
      parent: parent === null ? (root?.id ?? null) : (known.get(parent) ?? `branch ${parent}`),
      branch: id,
      state: root?.state ?? null,
      session: root?.session ?? null,
      node: id,
    }));
}

function statesOfContexts(
  log: WriteLog,
  run: AdkState,
  contexts: readonly SharingContext[],
  turn: TurnIndex,
): readonly SharedState[] {
  return [...log.firstUse.contexts]
    .filter(([, since]) => since <= turn)
    .map(([id], index) => ({
      id,
      name: letters(index),
      of: 'contexts' as const,
      holders: contexts.filter(({ state }) => state === id).map((context) => context.id),
      ...keysOf(log, run, id, turn),
    }))
    .filter(({ holders }) => holders.length > 0);
}

function statesOfSessions(
  log: WriteLog,
  run: AdkState,
  contexts: readonly SharingContext[],
  turn: TurnIndex,
): readonly SharedState[] {
  return [...log.firstUse.sessions]
    .filter(([, since]) => since <= turn)
    .map(([id], index) => ({
      id,
      name: `S${index + 1}`,
      of: 'session' as const,
      holders: contexts.filter(({ session }) => session === id).map((context) => context.id),
      ...keysOf(log, run, run.sessions.get(id)?.dict ?? '', turn),
    }));
}

/** A, B, … Z, AA, AB, … */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

function keysOf(log: WriteLog, run: AdkState, dict: string, turn: TurnIndex): Pick<SharedState, 'keys' | 'more'> {
  const current = run.dicts.get(dict);
  const previewOf = (value: Write['value']) =>
    value === undefined ? null : preview(presentValue(value, run.changed), previewLength);
  const all = log.writes(dict, turn);
  return {
    keys: all.slice(0, maxKeys).map(([key, writes]) => ({
      key,
      value: previewOf(current?.get(key)),
      writes: writes
        .slice(-maxWrites)
        .toReversed()
        .map((write) => ({ ...write, value: previewOf(write.value) })),
      more: Math.max(0, writes.length - maxWrites),
      isNew: writes.at(-1)?.turn === turn && writes.at(-1)?.how !== 'export',
    })),
    more: Math.max(0, all.length - maxKeys),
  };
}
