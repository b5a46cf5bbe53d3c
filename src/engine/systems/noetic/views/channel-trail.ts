import { unreachable } from '../../../../base/unreachable.ts';
import type { Value } from '../../../model/value.ts';
import { isRecord } from '../../../model/value.ts';
import type { ChannelEvent, NoeticEvent } from '../event.ts';
import { rootNode } from '../state.ts';
import { collectFromEvents } from './collect-from-events.ts';

/** The kind of an event on a channel. */
export type ChannelAct =
  /** Added to the queue. */
  | 'queued'
  /** Became the current value of a channel of mode `value`. */
  | 'set'
  /** Passed directly to a waiting receiver. */
  | 'handed-over'
  /** The queue was full: the new value is lost. */
  | 'dropped'
  /** The queue was full: its oldest value is lost, to make room. */
  | 'displaced'
  | 'taken'
  | 'waits-to-receive'
  | 'waits-to-send'
  | 'received'
  /** A sender that waited for room could send its value. */
  | 'let-in'
  | 'timed-out'
  /** A wait that ended with any other error. */
  | 'broken-off';

/** One event on a channel. */
export interface ChannelStep {
  readonly event: number;
  readonly act: ChannelAct;
  readonly node: string | null;
  /** Outside code wrote it, through this handle. */
  readonly handle: string | null;
  readonly value: Value | undefined;
}

/** All events on one channel, oldest first, and their event indices by kind, for counting. */
export interface ChannelTrail {
  readonly steps: ChannelStep[];
  readonly events: number[];
  readonly sent: number[];
  readonly received: number[];
  readonly lost: number[];
  readonly timedOut: number[];
  /** All values ever added to the queue. */
  readonly queued: number[];
}

interface BegunWait {
  readonly event: number;
  readonly channel: string;
  readonly node: string;
  readonly isSend: boolean;
  /** Whether the wait has ended; a second end is ignored. */
  isSettled: boolean;
}

interface Trails {
  readonly byChannel: Map<string, ChannelTrail>;
  /** The start of each wait, by token. */
  readonly waits: Map<string, BegunWait>;
  /** By handle name: the event that opened the handle. */
  readonly handles: Map<string, number>;
}

export const channelTrails = collectFromEvents<Trails>(
  () => ({ byChannel: new Map(), waits: new Map(), handles: new Map() }),
  (trails, event, index) => {
    if (isAtChannel(event)) addEvent(trails, event, index);
  },
);

type AtChannel = Exclude<ChannelEvent, { type: 'channel-declared' | 'channel-opened' }>;

const types: readonly string[] = [
  'value-sent',
  'value-dropped',
  'value-taken',
  'wait-began',
  'wait-settled',
  'handle-opened',
] satisfies readonly AtChannel['type'][];

const isAtChannel = (event: NoeticEvent): event is AtChannel => types.includes(event.type);

function addEvent(trails: Trails, event: AtChannel, index: number): void {
  switch (event.type) {
    case 'value-sent': {
      const { channel, value, to, handle = null, node = rootNode } = event;
      const trail = trailOf(trails, channel);
      if (to === 'buffer') trail.queued.push(index);
      (to === 'dropped' ? trail.lost : trail.sent).push(index);
      return add(trail, { event: index, act: sentAct[to], node: handle === null ? node : null, handle, value });
    }
    case 'value-dropped': {
      const trail = trailOf(trails, event.channel);
      trail.lost.push(index);
      return add(trail, { event: index, act: 'displaced', node: null, handle: null, value: event.value });
    }
    case 'value-taken': {
      const { channel, value, node = rootNode } = event;
      const trail = trailOf(trails, channel);
      trail.received.push(index);
      return add(trail, { event: index, act: 'taken', node, handle: null, value });
    }
    case 'wait-began': {
      const { token, channel, kind, value, node = rootNode } = event;
      if (trails.waits.has(token)) return undefined;
      const isSend = kind === 'send';
      trails.waits.set(token, { event: index, channel, node, isSend, isSettled: false });
      const act = isSend ? 'waits-to-send' : 'waits-to-receive';
      return add(trailOf(trails, channel), { event: index, act, node, handle: null, value });
    }
    case 'wait-settled':
      return settle(trails, event, index);
    case 'handle-opened':
      if (!trails.handles.has(event.handle)) trails.handles.set(event.handle, index);
      return undefined;
    default:
      return unreachable(event);
  }
}

const sentAct = { buffer: 'queued', current: 'set', receivers: 'handed-over', dropped: 'dropped' } as const;

function settle(
  trails: Trails,
  { token, resolves, rejects }: AtChannel & { type: 'wait-settled' },
  index: number,
): void {
  const wait = trails.waits.get(token);
  if (wait === undefined || wait.isSettled) return;
  wait.isSettled = true;
  const { channel, node, isSend } = wait;
  const trail = trailOf(trails, channel);
  const step = { event: index, node, handle: null };
  if (rejects !== undefined) {
    const isLate = isRecord(rejects) && rejects['kind'] === 'channel_timeout';
    if (isLate) trail.timedOut.push(index);
    return add(trail, { ...step, act: isLate ? 'timed-out' : 'broken-off', value: undefined });
  }
  if (!isSend) trail.received.push(index);
  return add(trail, { ...step, act: isSend ? 'let-in' : 'received', value: isSend ? undefined : (resolves ?? null) });
}

function add({ steps, events }: ChannelTrail, step: ChannelStep): void {
  steps.push(step);
  events.push(step.event);
}

function trailOf({ byChannel }: Trails, channel: string): ChannelTrail {
  const known = byChannel.get(channel);
  if (known !== undefined) return known;
  const trail = { steps: [], events: [], sent: [], received: [], lost: [], timedOut: [], queued: [] };
  byChannel.set(channel, trail);
  return trail;
}
