import type { RecordValue, Value } from '../../model/value.ts';
import type { ChannelMode } from './header.ts';

/**
 * What happened in a run, in the order in which it happened. Session files carry these as they stand here.
 * `node` names the context, absent for the root; `channel` is the channel's name, under which its state lives.
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

interface Placed {
  readonly node?: string;
  /** UTC ISO 8601, where recorded. */
  readonly at?: string;
}

export type Descent = 'spawn' | 'parallel' | 'nest';

/** How contexts come and go. */
export type ContextEvent =
  | (Placed & {
      readonly type: 'context-created';
      readonly node: string;
      /** Absent: the root. */
      readonly parent?: string;
      readonly how: Descent;
      readonly id?: string;
      readonly threadId?: string;
      /** What layers hand over to a spawned child. */
      readonly items?: readonly Value[];
      /** Parallel branches: in a race the winner's state replaces the parent's. */
      readonly mode?: ParallelMode;
      /** The step that made it: branches of one step run against each other. */
      readonly stepId?: string;
    })
  | (Placed & {
      readonly type: 'context-restored';
      readonly node: string;
      readonly executionId: string;
      /** Where it did not come from this run's own store. */
      readonly snapshot?: RecordValue;
      /** What the host handed in, because no snapshot holds it. */
      readonly state?: Value;
      readonly parent?: string;
    })
  | (Placed & { readonly type: 'context-settled' })
  | (Placed & { readonly type: 'execution-closed' });

export type ParallelMode = 'all' | 'race' | 'settle';

export interface ItemAppended extends Placed {
  readonly type: 'item-appended';
  readonly item: Value;
}

export type StepEvent =
  | (Placed & { readonly type: 'step-dispatched'; readonly stepId?: string })
  | (Placed & { readonly type: 'step-entered'; readonly stepId: string; readonly input?: Value })
  | (Placed & { readonly type: 'step-left' })
  | (Placed & { readonly type: 'step-failed'; readonly error: RecordValue });

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
}

/** Tokens and cost of a model call of which nothing else is known. */
export interface UsageAccounted extends Placed, TokenUsage {
  readonly type: 'usage-accounted';
  readonly cost?: number;
  /** `run`: of all model calls so far together, none of which is known alone. */
  readonly of?: 'call' | 'run';
}

/** The end of a model step: the last `responded` items of the log are its response. */
export interface ModelCalled extends Placed {
  readonly type: 'model-called';
  readonly model?: string;
  readonly responded: number;
  readonly usage?: TokenUsage;
  readonly cost?: number;
}

/** How the context window of a model call was made up: `lastLayerUsage`. */
export interface WindowMeasured extends Placed {
  readonly type: 'window-measured';
  readonly usage: RecordValue;
}

export type StateEvent =
  | (Placed & { readonly type: 'state-replaced'; readonly value: Value })
  | (Placed & { readonly type: 'state-written'; readonly path: readonly (string | number)[]; readonly value: Value })
  | (Placed & { readonly type: 'directory-changed'; readonly cwd: string });

export type LifecycleEvent =
  | (Placed & { readonly type: 'completed'; readonly value?: Value })
  | (Placed & { readonly type: 'aborted'; readonly reason?: string });

export type ChannelEvent =
  | {
      readonly type: 'channel-declared';
      readonly label: string;
      readonly name?: string;
      readonly mode: ChannelMode;
      readonly capacity?: number;
      readonly external?: boolean;
    }
  /** First use: from here on the mode is this one, whatever a later declaration of the same name says. */
  | { readonly type: 'channel-opened'; readonly channel: string; readonly mode: ChannelMode; readonly capacity: number }
  | (Placed & {
      readonly type: 'value-sent';
      readonly channel: string;
      readonly value: Value;
      /** `dropped`: the queue was full and the sender internal. */
      readonly to: 'buffer' | 'current' | 'receivers' | 'dropped';
      readonly handle?: string;
    })
  /** The oldest one, to make room. */
  | { readonly type: 'value-dropped'; readonly channel: string; readonly value: Value }
  | (Placed & { readonly type: 'value-taken'; readonly channel: string; readonly value: Value })
  | (Placed & {
      readonly type: 'wait-began';
      readonly token: string;
      readonly channel: string;
      readonly kind: 'recv' | 'send';
      /** Milliseconds; absent: without limit. */
      readonly timeout?: number;
      /** What a sender waits with. */
      readonly value?: Value;
    })
  | { readonly type: 'wait-settled'; readonly token: string; readonly resolves?: Value; readonly rejects?: RecordValue }
  | (Placed & { readonly type: 'handle-opened'; readonly handle: string; readonly channel: string });

export interface LayerStateSet extends Placed {
  readonly type: 'layer-state-set';
  readonly layer: string;
  readonly state: Value;
  /** The function that did it; absent: the layer's owner. */
  readonly by?: string;
}

/** Someone exported the Context object: its fields as they were then, under the names that the library gives them. */
export interface ContextRecorded extends Placed {
  readonly type: 'context-recorded';
  readonly fields: RecordValue;
}

export interface CheckpointSaved extends Placed {
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
