import * as v from 'valibot';
import type { SessionHeader } from '../../model/session.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { KnownKeys } from '../known-keys.ts';
import { anyValue, headerFields, record, text } from '../fields.ts';

/** `documented`: the original page and the code of its time; `current`: the later code. */
export type Dialect = 'documented' | 'current';

/** What a run starts with. An absent field means *the recording does not say*, or the library's own default. */
export interface NoeticHeader extends SessionHeader {
  readonly dialect?: Dialect;
  /**
   * `items`: the item log was recorded, so that everything else about a context is unknown until an event tells it.
   * `fields`: an exported Context without its log, so that the items are unknown too.
   */
  readonly recorded?: 'run' | 'items' | 'fields';
  /** UTC ISO 8601: creation of the root context. */
  readonly started_at?: string;
  readonly agent?: { readonly name?: string; readonly namespace?: string };
  readonly model?: string;
  readonly context?: GivenContext;
  /** By label; the name is the label unless it is given. */
  readonly channels?: { readonly [label: string]: ChannelDeclaration };
  /** False: the host installed none, and channel calls fail. */
  readonly channel_store?: boolean;
  /** Absent or false: the host installed none, and `checkpoint()` does nothing. */
  readonly checkpoint_store?: boolean;
  /** Item types with an extension schema of their own. */
  readonly registered_item_types?: readonly string[];
}

/** The arguments of the root context. */
export interface GivenContext {
  readonly id?: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly state?: Value;
  readonly items?: readonly Value[];
  readonly cwd?: string | CwdState;
  readonly layers?: { readonly [layerId: string]: LayerDeclaration };
  /** Steps in flight, the innermost last. */
  readonly frontier?: readonly Frame[];
  readonly askUser?: readonly Value[];
  /** Fields of an exported Context that hold all along, such as its parent and its depth. */
  readonly recorded?: RecordValue;
}

export interface CwdState {
  readonly cwd: string;
  readonly previousCwd?: string;
}

export interface Frame {
  readonly stepId: string;
  readonly input?: Value;
}

export type ChannelMode = 'queue' | 'value' | 'topic';

export interface ChannelDeclaration {
  readonly mode: ChannelMode;
  /** Queues only; 1000 unless given. */
  readonly capacity?: number;
  /** Outside code may write into it through a handle. */
  readonly external?: boolean;
  readonly name?: string;
}

/** A memory layer: its state, and what it provides under `ctx.memory[layerId]`. */
export interface LayerDeclaration {
  readonly state?: Value;
  /** Projections: name → key of the state. */
  readonly data?: { readonly [name: string]: string };
  readonly functions?: { readonly [name: string]: AddingFunction };
  /** `working-memory` (later `scratchpad`): provides `snapshot` and `update`. */
  readonly builtin?: string;
}

/** Adds its numeric argument to a key of the layer's state and returns the sum. */
export interface AddingFunction {
  readonly adds: string;
  readonly arg: string;
}

const flag = v.exactOptional(v.boolean());

/** A record whose every entry fits; kept as it is, because `__proto__` is an ordinary key here. */
const recordOf = <T>(entry: v.GenericSchema<unknown, T>) =>
  v.custom<{ readonly [key: string]: T }>(
    (value) => isRecord(value) && Object.values(value).every((element) => v.is(entry, element)),
  );

const channel: v.GenericSchema<unknown, ChannelDeclaration> = v.looseObject({
  mode: v.picklist(['queue', 'value', 'topic']),
  capacity: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
  external: flag,
  name: text,
});

const layer: v.GenericSchema<unknown, LayerDeclaration> = v.looseObject({
  state: v.exactOptional(anyValue),
  data: v.exactOptional(recordOf(v.string())),
  functions: v.exactOptional(recordOf(v.looseObject({ adds: v.string(), arg: v.string() }))),
  builtin: text,
});

/** As a checkpoint spells it. */
const exportedCwd = v.pipe(
  v.looseObject({ current: v.string(), previous: text }),
  v.transform(({ current, previous }) => ({
    cwd: current,
    ...(previous === undefined ? {} : { previousCwd: previous }),
  })),
);

const GivenContextSchema: v.GenericSchema<unknown, GivenContext> = v.looseObject({
  id: text,
  threadId: text,
  resourceId: text,
  state: v.exactOptional(anyValue),
  items: v.exactOptional(v.array(anyValue)),
  cwd: v.exactOptional(v.union([v.string(), v.looseObject({ cwd: v.string(), previousCwd: text }), exportedCwd])),
  layers: v.exactOptional(recordOf(layer)),
  frontier: v.exactOptional(v.array(v.looseObject({ stepId: v.string(), input: v.exactOptional(anyValue) }))),
  askUser: v.exactOptional(v.array(anyValue)),
  recorded: v.exactOptional(record),
});

/** Loose: fields that we do not know pass. */
export const NoeticHeaderSchema: v.GenericSchema<unknown, NoeticHeader> = v.looseObject({
  ...headerFields,
  dialect: v.exactOptional(v.picklist(['documented', 'current'])),
  recorded: v.exactOptional(v.picklist(['run', 'items', 'fields'])),
  started_at: text,
  agent: v.exactOptional(v.looseObject({ name: text, namespace: text })),
  model: text,
  context: v.exactOptional(GivenContextSchema),
  channels: v.exactOptional(recordOf(channel)),
  channel_store: flag,
  checkpoint_store: flag,
  registered_item_types: v.exactOptional(v.array(v.string())),
});

/** What a run of Noetic may be given at its start. */
export const noeticGiven: KnownKeys = {
  context: {
    id: null,
    threadId: null,
    resourceId: null,
    state: null,
    items: null,
    cwd: null,
    layers: null,
    frontier: null,
    askUser: null,
  },
  channels: null,
  channel_store: null,
  checkpoint_store: null,
  registered_item_types: null,
  dialect: null,
  started_at: null,
  agent: { name: null, namespace: null },
  model: null,
  recorded: null,
};

/** Proves that one declaration is one, for those made during a run. */
export const isChannel = (value: RecordValue): value is RecordValue & ChannelDeclaration => v.is(channel, value);
