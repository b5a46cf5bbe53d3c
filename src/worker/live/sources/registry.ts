import type { LiveTarget, LiveTargets } from '../../live-protocol.ts';
import type { Receive, ReceiveRecords } from '../receiving.ts';
import { receiveEvents } from './events/receive.ts';
import { receiveFile } from './file/receive.ts';
import { receivePolled } from './polled/receive.ts';
import { receiveRelay } from './relay/receive.ts';

/** The other kinds come from this page itself. */
type SourceKind = Exclude<keyof LiveTargets, 'playback' | 'kept'>;

/** The live sources: each receives the records of one kind of target. */
const sources: { readonly [K in SourceKind]: Receive<K> } = {
  relay: receiveRelay,
  events: receiveEvents,
  polled: receivePolled,
  file: receiveFile,
  // Its SDK is large, and loads with the first agent.
  a2a: async (...given) => (await import('./a2a/receive.ts')).receiveA2a(...given),
};

export const receiveFrom =
  <K extends SourceKind>(target: LiveTarget<K>): ReceiveRecords =>
  (handlers, signal) =>
    sources[target.kind](target, handlers, signal);
