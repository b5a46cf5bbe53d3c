import type { TurnIndex } from '../../../model/history.ts';
import type { Path } from '../../../model/path.ts';
import type { Value } from '../../../model/value.ts';
import { preview, type ValuePreview } from '../../../cel/index.ts';
import { bufferedCount, waiting, type ChannelState, type Wait } from '../channel-state.ts';
import type { ChannelDeclaration, ChannelMode } from '../header.ts';
import type { NoeticState } from '../state.ts';
import { turnOf } from '../timeline.ts';
import { channelTrails, type ChannelAct, type ChannelTrail } from './channel-trail.ts';
import { countBelow } from './gathering.ts';
import { activityOf, type ChannelActivity } from './channel-activity.ts';
import { standing, type NoeticMoment } from './noetic-moment.ts';

/** What is asked of the channels. */
export interface AskedChannel {
  /** The one to look at closely; null for one at which the turn did something, or else the first. */
  readonly channel: string | null;
  /** Of what happened there: rows `from` up to, not with, `to`, the latest first. */
  readonly from: number;
  readonly to: number;
}

/** The channels of a run after a turn, and one of them closely. */
export interface ShownChannels {
  readonly channels: readonly ShownChannel[];
  readonly total: number;
  readonly opened: OpenedChannel | null;
}

/** A name, and what lives under it. */
export interface ShownChannel {
  readonly name: string;
  /** What calls know it by, where that is not the name. */
  readonly labels: readonly string[];
  readonly mode: ChannelMode;
  /** Of queues. */
  readonly capacity: number | null;
  /** Outside code may write into it. */
  readonly external: boolean;
  /** False: it is declared, and nobody has used it yet. */
  readonly isUsed: boolean;
  /** How many values a queue holds; 1 for a value that is set. */
  readonly holds: number;
  readonly receivers: number;
  readonly senders: number;
  readonly sent: number;
  /** Received by a waiting receiver, or taken out of the queue. Looking at a value is on no record. */
  readonly received: number;
  readonly lost: number;
  readonly timedOut: number;
}

export interface OpenedChannel {
  readonly name: string;
  readonly path: Path;
  /** What it holds now, oldest first: the first of them. */
  readonly held: readonly HeldValue[];
  /** Who waits now, oldest first: the first of them, of so many. */
  readonly waits: readonly ShownWait[];
  readonly waitCount: number;
  readonly handles: readonly ShownHandle[];
  /** How many things have happened there, in and out of the window. */
  readonly happened: number;
  readonly rows: readonly ChannelRow[];
  readonly activity: ChannelActivity;
}

export interface HeldValue {
  readonly value: ValuePreview;
  /** When it was sent; null where that is not on record. */
  readonly turn: TurnIndex | null;
}

export interface ShownWait {
  readonly token: string;
  readonly node: string;
  readonly kind: Wait['kind'];
  readonly since: TurnIndex;
  /** Milliseconds; null: without limit. */
  readonly timeout: number | null;
  /** Milliseconds until it times out. */
  readonly left: number | null;
  /** What a sender waits with. */
  readonly value: ValuePreview | null;
}

export interface ShownHandle {
  readonly name: string;
  readonly node: string;
  readonly turn: TurnIndex;
  /** Its execution has ended: whoever writes is refused. */
  readonly isClosed: boolean;
}

export interface ChannelRow {
  readonly turn: TurnIndex;
  readonly act: ChannelAct;
  readonly node: string | null;
  readonly handle: string | null;
  readonly value: ValuePreview | null;
}

const most = { channels: 300, held: 40, waits: 60, handles: 40, rows: 400 };
const previewLength = 200;

export function shownChannels(at: NoeticMoment, asked: AskedChannel): ShownChannels {
  const { state, count } = standing(at);
  const trails = channelTrails(at).byChannel;
  const declared = declaredByName(state);
  const names = [...new Set([...declared.keys(), ...state.channels.keys()])];
  const channels = names.slice(0, most.channels).map((name) => {
    const trail = trails.get(name);
    return channelOf(state, name, declared.get(name) ?? [], (events) => below(trail, events, count));
  });
  const name = asked.channel ?? busyIn(at, names, trails) ?? names[0];
  const opened = name === undefined || !names.includes(name) ? null : openedChannel(at, name, asked);
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

/** The first channel at which something happened in the turn. */
function busyIn(
  at: NoeticMoment,
  names: readonly string[],
  trails: ReadonlyMap<string, ChannelTrail>,
): string | undefined {
  const { count } = standing(at);
  return names.find((name) => {
    const trail = trails.get(name);
    const last = trail?.events[countBelow(trail.events, count) - 1];
    return last !== undefined && turnOf(at.session, at.history, last) === at.turn;
  });
}

function openedChannel(at: NoeticMoment, name: string, { from, to }: AskedChannel): OpenedChannel {
  const { state, count } = standing(at);
  const trails = channelTrails(at);
  const trail = trails.byChannel.get(name);
  const used = state.channels.get(name);
  const turnAt = (event: number) => turnOf(at.session, at.history, event);
  const happened = trail === undefined ? 0 : countBelow(trail.events, count);
  const waits = used === undefined ? [] : waitsAt(used, state);
  const first = Math.max(0, from);

  const rows: ChannelRow[] = [];
  for (let row = first; row < Math.min(to, happened, first + most.rows); row++) {
    const step = trail?.steps[happened - 1 - row];
    if (step === undefined) break;
    const { act, node, handle, value } = step;
    rows.push({ turn: turnAt(step.event), act, node, handle, value: shown(value) });
  }
  return {
    name,
    path: ['ctx', 'channels', name],
    held: used === undefined ? [] : heldIn(used, trail, count, turnAt),
    waits: waits.slice(0, most.waits).map(({ token, node, kind, timeout, deadline, value }) => ({
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
    happened,
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

function heldIn(
  channel: ChannelState,
  trail: ChannelTrail | undefined,
  count: number,
  turnAt: (event: number) => TurnIndex,
): readonly HeldValue[] {
  const { mode, current, buffer, taken } = channel;
  if (mode === 'value') {
    if (current === undefined) return [];
    const set = trail?.sent[countBelow(trail.sent, count) - 1];
    return [{ value: preview(current, previewLength), turn: set === undefined ? null : turnAt(set) }];
  }
  const held: HeldValue[] = [];
  for (let i = taken; i < Math.min(buffer.length, taken + most.held); i++) {
    const put = trail?.queued[i];
    held.push({ value: preview(buffer.at(i) ?? null, previewLength), turn: put === undefined ? null : turnAt(put) });
  }
  return held;
}

function handlesOf(state: NoeticState, name: string, openedIn: (handle: string) => TurnIndex): readonly ShownHandle[] {
  const handles: ShownHandle[] = [];
  for (const [, handle] of state.handles) {
    const { channel: label, node } = handle;
    const declared = Object.hasOwn(state.declared, label) ? state.declared[label] : undefined;
    if ((declared?.name ?? label) !== name) continue;
    const isClosed = state.contexts.get(node)?.isClosed ?? false;
    handles.push({ name: handle.name, node, turn: openedIn(handle.name), isClosed });
    if (handles.length === most.handles) break;
  }
  return handles;
}
