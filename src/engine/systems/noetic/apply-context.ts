import { unreachable } from '../../../base/unreachable.ts';
import { type Value, isRecord } from '../../model/value.ts';
import { bareContext, withArguments, type ContextState } from './context-state.ts';
import type { ContextEvent } from './event.ts';
import { layersOf } from './layers.ts';
import { ItemLog } from './item-log.ts';
import { readSnapshot } from './snapshot.ts';
import { contextAt, dialectOf, executionId, rootNode, threadId, type NoeticState } from './state.ts';

/** Applies events that create, restore and end contexts. */
export function applyContextEvent(state: NoeticState, event: ContextEvent): NoeticState {
  switch (event.type) {
    case 'context-created':
      return created(state, event);
    case 'context-restored':
      return restored(state, event);
    case 'context-settled':
      return settled(state, event.node ?? rootNode);
    case 'execution-closed':
      return withContext(state, event.node, (context) => (context.isClosed ? context : { ...context, isClosed: true }));
    default:
      return unreachable(event);
  }
}

/**
 * Changes one context; returns the same state if the context is unchanged. A recording may lack the creation of a
 * context: the context then becomes a child of the root.
 */
export function withContext(
  state: NoeticState,
  node: string | undefined,
  change: (context: ContextState) => ContextState,
): NoeticState {
  const known = contextAt(state, node);
  if (known === undefined) return withContext(addToRoot(state, node ?? rootNode), node, change);
  const contexts = state.contexts.set(known.node, change(known));
  return contexts === state.contexts ? state : { ...state, contexts };
}

const addToRoot = (state: NoeticState, node: string): NoeticState =>
  withChild(state, { ...newContext(state, node, rootNode), how: 'recorded' });

function newContext(state: NoeticState, node: string, parent: string | null): ContextState {
  const count = state.contexts.size + 1;
  return bareContext({
    node,
    id: executionId(count),
    how: 'nest',
    parent,
    depth: parent === null ? 0 : (contextAt(state, parent)?.depth ?? 0) + 1,
    createdAt: state.now,
    threadId: threadId(count),
    hasChannels: false,
  });
}

function withChild(state: NoeticState, child: ContextState): NoeticState {
  const contexts = state.contexts.set(child.node, child);
  const parent = child.parent === null ? undefined : contexts.get(child.parent);
  if (parent === undefined) return { ...state, contexts };
  return { ...state, contexts: contexts.set(parent.node, { ...parent, children: parent.children.append(child.node) }) };
}

function created(state: NoeticState, event: ContextEvent & { type: 'context-created' }): NoeticState {
  const parent = contextAt(state, event.parent) ?? contextAt(state);
  if (parent === undefined || state.contexts.has(event.node)) return state;
  const bare = newContext(state, event.node, parent.node);
  const named = {
    ...bare,
    how: event.how,
    mode: event.mode,
    stepId: event.stepId,
    id: event.id ?? bare.id,
    threadId: event.threadId ?? bare.threadId,
  };
  return withChild(state, event.how === 'nest' ? named : inheritFrom(state, named, parent, event));
}

/** A spawned child starts with an empty log, a parallel branch with its parent's log. Both get a copy of the state. */
function inheritFrom(
  state: NoeticState,
  child: ContextState,
  parent: ContextState,
  { how, items }: ContextEvent & { type: 'context-created' },
): ContextState {
  // In the documented library, parallel branches had no layers; spawned children had them in all versions.
  const hasLayers = how === 'spawn' || dialectOf(state) === 'current';
  return {
    ...child,
    threadId: parent.threadId,
    resourceId: parent.resourceId,
    state: copied(parent.state),
    log: how === 'parallel' ? parent.log.branch() : ItemLog.of(items ?? []),
    layers: hasLayers ? parent.layers : {},
    cwd: parent.cwd,
    hasChannels: dialectOf(state) === 'current' && parent.hasChannels,
  };
}

/**
 * Restores a context from a snapshot. All other fields get their initial values: counters, flags and the last step's
 * numbers are in no snapshot. The snapshot's frontier shows where the run was, not where it continues.
 */
function restored(state: NoeticState, event: ContextEvent & { type: 'context-restored' }): NoeticState {
  if (state.contexts.has(event.node)) return state;
  const parent = event.parent === undefined ? null : (contextAt(state, event.parent)?.node ?? null);
  const base: ContextState = {
    ...newContext(state, event.node, parent),
    how: 'restored',
    id: event.executionId,
    hasChannels: state.header.channel_store ?? true,
    layers: layersOf(state.header.context?.layers ?? {}),
  };
  const context = fromStore(state, base, event);
  return withChild(state, event.state === undefined ? context : { ...context, state: event.state });
}

function fromStore(
  state: NoeticState,
  base: ContextState,
  { executionId: id, snapshot }: ContextEvent & { type: 'context-restored' },
): ContextState {
  if (snapshot !== undefined) {
    const read = readSnapshot(snapshot);
    if ('refused' in read) return base;
    const { frontier: _frontier, askUser: _askUser, ...given } = read.given;
    return { ...withArguments(base, given), layers: withStates(base, read.layers) };
  }
  const saved = state.checkpoints.get(id)?.context;
  if (saved === undefined) return base;
  const { threadId: thread, resourceId, layers, cwd } = saved;
  return { ...base, threadId: thread, resourceId, log: saved.log.branch(), layers, cwd };
}

/** Combines the layer declarations of the harness with the layer states of the snapshot. */
function withStates({ layers }: ContextState, states: { readonly [layerId: string]: Value }) {
  const named = Object.entries(states).map(([id, state]) => [
    id,
    { declared: Object.hasOwn(layers, id) ? (layers[id]?.declared ?? {}) : {}, state },
  ]);
  return { ...layers, ...Object.fromEntries(named) };
}

/**
 * Ends an execution. In the current library, the usage of a spawned child is added to its parent. The winner of a race
 * passes its state to the parent.
 */
function settled(state: NoeticState, node: string): NoeticState {
  const child = contextAt(state, node);
  if (child === undefined || !child.isLive) return state;
  const ended = withContext(state, node, (context) => ({ ...context, isLive: false, isClosed: true }));
  if (child.parent === null) return ended;
  const counts = child.how === 'spawn' && dialectOf(state) === 'current';
  const wins = child.mode === 'race' && !child.aborted && isFirst(state, child);
  if (!counts && !wins) return ended;
  return withContext(ended, child.parent, (parent) => ({
    ...parent,
    ...(wins ? { state: child.state } : {}),
    ...(counts ? { tokens: sum(parent.tokens, child.tokens), cost: parent.cost + child.cost } : {}),
  }));
}

const isFirst = (state: NoeticState, child: ContextState): boolean =>
  !rivalsOf(state, child).some((rival) => !rival.isLive && !rival.aborted);

/** The other branches of a race: those that the same step created under the same parent. */
export function rivalsOf(state: NoeticState, child: ContextState): readonly ContextState[] {
  if (child.mode !== 'race' || child.parent === null) return [];
  return [...(contextAt(state, child.parent)?.children ?? [])]
    .map((node) => contextAt(state, node))
    .filter((sibling) => sibling !== undefined)
    .filter(({ node, mode, stepId }) => node !== child.node && mode === 'race' && stepId === child.stepId);
}

function sum(parent: ContextState['tokens'], child: ContextState['tokens']): ContextState['tokens'] {
  const sums = {
    input: parent.input + child.input,
    output: parent.output + child.output,
    total: parent.total + child.total,
  };
  if (parent.cached === undefined && child.cached === undefined) return sums;
  return { ...sums, cached: (parent.cached ?? 0) + (child.cached ?? 0) };
}

/** Below this depth values are shared rather than copied, which has no visible effect because values never change. */
const maxDepth = 500;

/** A deep copy, as structured clone makes: a comparison by identity finds two different states. */
function copied(value: Value, depth = 0): Value {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) {
    const elements: readonly Value[] = value;
    return elements.map((element) => copied(element, depth + 1));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copied(entry, depth + 1)]));
}
