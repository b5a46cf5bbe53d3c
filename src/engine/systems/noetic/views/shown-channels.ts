import type { TurnIndex } from '../../../model/history.ts';
import type { Path } from '../../../model/path.ts';
import type { Value } from '../../../model/value.ts';
import { preview, type ValuePreview } from '../../../cel/index.ts';
import { bufferedCount, waiting, type ChannelState, type Wait } from '../channel-state.ts';
import type { ChannelDeclaration, ChannelMode } from '../header.ts';
import type { NoeticState } from '../state.ts';
import { turnOf } from '../timeline.ts';
import { channelTrails, type ChannelAct, type ChannelTrail } from './channel-trail.ts';
import { countBelow } from './collect-from-events.ts';
import { activityOf, type ChannelActivity } from './channel-activity.ts';
import { stateAtMoment, type NoeticMoment } from './noetic-moment.ts';

/** A query of the channels. */
export interface ChannelQuery {
  /** The channel to show in detail; null for the channel that the turn used, or else the first. */
  readonly channel: string | null;
  /** Rows of its event list, latest first, from `from` (inclusive) to `to` (exclusive). */
  readonly from: number;
  readonly to: number;
}

/** The channels of a run after a turn, and one of them in detail. */
export interface ShownChannels {
  readonly channels: readonly ShownChannel[];
  readonly total: number;
  readonly opened: OpenedChannel | null;
}

/** A channel name and its state. */
export interface ShownChannel {
  readonly name: string;
  /** The labels that calls use, if they differ from the name. */
  readonly labels: readonly string[];
  readonly mode: ChannelMode;
  /** The capacity of a queue. */
  readonly capacity: number | null;
  /** Whether outside code may write into it. */
  readonly external: boolean;
  /** False if the channel is declared but not used yet. */
  readonly isUsed: boolean;
  /** The number of values in a queue; 1 for a channel of mode `value` that is set. */
  readonly holds: number;
  readonly receivers: number;
  readonly senders: number;
  readonly sent: number;
  /** Received by a waiting receiver, or taken out of the queue. Reads of a channel of mode `value` are not recorded. */
  readonly received: number;
  readonly lost: number;
  readonly timedOut: number;
}

export interface OpenedChannel {
  readonly name: string;
  readonly path: Path;
  /** The first of its current values, oldest first. */
  readonly values: readonly ChannelValue[];
  /** The first of the pending waits, oldest first; `waitCount` is their total. */
  readonly waits: readonly ShownWait[];
  readonly waitCount: number;
  readonly handles: readonly ShownHandle[];
  /** The number of all events on the channel, including those outside the window. */
  readonly stepTotal: number;
  readonly rows: readonly ChannelRow[];
  readonly activity: ChannelActivity;
}

export interface ChannelValue {
  readonly value: ValuePreview;
  /** The turn of its sending; null if that was not recorded. */
  readonly turn: TurnIndex | null;
}

export interface ShownWait {
  readonly token: string;
  readonly node: string;
  readonly kind: Wait['kind'];
  readonly since: TurnIndex;
  /** Milliseconds; null means no limit. */
  readonly timeout: number | null;
  /** Milliseconds until it times out. */
  readonly left: number | null;
  /** The value of a waiting sender. */
  readonly value: ValuePreview | null;
}

export interface ShownHandle {
  readonly name: string;
  readonly node: string;
  readonly turn: TurnIndex;
  /** True if its execution has ended: further writes are refused. */
  readonly isClosed: boolean;
}

export interface ChannelRow {
  readonly turn: TurnIndex;
  readonly act: ChannelAct;
  readonly node: string | null;
  readonly handle: string | null;
  readonly value: ValuePreview | null;
}

const limits = { channels: 300, values: 40, waits: 60, handles: 40, rows: 400 };
const previewLength = 200;

export function shownChannels(at: NoeticMoment, query: ChannelQuery): ShownChannels {
  const { state, count } = stateAtMoment(at);
  const trails = channelTrails(at).byChannel;
  const declared = declaredByName(state);
  const names = [...new Set([...declared.keys(), ...state.channels.keys()])];
  const channels = names.slice(0, limits.channels).map((name) => {
    const trail = trails.get(name);
    return channelOf(state, name, declared.get(name) ?? [], (events) => below(trail, events, count));
  });
  const name = query.channel ?? usedInTurn(at, names, trails) ?? names[0];
  const opened = name === undefined || !names.includes(name) ? null : openedChannel(at, name, query);
  return { channels, total: names.length, opened };
}

type Declared = ChannelDeclaration & { readonly label: string };

function declaredByName({ declared }: NoeticState): ReadonlyMap<string, readonly Declared[]> {
  const byName = new Map<string, Declared[]>();
  for (const [label, declaration] of Object.entries(declared)) {
    const name = declaration.name ?? label;
    byName.set(name, [...(byName.get(name) ?? []), { ...declaration, label }]);
  }
  return byName;
}

type Counted = 'sent' | 'received' | 'lost' | 'timedOut';

const below = (trail: ChannelTrail | undefined, events: Counted, count: number): number =>
  trail === undefined ? 0 : countBelow(trail[events], count);

function channelOf(
  state: NoeticState,
  name: string,
  declared: readonly Declared[],
  counted: (events: Counted) => number,
): ShownChannel {
  const used = state.channels.get(name);
  const mode = used?.mode ?? declared[0]?.mode ?? 'queue';
  return {
    name,
    labels: declared.map(({ label }) => label).filter((label) => label !== name),
    mode,
    capacity: mode === 'queue' ? (used?.capacity ?? declared[0]?.capacity ?? null) : null,
    external: declared.some(({ external }) => external === true),
    isUsed: used !== undefined,
    holds: used === undefined ? 0 : holdsOf(used),
    receivers: used === undefined ? 0 : [...waiting(used.receivers, state.waits)].length,
    senders: used === undefined ? 0 : [...waiting(used.senders, state.waits)].length,
    sent: counted('sent'),
    received: counted('received'),
    lost: counted('lost'),
    timedOut: counted('timedOut'),
  };
}

function holdsOf(channel: ChannelState): number {
  if (channel.mode === 'value') return channel.current === undefined ? 0 : 1;
  return bufferedCount(channel);
}

/** The first channel that had an event in the turn. */
function usedInTurn(
  at: NoeticMoment,
  names: readonly string[],
  trails: ReadonlyMap<string, ChannelTrail>,
): string | undefined {
  const { count } = stateAtMoment(at);
  return names.find((name) => {
    const trail = trails.get(name);
    const last = trail?.events[countBelow(trail.events, count) - 1];
    return last !== undefined && turnOf(at.session, at.history, last) === at.turn;
  });
}

function openedChannel(at: NoeticMoment, name: string, { from, to }: ChannelQuery): OpenedChannel {
  const { state, count } = stateAtMoment(at);
  const trails = channelTrails(at);
  const trail = trails.byChannel.get(name);
  const used = state.channels.get(name);
  const turnAt = (event: number) => turnOf(at.session, at.history, event);
  const stepTotal = trail === undefined ? 0 : countBelow(trail.events, count);
  const waits = used === undefined ? [] : waitsAt(used, state);
  const first = Math.max(0, from);

  const rows: ChannelRow[] = [];
  for (let row = first; row < Math.min(to, stepTotal, first + limits.rows); row++) {
    const step = trail?.steps[stepTotal - 1 - row];
    if (step === undefined) break;
    const { act, node, handle, value } = step;
    rows.push({ turn: turnAt(step.event), act, node, handle, value: shown(value) });
  }
  return {
    name,
    path: ['ctx', 'channels', name],
    values: used === undefined ? [] : valuesIn(used, trail, count, turnAt),
    waits: waits.slice(0, limits.waits).map(({ token, node, kind, timeout, deadline, value }) => ({
      token,
      node,
      kind,
      since: turnAt(trails.waits.get(token)?.event ?? 0),
      timeout: timeout ?? null,
      left: deadline === undefined ? null : Math.max(0, deadline - state.now),
      value: shown(value),
    })),
    waitCount: waits.length,
    handles: handlesOf(state, name, (handle) => turnAt(trails.handles.get(handle) ?? 0)),
    stepTotal,
    rows,
    activity: activityOf(at, trail, count),
  };
}

const shown = (value: Value | undefined): ValuePreview | null =>
  value === undefined ? null : preview(value, previewLength);

const waitsAt = ({ receivers, senders }: ChannelState, { waits }: NoeticState): readonly Wait[] => [
  ...waiting(receivers, waits),
  ...waiting(senders, waits),
];

function valuesIn(
  channel: ChannelState,
  trail: ChannelTrail | undefined,
  count: number,
  turnAt: (event: number) => TurnIndex,
): readonly ChannelValue[] {
  const { mode, current, buffer, taken } = channel;
  if (mode === 'value') {
    if (current === undefined) return [];
    const set = trail?.sent[countBelow(trail.sent, count) - 1];
    return [{ value: preview(current, previewLength), turn: set === undefined ? null : turnAt(set) }];
  }
  const values: ChannelValue[] = [];
  for (let i = taken; i < Math.min(buffer.length, taken + limits.values); i++) {
    const put = trail?.queued[i];
    values.push({ value: preview(buffer.at(i) ?? null, previewLength), turn: put === undefined ? null : turnAt(put) });
  }
  return values;
}

function handlesOf(state: NoeticState, name: string, openedIn: (handle: string) => TurnIndex): readonly ShownHandle[] {
  const handles: ShownHandle[] = [];
  for (const [, handle] of state.handles) {
    const { channel: label, node } = handle;
    const declared = Object.hasOwn(state.declared, label) ? state.declared[label] : undefined;
    if ((declared?.name ?? label) !== name) continue;
    const isClosed = state.contexts.get(node)?.isClosed ?? false;
    handles.push({ name: handle.name, node, turn: openedIn(handle.name), isClosed });
    if (handles.length === limits.handles) break;
  }
  return handles;
}
