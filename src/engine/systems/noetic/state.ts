import { formatInstant, parseInstant } from '../../model/instant.ts';
import { PersistentMap } from '../../model/persistent-map.ts';
import type { ChannelState, Wait } from './channel-state.ts';
import { bareContext, withGiven, type ContextState } from './context-state.ts';
import type { ChannelDeclaration, Dialect, NoeticHeader } from './header.ts';

/** A whole run at one moment: its contexts, and what they share through the harness. */
export interface NoeticState {
  readonly header: NoeticHeader;
  /** Milliseconds since the root context was made. */
  readonly now: number;
  /** By node; the first is the root. */
  readonly contexts: PersistentMap<ContextState>;
  /** By label. */
  readonly declared: { readonly [label: string]: ChannelDeclaration };
  /** By name, from the first use on. */
  readonly channels: PersistentMap<ChannelState>;
  readonly waits: PersistentMap<Wait>;
  readonly handles: PersistentMap<Handle>;
  /** By execution id: a later one replaces an earlier. */
  readonly checkpoints: PersistentMap<Checkpoint>;
  readonly itemTypes: readonly string[];
}

/** What outside code writes through. */
export interface Handle {
  readonly name: string;
  readonly channel: string;
  /** It is closed once this context's execution has ended. */
  readonly node: string;
}

/** What was saved: the context as it was, which never changes, so that nothing has to be copied. */
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
    contexts: PersistentMap.of([rootNode, withGiven(root, header.context ?? {})]),
    declared: header.channels ?? {},
    channels: PersistentMap.of<ChannelState>(),
    waits: PersistentMap.of<Wait>(),
    handles: PersistentMap.of<Handle>(),
    checkpoints: PersistentMap.of<Checkpoint>(),
    itemTypes: header.registered_item_types ?? [],
  };
}

export const dialectOf = ({ header }: NoeticState): Dialect => header.dialect ?? 'documented';

/** Of the node an event or call names; undefined when there is none. */
export const contextAt = ({ contexts }: NoeticState, node: string = rootNode): ContextState | undefined =>
  contexts.get(node);

/** The wall clock: where no start is on record, the run started with 1970. */
export function instantOf({ header }: NoeticState, now: number): string {
  const start = header.started_at === undefined ? undefined : parseInstant(header.started_at);
  const date = formatInstant((start ?? 0) + now) ?? '1970-01-01T00:00:00Z';
  // The library writes milliseconds always.
  return date.includes('.') ? date : date.replace('Z', '.000Z');
}

/** The library's ids are UUIDs. Ours count up, because a run must come out the same every time. */
export const executionId = (count: number): string => countedId('e', count);
export const threadId = (count: number): string => countedId('d', count);
export const itemId = (count: number): string => countedId('a', count);

const countedId = (kind: string, count: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(count).padStart(12, '0')}`;
