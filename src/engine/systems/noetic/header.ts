import * as v from 'valibot';
import type { SessionHeader } from '../../model/session.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { KnownKeys } from '../known-keys.ts';
import { anyValue, headerFields, record, text } from '../fields.ts';

/** `documented`: the library described by the original page, and the code of that time. `current`: the later code. */
export type Dialect = 'documented' | 'current';

/** The initial data of a run. A missing field was not recorded, or means the library's default. */
export interface NoeticHeader extends SessionHeader {
  readonly dialect?: Dialect;
  /**
   * `items`: only the item log was recorded; other fields of a context are unknown until an event sets them. `fields`:
   * an exported Context without its log, so the items are unknown too.
   */
  readonly recorded?: 'run' | 'items' | 'fields';
  /** UTC ISO 8601: creation of the root context. */
  readonly started_at?: string;
  readonly agent?: { readonly name?: string; readonly namespace?: string };
  readonly model?: string;
  readonly context?: ContextArguments;
  /** By label; a channel without a name has the label as its name. */
  readonly channels?: { readonly [label: string]: ChannelDeclaration };
  /** False: the host installed no channel store, so channel calls fail. */
  readonly channel_store?: boolean;
  /** Absent or false: the host installed no checkpoint store, so `checkpoint()` does nothing. */
  readonly checkpoint_store?: boolean;
  /** Item types with an extension schema of their own. */
  readonly registered_item_types?: readonly string[];
}

/** The arguments of the root context. */
export interface ContextArguments {
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
  /** Fields of an exported Context that stay constant, such as its parent and its depth. */
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
  /** Queues only; 1000 by default. */
  readonly capacity?: number;
  /** Outside code may write into it through a handle. */
  readonly external?: boolean;
  readonly name?: string;
}

/** A memory layer: its state, and its projections and functions under `ctx.memory[layerId]`. */
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

/** A record whose entries all match the schema; not converted, because `__proto__` is an ordinary key here. */
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

/** The form of the working directory in a checkpoint. */
const exportedCwd = v.pipe(
  v.looseObject({ current: v.string(), previous: text }),
  v.transform(({ current, previous }) => ({
    cwd: current,
    ...(previous === undefined ? {} : { previousCwd: previous }),
  })),
);

const GivenContextSchema: v.GenericSchema<unknown, ContextArguments> = v.looseObject({
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

/** Loose: unknown fields are accepted. */
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

/** The keys that a run of Noetic accepts at its start. */
export const noeticStartKeys: KnownKeys = {
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

/** Validates a channel declaration made during a run. */
export const isChannel = (value: RecordValue): value is RecordValue & ChannelDeclaration => v.is(channel, value);
