import { unreachable } from '../../../base/unreachable.ts';
import { withoutSettled, enqueued, openedChannel, type ChannelState, type Wait } from './channel-state.ts';
import type { ChannelEvent } from './event.ts';
import { defaultCapacity, rootNode, type NoeticState } from './state.ts';

/** Applies events of channels: their values, and the operations that wait on them. */
export function applyChannelEvent(state: NoeticState, event: ChannelEvent): NoeticState {
  switch (event.type) {
    case 'channel-declared': {
      const { type: _type, label, ...declared } = event;
      return { ...state, declared: { ...state.declared, [label]: declared } };
    }
    case 'channel-opened': {
      if (state.channels.has(event.channel)) return state;
      const channel = openedChannel(event.channel, event.mode, event.capacity);
      return { ...state, channels: state.channels.set(event.channel, channel) };
    }
    case 'value-sent':
      return withChannel(state, event.channel, (channel) => received(channel, event));
    case 'value-dropped':
      return withChannel(state, event.channel, (channel) => ({
        ...channel,
        taken: Math.min(channel.taken + 1, channel.buffer.length),
        dropped: channel.dropped + 1,
      }));
    case 'value-taken':
      return withChannel(state, event.channel, (channel) => ({
        ...channel,
        taken: Math.min(channel.taken + 1, channel.buffer.length),
      }));
    case 'wait-began':
      return began(state, event);
    case 'wait-settled':
      return settled(state, event);
    case 'handle-opened': {
      const handle = { name: event.handle, channel: event.channel, node: event.node ?? rootNode };
      return { ...state, handles: state.handles.set(event.handle, handle) };
    }
    default:
      return unreachable(event);
  }
}

function withChannel(state: NoeticState, name: string, change: (channel: ChannelState) => ChannelState): NoeticState {
  // A recording may lack the opening event.
  const known = state.channels.get(name) ?? openedChannel(name, 'queue', defaultCapacity);
  const channels = state.channels.set(name, change(known));
  return channels === state.channels ? state : { ...state, channels };
}

function received(channel: ChannelState, { value, to }: ChannelEvent & { type: 'value-sent' }): ChannelState {
  const sent = channel.sent + 1;
  switch (to) {
    case 'buffer':
      return { ...channel, sent, buffer: channel.buffer.append(value) };
    case 'current':
      return { ...channel, sent, current: value };
    case 'receivers':
      return { ...channel, sent };
    case 'dropped':
      return { ...channel, sent, dropped: channel.dropped + 1 };
    default:
      return unreachable(to);
  }
}

function began(state: NoeticState, event: ChannelEvent & { type: 'wait-began' }): NoeticState {
  const { token, channel, kind, timeout } = event;
  if (state.waits.has(token)) return state;
  const wait: Wait = {
    token,
    node: event.node ?? rootNode,
    channel,
    kind,
    timeout,
    deadline: timeout === undefined ? undefined : state.now + timeout,
    value: event.value,
    outcome: null,
  };
  const joinedState = withChannel(state, channel, (known) =>
    kind === 'recv'
      ? { ...known, receivers: enqueued(known.receivers, token) }
      : { ...known, senders: enqueued(known.senders, token) },
  );
  return { ...joinedState, waits: state.waits.set(token, wait) };
}

function settled(state: NoeticState, event: ChannelEvent & { type: 'wait-settled' }): NoeticState {
  const wait = state.waits.get(event.token);
  if (wait === undefined || wait.outcome !== null) return state;
  const { resolves = null, rejects } = event;
  const waits = state.waits.set(wait.token, { ...wait, outcome: rejects === undefined ? { resolves } : { rejects } });
  return withChannel({ ...state, waits }, wait.channel, (channel) => ({
    ...channel,
    receivers: withoutSettled(channel.receivers, waits),
    senders: withoutSettled(channel.senders, waits),
  }));
}
