import type { History, TurnIndex } from '../../../model/history.ts';
import { isList, type Value, entry, isRecord } from '../../../model/value.ts';
import type { CallsMade, CallMade } from '../../moment.ts';
import { apply } from '../apply.ts';
import type { CallEvent, ValueAppended, ValueDeleted, ValueSet, OperationFailed } from '../event.ts';
import { startOf } from '../header.ts';
import { formatCallPath, parsePath, type Namespace } from '../path.ts';
import { readPlace, type Steps } from '../place.ts';
import { spaceOf, valueOf, type CallState } from '../state.ts';
import type { CallSession } from '../trail.ts';
import { keysTouched, type Place } from './key-place.ts';
import type { Writer } from './writer.ts';
import { withoutValue, withValue } from '../write.ts';

export interface CallWrite extends Place {
  /** The index of the event in the session; -1 for initial values. */
  readonly event: number;
  /** The latest turn at that time; -1 before the first turn. */
  readonly turn: TurnIndex;
  readonly how: 'start' | 'set' | 'append' | 'delete' | 'tool';
  readonly by: Writer;
  /** The path as the documentation writes it, including `[+]`. */
  readonly text: string;
  /** The value at the place after the write; undefined if none was left. */
  readonly value: Value | undefined;
  /** The affected keys: the key that contains the place, or the keys inside it. */
  readonly keys: readonly Steps[];
}

export interface RefusedWrite extends Refusal {
  readonly event: number;
  readonly turn: TurnIndex;
  readonly by: Writer;
}

interface LoggedEvent {
  readonly event: number;
  readonly turn: TurnIndex;
}

/**
 * Records who wrote what and when. Reads the events of a call once, and continues as they grow. All columns are oldest
 * first.
 */
export class CallLog {
  readonly refused: RefusedWrite[] = [];
  /** Switches of control to another agent. */
  readonly takeOvers: LoggedEvent[] = [];
  /** Requested handoffs. */
  readonly handoffs: LoggedEvent[] = [];
  /** For each entry of the context's history, its event. */
  readonly historyEvents: LoggedEvent[] = [];
  /** The state before the first event. */
  readonly start: CallState;
  readonly #session: CallSession;
  readonly #byKey = new Map<string, CallWrite[]>();
  readonly #bySpace = new Map<Namespace, CallWrite[]>();
  #state: CallState;
  #turn: TurnIndex = -1;
  #count = 0;
  #calls = 0;
  /** The running tool call. */
  #tool: { readonly name: string | null } | undefined;

  constructor(session: CallSession) {
    this.#session = session;
    this.start = startOf(session.header).state;
    this.#state = this.start;
  }

  /** All writes at, in or around a key, oldest first, without initial values. */
  writesOf(place: Place): readonly CallWrite[] {
    return this.#byKey.get(keyOf(place.namespace, place.steps)) ?? [];
  }

  /** All writes to a namespace, oldest first. */
  writesIn(namespace: Namespace): readonly CallWrite[] {
    return this.#bySpace.get(namespace) ?? [];
  }

  advance({ turns }: History, calls: CallsMade | undefined): void {
    const { events } = this.#session;
    for (; this.#count < events.length; this.#count++) {
      const event = events[this.#count];
      if (event === undefined) continue;
      this.#recordRefusalsBefore(this.#count, calls);
      if (turns[this.#turn + 1]?.event === this.#count) this.#turn += 1;
      const before = this.#state;
      this.#state = apply(before, event);
      if (this.#state.trace.length > before.trace.length)
        this.historyEvents.push({ event: this.#count, turn: this.#turn });
      this.#recordEvent(event, before);
    }
    this.#recordRefusalsBefore(this.#count, calls);
  }

  #recordEvent(event: CallEvent, before: CallState): void {
    switch (event.type) {
      case 'tool-called':
        this.#tool = { name: event.tool ?? null };
        return this.#recordWrite('tool', { namespace: 'params', steps: [] }, 'params', before, this.#by('tool'));
      case 'tool-ended':
      case 'tool-blocked':
        this.#tool = undefined;
        return;
      case 'value-set':
      case 'value-appended':
      case 'value-deleted':
        return this.#recordValueEvent(event, before);
      case 'flag-changed':
        return this.#recordWrite(
          'set',
          { namespace: 'flags', steps: [event.flag] },
          `flags.${event.flag}`,
          before,
          this.#by('action'),
        );
      case 'agent-state-set': {
        const place: Place = { namespace: 'agents', steps: [event.agent, event.key] };
        const by: Writer = { kind: 'agent', name: event.agent };
        return this.#recordWrite('set', place, `agents.${event.agent}.${event.key}`, before, by);
      }
      case 'agent-switched':
        if (this.#state !== before) this.takeOvers.push({ event: this.#count, turn: this.#turn });
        return;
      case 'handoff-triggered':
        this.handoffs.push({ event: this.#count, turn: this.#turn });
        return;
      case 'operation-failed': {
        const refusal = refusalOfAction(event);
        if (refusal !== undefined) this.#recordRefusal(refusal, this.#by('action'));
        return;
      }
      default:
        return;
    }
  }

  #recordValueEvent(event: ValueSet | ValueAppended | ValueDeleted, before: CallState): void {
    const by = this.#by('action');
    const parsed = parsePath(event.path);
    if (this.#state.trace === before.trace || !parsed.ok) {
      const refusal = refusalOfEvent(before, event);
      if (refusal !== undefined) this.#recordRefusal(refusal, by);
      return;
    }
    const { namespace, steps } = parsed.value;
    if (event.type !== 'value-appended') {
      this.#recordWrite(event.type === 'value-set' ? 'set' : 'delete', parsed.value, event.path, before, by);
      return;
    }
    const list = valueOf(before, parsed.value) ?? null;
    const place: Place = { namespace, steps: [...steps, isList(list) ? list.length : 0] };
    this.#recordWrite('append', place, `${event.path}[+]`, before, by);
  }

  #recordWrite(how: CallWrite['how'], place: Place, text: string, before: CallState, by: Writer): void {
    const { namespace, steps } = place;
    const after = spaceOf(this.#state, namespace);
    const value = how === 'delete' ? undefined : readPlace(after, steps);
    const keys = keysTouched(place, spaceOf(before, namespace), after);
    const write: CallWrite = { event: this.#count, turn: this.#turn, how, by, namespace, steps, text, value, keys };
    pushTo(this.#bySpace, namespace, write);
    for (const key of keys) pushTo(this.#byKey, keyOf(namespace, key), write);
  }

  /** Records refused calls of a run. They made no event, so they are placed between the events around them. */
  #recordRefusalsBefore(count: number, calls: CallsMade | undefined): void {
    for (; this.#calls < (calls?.length ?? 0); this.#calls++) {
      const made = calls?.at(this.#calls);
      if (made === undefined || made.upTo > count) return;
      const refusal = refusalOfCall(made);
      if (refusal !== undefined) this.#recordRefusal(refusal, this.#by('action'), made.upTo - 1);
    }
  }

  #recordRefusal(refusal: Refusal, by: Writer, event = this.#count): void {
    this.refused.push({ ...refusal, event, turn: this.#turn, by });
  }

  #by(kind: 'tool' | 'action'): Writer {
    return this.#tool === undefined ? { kind: 'program', name: null } : { kind, name: this.#tool.name };
  }
}

/** The map key of a place. Flags, agents and the keys of an agent's state may contain any characters. */
const keyOf = (namespace: Namespace, steps: Steps): string =>
  steps.length === 1 ? `${namespace} ${steps[0] ?? ''}` : JSON.stringify([namespace, ...steps]);

/** A place as the documentation writes it. */
export const placeText = (place: Place): string => formatCallPath({ ...place, appends: false });

/** The number of events up to and including a turn. */
export const eventsUpTo = ({ events }: CallSession, { turns }: History, turn: TurnIndex): number =>
  turns[turn + 1]?.event ?? events.length;

function pushTo<K, V>(columns: Map<K, V[]>, key: K, value: V): void {
  const column = columns.get(key);
  if (column === undefined) columns.set(key, [value]);
  else column.push(value);
}

const logs = new WeakMap<CallSession, CallLog>();

export function callLogOf(session: CallSession, history: History, calls: CallsMade | undefined): CallLog {
  const log = logs.get(session) ?? new CallLog(session);
  logs.set(session, log);
  log.advance(history, calls);
  return log;
}

/** A write that changed nothing. */
interface Refusal {
  /** The path as given; null if the recording does not name it. */
  readonly path: string | null;
  /** A sentence. */
  readonly reason: string;
}

/** The refusal of a tool's action; undefined without a path, because the action would have written nothing. */
const refusalOfAction = ({ path, message }: OperationFailed): Refusal | undefined =>
  path === undefined ? undefined : { path, reason: message };

/** The reason why a recorded write has no effect; undefined for the deletion of a missing value. */
function refusalOfEvent({ spaces }: CallState, event: ValueSet | ValueAppended | ValueDeleted): Refusal | undefined {
  const parsed = parsePath(event.path);
  if (!parsed.ok) return { path: event.path, reason: parsed.problem.message };
  const written =
    event.type === 'value-deleted'
      ? withoutValue(spaces, parsed.value)
      : withValue(spaces, { ...parsed.value, appends: event.type === 'value-appended' }, event.value);
  if (!written.ok) return { path: event.path, reason: written.problem.message };
  return parsed.value.appends
    ? { path: event.path, reason: 'A recorded write must name the list, without [+].' }
    : undefined;
}

/** Operations that write when called directly. */
const writing: ReadonlySet<string> = new Set(['set', 'delete', 'set_agent_state', 'action']);

/** The refusal of a call in a run. A refused call makes no event, so its outcome is the only record. */
function refusalOfCall({ call, outcome }: CallMade): Refusal | undefined {
  if (!writing.has(call.op) || !('throws' in outcome) || !isRecord(outcome.throws)) return undefined;
  const message = entry(outcome.throws, 'message') ?? entry(outcome.throws, 'kind');
  const path = entry(outcome.throws, 'path') ?? entry(call.args, 'path') ?? entry(call.args, 'key') ?? null;
  return {
    path: typeof path === 'string' ? path : null,
    reason: typeof message === 'string' ? message : 'It was refused.',
  };
}
