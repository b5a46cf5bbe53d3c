import { formatInstant, parseInstant } from '../../model/instant.ts';
import { PersistentMap } from '../../model/persistent-map.ts';
import type { ChannelState, Wait } from './channel-state.ts';
import { bareContext, withArguments, type ContextState } from './context-state.ts';
import type { ChannelDeclaration, Dialect, NoeticHeader } from './header.ts';

/** A run at one moment: its contexts, and the resources that they share through the harness. */
export interface NoeticState {
  readonly header: NoeticHeader;
  /** Milliseconds since the creation of the root context. */
  readonly now: number;
  /** By node; the first entry is the root. */
  readonly contexts: PersistentMap<ContextState>;
  /** By label. */
  readonly declared: { readonly [label: string]: ChannelDeclaration };
  /** By name; a channel is added at its first use. */
  readonly channels: PersistentMap<ChannelState>;
  readonly waits: PersistentMap<Wait>;
  readonly handles: PersistentMap<Handle>;
  /** By execution id; a later checkpoint replaces an earlier one. */
  readonly checkpoints: PersistentMap<Checkpoint>;
  readonly itemTypes: readonly string[];
}

/** A handle through which outside code writes into a channel. */
export interface Handle {
  readonly name: string;
  readonly channel: string;
  /** The context of the handle, which is closed when that context's execution ends. */
  readonly node: string;
}

/** A saved context. States are immutable, so nothing is copied. */
export interface Checkpoint {
  readonly context: ContextState;
  readonly capturedAt: number;
}

export const rootNode = 'root';
export const maxDepth = 64;
export const defaultCapacity = 1000;

export function initialState(header: NoeticHeader): NoeticState {
  const root = bareContext({
    node: rootNode,
    id: executionId(1),
    how: 'root',
    parent: null,
    depth: 0,
    createdAt: 0,
    threadId: threadId(1),
    hasChannels: header.channel_store ?? true,
  });
  return {
    header,
    now: 0,
    contexts: PersistentMap.of([rootNode, withArguments(root, header.context ?? {})]),
    declared: header.channels ?? {},
    channels: PersistentMap.of<ChannelState>(),
    waits: PersistentMap.of<Wait>(),
    handles: PersistentMap.of<Handle>(),
    checkpoints: PersistentMap.of<Checkpoint>(),
    itemTypes: header.registered_item_types ?? [],
  };
}

export const dialectOf = ({ header }: NoeticState): Dialect => header.dialect ?? 'documented';

/** The context of this node; undefined if there is none. */
export const contextAt = ({ contexts }: NoeticState, node: string = rootNode): ContextState | undefined =>
  contexts.get(node);

/** The wall-clock time; a run without a recorded start begins in 1970. */
export function instantOf({ header }: NoeticState, now: number): string {
  const start = header.started_at === undefined ? undefined : parseInstant(header.started_at);
  const date = formatInstant((start ?? 0) + now) ?? '1970-01-01T00:00:00Z';
  // The library always writes milliseconds.
  return date.includes('.') ? date : date.replace('Z', '.000Z');
}

/** The library's ids are UUIDs. These ids are counters, because a repeated run must produce the same ids. */
export const executionId = (count: number): string => countedId('e', count);
export const threadId = (count: number): string => countedId('d', count);
export const itemId = (count: number): string => countedId('a', count);

const countedId = (kind: string, count: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(count).padStart(12, '0')}`;
