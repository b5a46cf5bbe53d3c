import type { ChannelAct } from '../../engine/systems/noetic/views/channel-trail.ts';
import type { ShownChannel, ShownWait } from '../../engine/systems/noetic/views/shown-channels.ts';
import { unreachable } from '../../base/unreachable.ts';
import { count, counted, milliseconds } from '../../ui/format.ts';

/** Explains a channel's mode in a sentence. */
export function modeSentence({ mode, capacity, external }: ShownChannel): string {
  const outside = external ? ' Outside code may write into it.' : '';
  switch (mode) {
    case 'queue': {
      const room = capacity === null ? '' : `, up to ${count(capacity)} of them`;
      return `A queue: it keeps values until a receiver takes them, oldest first${room}.${outside}`;
    }
    case 'value':
      return `A value: it keeps the last value that was sent, and reading does not remove it.${outside}`;
    case 'topic':
      return `A topic: a value goes to all receivers that wait when it is sent, and is not kept.${outside}`;
    default:
      return unreachable(mode);
  }
}

/** The channel's counts so far. */
export function soFar({ sent, received, lost, timedOut }: ShownChannel): string {
  const ended = timedOut === 0 ? '' : `, ${counted(timedOut, 'wait')} timed out`;
  return `${count(sent)} sent, ${count(received)} received, ${count(lost)} lost${ended}.`;
}

/** A wait's timeout and time left. */
export function patience({ timeout, left }: ShownWait): string {
  if (timeout === null) return 'without limit';
  return `${milliseconds(timeout)}${left === null ? '' : `, ${milliseconds(left)} left`}`;
}

export const actWords: { readonly [A in ChannelAct]: string } = {
  queued: 'queued',
  set: 'set',
  'handed-over': 'handed over',
  dropped: 'dropped: full',
  displaced: 'oldest dropped: full',
  taken: 'taken',
  'waits-to-receive': 'waits to receive',
  'waits-to-send': 'waits for room',
  received: 'received',
  'let-in': 'room found',
  'timed-out': 'timed out',
  'broken-off': 'cancelled',
};

/** Whether a value was lost or a wait ended without one. */
export const isLoss = (act: ChannelAct): boolean =>
  act === 'dropped' || act === 'displaced' || act === 'timed-out' || act === 'broken-off';
