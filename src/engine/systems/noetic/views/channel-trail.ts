import { unreachable } from '../../../../base/unreachable.ts';
import type { Value } from '../../../model/value.ts';
import { isRecord } from '../../../model/value.ts';
import type { ChannelEvent, NoeticEvent } from '../event.ts';
import { rootNode } from '../state.ts';
import { gathering } from './gathering.ts';

/** What happened at a channel, in a word. */
export type ChannelAct =
  /** Put into the queue. */
  | 'queued'
  /** The current value of a channel of mode `value` from here on. */
  | 'set'
  /** Given to whoever waited. */
  | 'handed-over'
  /** The queue was full: the new value is lost. */
  | 'dropped'
  /** The queue was full: its oldest value is lost, to make room. */
  | 'displaced'
  | 'taken'
  | 'waits-to-receive'
  | 'waits-to-send'
  | 'received'
  /** A sender who had waited for room is through. */
  | 'let-in'
  | 'timed-out'
  /** A wait that ended with any other error. */
  | 'broken-off';

/** One of them. */
export interface ChannelStep {
  readonly event: number;
  readonly act: ChannelAct;
  readonly node: string | null;
  /** Outside code wrote it, through this handle. */
  readonly handle: string | null;
  readonly value: Value | undefined;
}

/** All that happened at one channel, oldest first; and the events alone, for counting. */
export interface ChannelTrail {
  readonly steps: ChannelStep[];
  readonly events: number[];
  readonly sent: number[];
  readonly received: number[];
  readonly lost: number[];
  readonly timedOut: number[];
  /** Of everything that was ever put into the queue. */
  readonly queued: number[];
}

interface BegunWait {
  readonly event: number;
  readonly channel: string;
  readonly node: string;
  readonly isSend: boolean;
  /** Somewhere in the session; what ends it a second time means nothing. */
  isSettled: boolean;
}

interface Trails {
  readonly byChannel: Map<string, ChannelTrail>;
  /** Where and by whom a wait began, by its token. */
  readonly waits: Map<string, BegunWait>;
  /** By its name: the event that opened a handle. */
  readonly handles: Map<string, number>;
}

export const channelTrails = gathering<Trails>(
  () => ({ byChannel: new Map(), waits: new Map(), handles: new Map() }),
  (trails, event, index) => {
    if (isAtChannel(event)) gather(trails, event, index);
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

function gather(trails: Trails, event: AtChannel, index: number): void {
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
