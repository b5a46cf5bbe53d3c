import type { ValuePreview } from '../../../cel/index.ts';
import { preview } from '../../../cel/index.ts';
import type { History, NodeId, TurnIndex } from '../../../model/history.ts';
import type { Moment } from '../../moment.ts';
import type { AdkEvent } from '../event.ts';
import type { AdkHeader } from '../header.ts';
import { textOr } from '../nodes.ts';
import { stateDictOf } from '../apply.ts';
import { presentValue } from '../present.ts';
import type { AdkState, Context, View } from '../state.ts';
import { type Write, type WriteLog, writeLogOf } from './write-log.ts';

/** Which contexts there are after a turn, which of them hold the very same state, and who wrote each key of it. */
export interface Sharing {
  /** Parents before children. */
  readonly contexts: readonly SharingContext[];
  /** Contexts beyond those that are listed. */
  readonly more: number;
  readonly states: readonly SharedState[];
}

export interface SharingContext {
  readonly id: string;
  /** Name of its agent; of a view the name of what it is. */
  readonly title: string;
  /** `branch`: only events tell of it, so that what it held is not on record. */
  readonly kind: 'context' | 'readonly' | 'callback' | 'branch';
  readonly parent: string | null;
  readonly branch: string;
  /** Id of the state it holds; null where that is not on record. */
  readonly state: string | null;
  readonly session: string | null;
  /** Where its turns are. */
  readonly node: NodeId | null;
}

/** One dict that contexts hold, or that a session keeps. */
export interface SharedState {
  readonly id: string;
  /** `A`, `B`, … of contexts; `S1`, `S2`, … of sessions. Each keeps its own at all turns. */
  readonly name: string;
  readonly of: 'contexts' | 'session';
  /** Ids of the contexts that hold it, or whose session it is. */
  readonly holders: readonly string[];
  readonly keys: readonly SharedKey[];
  /** Keys beyond those that are listed. */
  readonly more: number;
}

export interface SharedKey {
  readonly key: string;
  /** Null: it was deleted. */
  readonly value: ValuePreview | null;
  /** The latest first. */
  readonly writes: readonly WriteShown[];
  /** Writes beyond those that are listed. */
  readonly more: number;
  /** Written at this very turn. */
  readonly isNew: boolean;
}

export interface WriteShown extends Omit<Write, 'value'> {
  readonly value: ValuePreview | null;
}

const mostContexts = 1000;
const mostKeys = 200;
const mostWrites = 20;
const previewLength = 120;

export function sharingAt({ session, history, turn }: Moment<AdkHeader, AdkEvent>): Sharing {
  const log = writeLogOf(session, history);
  const run = log.at(turn);
  const contexts = [...run.contexts.entries()].map(([id, entry]) => contextShown(run, id, entry, history));
  const all = [...contexts, ...branchesWithoutContext(contexts, history, turn)];
  return {
    contexts: all.slice(0, mostContexts),
    more: Math.max(0, all.length - mostContexts),
    states: [...statesOfContexts(log, run, all, turn), ...statesOfSessions(log, run, all, turn)],
  };
}

function contextShown(run: AdkState, id: string, entry: Context | View, { nodes }: History): SharingContext {
  const context = entry.kind === 'context' ? entry : run.contexts.get(entry.of);
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
    parent: entry.kind === 'context' ? entry.parent : entry.of,
    branch,
    state: stateDictOf(run, id) ?? null,
    session: session !== undefined && 'session' in session ? session.session : null,
    node: nodeOf(branch, nodes),
  };
}

const viewTitles = { readonly: 'ReadonlyContext', callback: 'CallbackContext' } as const;

const nodeOf = (branch: string, nodes: History['nodes']): NodeId | null =>
  (nodes.find(({ id }) => id === branch) ?? nodes[0])?.id ?? null;

/** A recording tells of its contexts by the branches of its events alone; they all go into the one session. */
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
      state: null,
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
  return [...log.held.contexts]
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
  return [...log.held.sessions]
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
  const now = run.dicts.get(dict);
  const shown = (value: Write['value']) =>
    value === undefined ? null : preview(presentValue(value, run.changed), previewLength);
  const all = log.writes(dict, turn);
  return {
    keys: all.slice(0, mostKeys).map(([key, writes]) => ({
      key,
      value: shown(now?.get(key)),
      writes: writes
        .slice(-mostWrites)
        .toReversed()
        .map((write) => ({ ...write, value: shown(write.value) })),
      more: Math.max(0, writes.length - mostWrites),
      isNew: writes.at(-1)?.turn === turn,
    })),
    more: Math.max(0, all.length - mostKeys),
  };
}
