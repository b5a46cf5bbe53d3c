import { entry, isRecord, MapView, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { bufferedValues, waiting, type ChannelState } from './channel-state.ts';
import { framesOf, stepMetaOf, type ContextState, type LastStep } from './context-state.ts';
import type { Frame } from './header.ts';
import { roleOf, typeOf } from './item.ts';
import { projections, providedBy, type Layers } from './layers.ts';
import { rootNode, type NoeticState } from './state.ts';

/** The fields of a Context: those of the documentation, in its order, then further fields of the library. */
const contextFields = [
  'id',
  'stepCount',
  'tokens',
  'cost',
  'elapsed',
  'state',
  'memory',
  'parent',
  'depth',
  'span',
  'threadId',
  'resourceId',
  'itemLog',
  'lastStepMeta',
  'lastLayerUsage',
  'completed',
  'completionValue',
  'aborted',
  'abortReason',
  'cwdState',
  'layers',
  'frontier',
  'children',
] as const;
/** Fields of the harness, shown on the root context. */
const harnessFields = ['channels', 'handles'] as const;
/** Shortcuts to the log; accessible, but not listed. */
const shortFields = ['items', 'item_types', 'item_roles'] as const;

type Field = (typeof contextFields)[number] | (typeof harnessFields)[number] | (typeof shortFields)[number];

/** Represents the parent and the children of a context as values. */
export interface Relations {
  parent(node: string | null): Value;
  child(node: string): Value;
}

/** The current value of a context field; undefined if there is no such field, Unknown if it was not recorded. */
export function fieldOf(
  state: NoeticState,
  context: ContextState,
  name: string,
  relations: Relations,
): Value | undefined {
  const { recorded } = context;
  if (Object.hasOwn(recorded, name) && name !== 'itemLog') return recorded[name];
  if (isUnrecorded(state, context, name)) return new Unknown([['ctx', name]]);
  return isField(name) ? shown(state, context, name, relations) : undefined;
}

/** Whether a field was neither recorded in an export nor set by an event. */
export const isUnrecorded = (state: NoeticState, context: ContextState, name: string): boolean =>
  !isCompleteRun(state) && !Object.hasOwn(context.recorded, name) && isUnsetByEvents(state, context, name);

/** The names of a context's current fields. */
export function fieldNames(state: NoeticState, context: ContextState): readonly string[] {
  const names: readonly Field[] = context.node === rootNode ? [...contextFields, ...harnessFields] : contextFields;
  const absent: readonly (Field | false)[] = [
    context.resourceId === undefined && 'resourceId',
    context.lastLayerUsage === undefined && 'lastLayerUsage',
    context.completionValue === undefined && 'completionValue',
    context.abortReason === undefined && 'abortReason',
  ];
  const isPartial = !isCompleteRun(state);
  const isThere = (name: Field) =>
    !absent.includes(name) ||
    Object.hasOwn(context.recorded, name) ||
    (isPartial && isUnsetByEvents(state, context, name));
  const others = Object.keys(context.recorded).filter((name) => !isField(name));
  return [...names.filter(isThere), ...others];
}

function shown(state: NoeticState, context: ContextState, name: Field, relations: Relations): Value | undefined {
  switch (name) {
    case 'tokens':
      return { ...context.tokens };
    case 'elapsed':
      return state.now - context.createdAt;
    case 'memory':
      return memoryOf(context.layers);
    case 'parent':
      return relations.parent(context.parent);
    case 'span':
      return spanOf(context);
    case 'itemLog':
      return { ...logFields(context), items: context.log.items, estimatedTokens: context.log.tokens };
    case 'items':
      return context.log.items;
    case 'item_types':
      return [...context.log.items].flatMap((item) => typeOf(item) ?? []);
    case 'item_roles':
      return [...context.log.items].flatMap((item) => roleOf(item) ?? []);
    case 'lastStepMeta':
      return context.lastStep === null ? null : metaOf(context.lastStep);
    case 'cwdState':
      return { ...context.cwd };
    case 'layers':
      return layersShown(context.layers);
    case 'frontier':
      return framesOf(context.frontier).map((frame: Frame) => ({ ...frame }));
    case 'children':
      return new NamedView(
        () => [...context.children],
        (node) => (state.contexts.get(node)?.parent === context.node ? relations.child(node) : undefined),
      );
    case 'channels':
      return channelsOf(state);
    case 'handles':
      return handlesOf(state);
    default:
      return context[name];
  }
}

/** True once an export of the whole Context was recorded; parent and depth may be known earlier. */
const isExported = ({ recorded }: ContextState): boolean =>
  ['stepCount', 'tokens', 'completed', 'state'].some((name) => Object.hasOwn(recorded, name));

const isCompleteRun = ({ header }: NoeticState): boolean => (header.recorded ?? 'run') === 'run';

/** Whether a recorded log says nothing about a field: its value is known only after an event set it. */
function isUnsetByEvents(state: NoeticState, context: ContextState, name: string): boolean {
  const { header } = state;
  switch (name) {
    case 'itemLog':
    case 'items':
    case 'item_types':
    case 'item_roles':
      return header.recorded === 'fields' && context.log.length === 0;
    case 'id':
    case 'threadId':
      return header.context?.[name] === undefined;
    case 'tokens':
      return context.tokens.total === 0;
    case 'cost':
    case 'stepCount':
      return context[name] === 0;
    case 'lastStepMeta':
      return context.lastStep === null;
    case 'resourceId':
    case 'lastLayerUsage':
    case 'completionValue':
    case 'abortReason':
      // An export omits undefined fields.
      return context[name] === undefined && !isExported(context);
    case 'completed':
    case 'aborted':
      return !context[name];
    case 'elapsed':
    case 'state':
    case 'memory':
    case 'span':
      return true;
    case 'parent':
    case 'depth':
      return context.node === rootNode;
    case 'layers':
      return Object.keys(context.layers).length === 0;
    case 'frontier':
      return context.frontier === null;
    case 'children':
      return context.children.length === 0;
    case 'cwdState':
      return header.context?.cwd === undefined && context.cwd.previousCwd === undefined;
    case 'channels':
      return [...state.channels.keys()].length === 0;
    case 'handles':
      return [...state.handles.keys()].length === 0;
    default:
      return false;
  }
}

/** The fields of an exported log other than its items. */
function logFields({ recorded }: ContextState): RecordValue {
  const log = entry(recorded, 'itemLog');
  return log !== undefined && isRecord(log) ? log : {};
}

/** All fields that can be read from a context, including the unlisted ones. */
export const allFields: readonly string[] = [...contextFields, ...harnessFields, ...shortFields];
const fields: ReadonlySet<string> = new Set(allFields);

const isField = (name: string): name is Field => fields.has(name);

const memoryOf = (layers: Layers): RecordValue =>
  Object.fromEntries(Object.entries(layers).map(([id, layer]) => [id, projections(layer)]));

const layersShown = (layers: Layers): RecordValue =>
  Object.fromEntries(
    Object.entries(layers).map(([id, layer]) => [id, { state: layer.state ?? null, ...providedBy(layer) }]),
  );

/** A span without an exporter still has ids. */
const spanOf = ({ id }: ContextState): RecordValue => ({
  traceId: `trace-${id}`,
  spanId: `span-${id}`,
  parentSpanId: null,
});

const metas = new WeakMap<LastStep, RecordValue>();

/** Returns the same object for the same step. */
function metaOf(step: LastStep): RecordValue {
  const known = metas.get(step) ?? stepMetaOf(step);
  metas.set(step, known);
  return known;
}

const channelsOf = (state: NoeticState): MapView =>
  new NamedView(
    () => [...state.channels.keys()],
    (name) => {
      const channel = state.channels.get(name);
      return channel === undefined ? undefined : channelShown(state, channel);
    },
  );

function channelShown({ waits }: NoeticState, channel: ChannelState): RecordValue {
  const names = (line: ChannelState['receivers']) =>
    [...waiting(line, waits)].map(({ token, node }) => ({ token, node }));
  const { mode, capacity, sent, dropped, current } = channel;
  return {
    mode,
    ...(mode === 'queue' ? { capacity, buffered: bufferedValues(channel) } : {}),
    ...(mode === 'value' && current !== undefined ? { current } : {}),
    sent,
    dropped,
    receivers: names(channel.receivers),
    senders: names(channel.senders),
  };
}

const handlesOf = (state: NoeticState): RecordValue =>
  Object.fromEntries([...state.handles.keys()].map((name) => [name, handleShown(state, name)]));

/** A handle as outside code sees it. */
export function handleShown(state: NoeticState, name: string): Value {
  const handle = state.handles.get(name);
  if (handle === undefined) return null;
  return { closed: state.contexts.get(handle.node)?.isClosed ?? false, channel: handle.channel };
}

/** A map whose values are created on access; undefined for unknown names. */
class NamedView extends MapView {
  readonly #names: () => readonly string[];
  readonly #make: (name: string) => Value | undefined;

  constructor(names: () => readonly string[], make: (name: string) => Value | undefined) {
    super();
    this.#names = names;
    this.#make = make;
  }

  override get(key: string): Value | undefined {
    return this.#make(key);
  }

  override keys(): readonly string[] {
    return this.#names();
  }
}

/**
 * A context at one moment, including its children. A parent is shown by its id only, so that a walk through the state
 * ends.
 */
export class ContextMoment extends MapView {
  readonly #state: NoeticState;
  readonly #context: ContextState;

  constructor(state: NoeticState, context: ContextState) {
    super();
    this.#state = state;
    this.#context = context;
  }

  override get(key: string): Value | undefined {
    return fieldOf(this.#state, this.#context, key, {
      parent: (node) => (node === null ? null : (this.#state.contexts.get(node)?.id ?? null)),
      child: (node) => {
        const child = this.#state.contexts.get(node);
        return child === undefined ? null : new ContextMoment(this.#state, child);
      },
    });
  }

  override keys(): readonly string[] {
    return fieldNames(this.#state, this.#context);
  }
}
