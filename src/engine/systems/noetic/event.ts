import type { RecordValue, Value } from '../../model/value.ts';
import type { ChannelMode } from './header.ts';

/**
 * The events of a run, in order. Session files contain them in exactly this form. `node` names the context (absent for
 * the root); `channel` is the channel's name, under which its state is stored.
 */
export type NoeticEvent =
  | ContextEvent
  | ItemAppended
  | StepEvent
  | UsageAccounted
  | ModelCalled
  | WindowMeasured
  | StateEvent
  | LifecycleEvent
  | ChannelEvent
  | LayerStateSet
  | ContextRecorded
  | CheckpointSaved
  | ItemTypeRegistered
  | ClockAdvanced;

interface NoeticEventOrigin {
  readonly node?: string;
  /** UTC ISO 8601, where recorded. */
  readonly at?: string;
}

export type Descent = 'spawn' | 'parallel' | 'nest';

/** Creation, restoration and end of contexts. */
export type ContextEvent =
  | (NoeticEventOrigin & {
      readonly type: 'context-created';
      readonly node: string;
      /** Absent: the root. */
      readonly parent?: string;
      readonly how: Descent;
      readonly id?: string;
      readonly threadId?: string;
      /** Items that layers pass to a spawned child. */
      readonly items?: readonly Value[];
      /** For parallel branches: in a race, the winner's state replaces the parent's. */
      readonly mode?: ParallelMode;
      /** The step that created the branch: branches of one step race against each other. */
      readonly stepId?: string;
    })
  | (NoeticEventOrigin & {
      readonly type: 'context-restored';
      readonly node: string;
      readonly executionId: string;
      /** The snapshot, if it did not come from this run's own store. */
      readonly snapshot?: RecordValue;
      /** The state provided by the host, because snapshots do not contain it. */
      readonly state?: Value;
      readonly parent?: string;
    })
  | (NoeticEventOrigin & { readonly type: 'context-settled' })
  | (NoeticEventOrigin & { readonly type: 'execution-closed' });

export type ParallelMode = 'all' | 'race' | 'settle';

export interface ItemAppended extends NoeticEventOrigin {
  readonly type: 'item-appended';
  readonly item: Value;
}

export type StepEvent =
  | (NoeticEventOrigin & { readonly type: 'step-dispatched'; readonly stepId?: string })
  | (NoeticEventOrigin & { readonly type: 'step-entered'; readonly stepId: string; readonly input?: Value })
  | (NoeticEventOrigin & { readonly type: 'step-left' })
  | (NoeticEventOrigin & { readonly type: 'step-failed'; readonly error: RecordValue });

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
}

/** Tokens and cost of a model call without further details. */
export interface UsageAccounted extends NoeticEventOrigin, TokenUsage {
  readonly type: 'usage-accounted';
  readonly cost?: number;
  /** `run`: the sum over all model calls so far; the counts of single calls are unknown. */
  readonly of?: 'call' | 'run';
}

/** The end of a model step: the last `responded` items of the log are its response. */
export interface ModelCalled extends NoeticEventOrigin {
  readonly type: 'model-called';
  readonly model?: string;
  readonly responded: number;
  readonly usage?: TokenUsage;
  readonly cost?: number;
}

/** The parts of a model call's context window: `lastLayerUsage`. */
export interface WindowMeasured extends NoeticEventOrigin {
  readonly type: 'window-measured';
  readonly usage: RecordValue;
}

export type StateEvent =
  | (NoeticEventOrigin & { readonly type: 'state-replaced'; readonly value: Value })
  | (NoeticEventOrigin & {
      readonly type: 'state-written';
      readonly path: readonly (string | number)[];
      readonly value: Value;
    })
  | (NoeticEventOrigin & { readonly type: 'directory-changed'; readonly cwd: string });

export type LifecycleEvent =
  | (NoeticEventOrigin & { readonly type: 'completed'; readonly value?: Value })
  | (NoeticEventOrigin & { readonly type: 'aborted'; readonly reason?: string });

export type ChannelEvent =
  | {
      readonly type: 'channel-declared';
      readonly label: string;
      readonly name?: string;
      readonly mode: ChannelMode;
      readonly capacity?: number;
      readonly external?: boolean;
    }
  /** The first use of a channel. It fixes the mode; later declarations of the same name do not change it. */
  | { readonly type: 'channel-opened'; readonly channel: string; readonly mode: ChannelMode; readonly capacity: number }
  | (NoeticEventOrigin & {
      readonly type: 'value-sent';
      readonly channel: string;
      readonly value: Value;
      /** `dropped`: the queue was full and the sender internal. */
      readonly to: 'buffer' | 'current' | 'receivers' | 'dropped';
      readonly handle?: string;
    })
  /** The oldest value was dropped to make room. */
  | { readonly type: 'value-dropped'; readonly channel: string; readonly value: Value }
  | (NoeticEventOrigin & { readonly type: 'value-taken'; readonly channel: string; readonly value: Value })
  | (NoeticEventOrigin & {
      readonly type: 'wait-began';
      readonly token: string;
      readonly channel: string;
      readonly kind: 'recv' | 'send';
      /** Milliseconds; absent: without limit. */
      readonly timeout?: number;
      /** The value of a waiting sender. */
      readonly value?: Value;
    })
  | { readonly type: 'wait-settled'; readonly token: string; readonly resolves?: Value; readonly rejects?: RecordValue }
  | (NoeticEventOrigin & { readonly type: 'handle-opened'; readonly handle: string; readonly channel: string });

export interface LayerStateSet extends NoeticEventOrigin {
  readonly type: 'layer-state-set';
  readonly layer: string;
  readonly state: Value;
  /** The function that set it; absent: the layer's owner. */
  readonly by?: string;
}

/** The Context object was exported: its fields at that time, under the library's names. */
export interface ContextRecorded extends NoeticEventOrigin {
  readonly type: 'context-recorded';
  readonly fields: RecordValue;
}

export interface CheckpointSaved extends NoeticEventOrigin {
  readonly type: 'checkpoint-saved';
}

export interface ItemTypeRegistered {
  readonly type: 'item-type-registered';
  readonly itemType: string;
}

/** Virtual time passed. */
export interface ClockAdvanced {
  readonly type: 'clock-advanced';
  readonly ms: number;
}
