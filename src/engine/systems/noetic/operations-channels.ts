import type { Value } from '../../model/value.ts';
import { optional, required } from '../parameters.ts';
import {
  argument,
  done,
  numberArgument,
  placeOf,
  refused,
  textArgument,
  type Answer,
  type OperationRequest,
  type Operation,
} from './operation.ts';
import {
  bufferedCount,
  firstWaiting,
  oldestValue,
  openedChannel,
  waiting,
  type ChannelState,
} from './channel-state.ts';
import type { NoeticEvent } from './event.ts';
import { isChannel, type ChannelDeclaration } from './header.ts';
import { cancelled, channelClosed, invalid, noChannelStore } from './refusal.ts';
import { contextAt, defaultCapacity, dialectOf, type NoeticState } from './state.ts';
import { tokenOf } from './waits.ts';

const defaultTimeout = 30_000;
/** The limit for receivers on a topic, which could otherwise wait forever. */
const maxTopicTimeout = 300_000;

const channelParameter = required('channel', 'string', 'A declared channel.');

/** Operations on channels: declare, send, receive, and write from outside code. */
export const channelOperations: readonly Operation[] = [
  {
    name: 'channel',
    about: 'Declares a channel.',
    parameters: [
      required('label', 'string', 'The name that calls use for the channel.'),
      required('mode', 'string', 'One of queue, value, topic.'),
      optional('capacity', 'number', 'The capacity of a queue; 1000 by default.'),
      optional('external', 'boolean', 'Whether outside code may write into it.'),
      optional('name', 'string', 'The name under which its state is stored; the label by default.'),
    ],
    decide({ args }) {
      const { label = '', ...declared } = args;
      if (!isChannel(declared))
        return refused(invalid('A channel is {mode: queue | value | topic, capacity?, external?}.'));
      const { mode, capacity, external, name } = declared;
      const labelText = typeof label === 'string' ? label : '';
      const event = {
        type: 'channel-declared',
        label: labelText,
        mode,
        ...(capacity === undefined ? {} : { capacity }),
        ...(external === undefined ? {} : { external }),
        ...(name === undefined ? {} : { name }),
      } as const;
      // A program refers to the channel by its label.
      return done([event], labelText);
    },
  },
  {
    name: 'send',
    about: 'Pushes a value into a channel.',
    parameters: [channelParameter, required('value', 'any', 'Null is a value too.')],
    decide: (request) => withChannel(request, (used) => send(request, used, argument(request.args, 'value') ?? null)),
  },
  {
    name: 'recv',
    about: 'Waits for the next value of a channel.',
    parameters: [
      channelParameter,
      optional('timeout', 'number', 'Milliseconds, 30000 by default; 0 means no limit (topics: 300000).'),
    ],
    answeredBy: { op: 'send', args: { channel: 'channel' }, isSettled: true },
    decide: (request) => withChannel(request, (used) => recv(request, used)),
  },
  {
    name: 'try_recv',
    about: 'Takes a value if one is available; returns null otherwise.',
    parameters: [channelParameter],
    decide: (request) =>
      withChannel(request, (used) => {
        const found = available(request, used);
        return found === null ? done(used.opening) : done([...used.opening, ...found.events], found.value);
      }),
  },
  {
    name: 'open_handle',
    about:
      'Opens a handle through which outside code writes into the channel. The handle closes when the execution ends.',
    parameters: [channelParameter],
    decide: (request) =>
      withChannel(request, ({ label, opening }) => {
        const handle = request.as ?? `handle-${request.state.handles.size + 1}`;
        if (request.state.handles.has(handle)) return refused(invalid(`There is a handle “${handle}” already.`));
        const opened = { type: 'handle-opened', ...placeOf(request.context), handle, channel: label } as const;
        return done([...opening, opened], handle);
      }),
  },
  {
    name: 'handle_send',
    about: 'Outside code writes through its handle; a full queue loses its oldest value.',
    parameters: [required('value', 'any', 'Null is a value too.')],
    decide(request) {
      const handle = request.state.handles.get(request.on ?? '');
      if (handle === undefined) return refused(invalid(`There is no handle “${request.on ?? ''}”.`));
      const context = contextAt(request.state, handle.node) ?? request.context;
      return withChannel({ ...request, context, args: { ...request.args, channel: handle.channel } }, (used) => {
        if (context.isClosed) return refused(channelClosed(used.channel.name));
        const value = argument(request.args, 'value') ?? null;
        return done([...used.opening, ...sent({ ...request, context }, used, value, handle.name)]);
      });
    },
  },
];

/** A channel in use: its state, and the opening event if this is its first use. */
interface Used {
  readonly label: string;
  readonly declared: ChannelDeclaration;
  readonly channel: ChannelState;
  readonly opening: readonly NoeticEvent[];
}

function withChannel({ state, context, args }: OperationRequest, use: (used: Used) => Answer): Answer {
  if (!context.hasChannels) return refused(noChannelStore);
  const label = textArgument(args, 'channel') ?? '';
  const declared = Object.hasOwn(state.declared, label) ? state.declared[label] : undefined;
  if (declared === undefined) return refused(invalid(`No channel “${label}” is declared.`));
  const name = declared.name ?? label;
  const known = state.channels.get(name);
  if (known !== undefined) return use({ label, declared, channel: known, opening: [] });
  const { mode, capacity = defaultCapacity } = declared;
  const opening: NoeticEvent = { type: 'channel-opened', channel: name, mode, capacity };
  return use({ label, declared, channel: openedChannel(name, mode, capacity), opening: [opening] });
}

function send(request: OperationRequest, used: Used, value: Value): Answer {
  const { state, context } = request;
  const { channel, opening } = used;
  const isParked = dialectOf(state) === 'current' && channel.mode === 'queue' && !hasRoom(state, channel);
  if (!isParked) return done([...opening, ...sent(request, used, value)]);
  return waitOrCancel(request, used, { kind: 'send', timeout: defaultTimeout, value }, context.aborted);
}

/** Whether a receiver waits, or the buffer has room. */
const hasRoom = (state: NoeticState, channel: ChannelState): boolean =>
  firstWaiting(channel.receivers, state.waits) !== undefined || bufferedCount(channel) < channel.capacity;

/** The events of a send that does not wait. `handle`: outside code wrote the value. */
function sent({ state, context }: OperationRequest, used: Used, value: Value, handle?: string): readonly NoeticEvent[] {
  const { channel, declared } = used;
  const to = (place: 'buffer' | 'current' | 'receivers' | 'dropped'): NoeticEvent => ({
    type: 'value-sent',
    ...placeOf(context),
    channel: channel.name,
    value,
    to: place,
    ...(handle === undefined ? {} : { handle }),
  });
  const wake = (token: string): NoeticEvent => ({ type: 'wait-settled', token, resolves: value });
  if (channel.mode !== 'queue') {
    const woken = [...waiting(channel.receivers, state.waits)].map(({ token }) => wake(token));
    return [to(channel.mode === 'value' ? 'current' : 'receivers'), ...woken];
  }
  const receiver = firstWaiting(channel.receivers, state.waits);
  if (receiver !== undefined) return [to('receivers'), wake(receiver.token)];
  if (bufferedCount(channel) < channel.capacity) return [to('buffer')];
  // The documented library decides by the channel, the current one by the writer.
  const dropsOldest = handle !== undefined || (dialectOf(state) === 'documented' && declared.external === true);
  if (!dropsOldest) return [to('dropped')];
  const oldest = oldestValue(channel);
  if (oldest === undefined) return [to('buffer')];
  return [{ type: 'value-dropped', channel: channel.name, value: oldest }, to('buffer')];
}

function recv(request: OperationRequest, used: Used): Answer {
  const { state, context, args } = request;
  const found = available(request, used);
  if (found !== null) return done([...used.opening, ...found.events], found.value);
  const requested = numberArgument(args, 'timeout') ?? defaultTimeout;
  const limited = used.channel.mode === 'topic' && requested <= 0 ? maxTopicTimeout : requested;
  const isCancelled = dialectOf(state) === 'current' && context.aborted;
  return waitOrCancel(request, used, { kind: 'recv', timeout: limited > 0 ? limited : undefined }, isCancelled);
}

/** An available value and the events of taking it; null if there is none. */
function available(
  { state, context }: OperationRequest,
  { channel }: Used,
): { value: Value; events: readonly NoeticEvent[] } | null {
  if (channel.mode === 'topic') return null;
  if (channel.mode === 'value') return channel.current === undefined ? null : { value: channel.current, events: [] };
  const oldest = oldestValue(channel);
  const sender = firstWaiting(channel.senders, state.waits);
  const admit = (to: 'buffer' | 'receivers'): readonly NoeticEvent[] =>
    sender === undefined
      ? []
      : [
          { type: 'value-sent', ...placeOf(sender), channel: channel.name, value: sender.value ?? null, to },
          { type: 'wait-settled', token: sender.token, resolves: null },
        ];
  if (oldest === undefined) {
    return sender === undefined ? null : { value: sender.value ?? null, events: admit('receivers') };
  }
  const removal: NoeticEvent = { type: 'value-taken', ...placeOf(context), channel: channel.name, value: oldest };
  return { value: oldest, events: [removal, ...admit('buffer')] };
}

interface WaitRequest {
  readonly kind: 'recv' | 'send';
  readonly timeout: number | undefined;
  readonly value?: Value;
}

function waitOrCancel(
  request: OperationRequest,
  used: Used,
  { kind, timeout, value }: WaitRequest,
  isCancelled: boolean,
): Answer {
  const { state, context } = request;
  if (isCancelled) return refused(cancelled(context.abortReason));
  const token = tokenOf(state.waits.size + 1);
  const began: NoeticEvent = {
    type: 'wait-began',
    ...placeOf(context),
    token,
    channel: used.channel.name,
    kind,
    ...(timeout === undefined ? {} : { timeout }),
    ...(value === undefined ? {} : { value }),
  };
  return { kind: 'waits', events: [...used.opening, began], token };
}
