import type { RecordValue } from '../../model/value.ts';

/** An error of the library: its kind, its message and further fields. */
export type Refusal = RecordValue & { readonly kind: string };

/** The error for an invalid argument. */
export const invalid = (message: string): Refusal => ({ kind: 'validation_error', message });

export const cancelled = (reason: string | undefined): Refusal => {
  const known = reason ?? 'context aborted';
  return { kind: 'cancelled', reason: known, message: `Cancelled: ${known}` };
};

export const channelTimeout = (channelName: string, timeout: number): Refusal => ({
  kind: 'channel_timeout',
  channelName,
  timeout,
  message: `Channel '${channelName}' timed out after ${timeout}ms`,
});

export const channelClosed = (channelName: string): Refusal => ({
  kind: 'channel_closed',
  channelName,
  message: `Channel '${channelName}' is closed`,
});

export const noChannelStore: Refusal = { kind: 'no_channel_store', message: 'No channel store configured' };

export const tooDeep = (stepId: string, depth: number): Refusal => ({
  kind: 'step_failed',
  stepId,
  cause: `Maximum spawn depth 64 exceeded (depth: ${depth})`,
  retriesExhausted: true,
  message: `Step '${stepId}' failed: maximum spawn depth 64 exceeded (depth: ${depth})`,
});

export const schemaMismatch = (what: string): Refusal => ({
  kind: 'CHECKPOINT_SCHEMA_MISMATCH',
  message: `The checkpoint cannot be read: ${what}.`,
});
