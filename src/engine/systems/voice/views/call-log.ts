import type { History, TurnIndex } from '../../../model/history.ts';
import { isList, type Value } from '../../../model/value.ts';
import type { CallsMade } from '../../moment.ts';
import { apply } from '../apply.ts';
import type { CallEvent, ValueAppended, ValueDeleted, ValueSet } from '../event.ts';
import { startOf } from '../header.ts';
import { formatCallPath, parsePath, type Namespace } from '../path.ts';
import { readPlace, type Steps } from '../place.ts';
import { spaceOf, valueOf, type CallState } from '../state.ts';
import type { CallSession } from '../trail.ts';
import { keysTouched, type Place } from './key-place.ts';
import type { Writer } from './writer.ts';
import { refusalOfAction, refusalOfCall, refusalOfEvent, type Refusal } from './refusal.ts';

export interface CallWrite extends Place {
  /** Place of the event in the session; -1 for what came with the start. */
  readonly event: number;
  /** The latest turn when it happened; -1 before the first. */
  readonly turn: TurnIndex;
  readonly how: 'start' | 'set' | 'append' | 'delete' | 'tool';
  readonly by: Writer;
  /** As the page writes it, `[+]` included. */
  readonly text: string;
  /** What stood at the place afterwards; undefined where nothing was left. */
  readonly value: Value | undefined;
  /** The keys that it touched: the one around the place, or those in it. */
  readonly keys: readonly Steps[];
}

export interface Refused extends Refusal {
  readonly event: number;
  readonly turn: TurnIndex;
  readonly by: Writer;
}

interface Happened {
  readonly event: number;
  readonly turn: TurnIndex;
}

/** Who wrote what when, read once from a call's events and read on as they grow. Every column is oldest first. */
export class CallLog {
  readonly refused: Refused[] = [];
  /** Another agent took control. */
  readonly takeOvers: Happened[] = [];
  /** A handoff was asked for. */
  readonly handoffs: Happened[] = [];
  /** For each entry that the context wrote into its history, the event behind it. */
  readonly noted: Happened[] = [];
  /** Before the first event. */
  readonly start: CallState;
  readonly #session: CallSession;
  readonly #byKey = new Map<string, CallWrite[]>();
  readonly #bySpace = new Map<Namespace, CallWrite[]>();
  #state: CallState;
  #turn: TurnIndex = -1;
  #count = 0;
  #calls = 0;
  /** The tool call that has not ended. */
  #tool: { readonly name: string | null } | undefined;

  constructor(session: CallSession) {
    this.#session = session;
    this.start = startOf(session.header).state;
    this.#state = this.start;
  }

  /** Every write at, in or around a key, oldest first; what came with the start is not among them. */
  writesOf(place: Place): readonly CallWrite[] {
    return this.#byKey.get(keyOf(place.namespace, place.steps)) ?? [];
  }

  /** Every write to a namespace, oldest first. */
  writesIn(namespace: Namespace): readonly CallWrite[] {
    return this.#bySpace.get(namespace) ?? [];
  }

  follow({ turns }: History, calls: CallsMade | undefined): void {
    const { events } = this.#session;
    for (; this.#count < events.length; this.#count++) {
      const event = events[this.#count];
      if (event === undefined) continue;
      this.#refusedBefore(this.#count, calls);
      if (turns[this.#turn + 1]?.event === this.#count) this.#turn += 1;
      const before = this.#state;
      this.#state = apply(before, event);
      if (this.#state.trace.length > before.trace.length) this.noted.push({ event: this.#count, turn: this.#turn });
      this.#happened(event, before);
    }
    this.#refusedBefore(this.#count, calls);
  }

  #happened(event: CallEvent, before: CallState): void {
    switch (event.type) {
      case 'tool-called':
        this.#tool = { name: event.tool ?? null };
        return this.#wrote('tool', { namespace: 'params', steps: [] }, 'params', before, this.#by('tool'));
      case 'tool-ended':
      case 'tool-blocked':
        this.#tool = undefined;
        return;
      case 'value-set':
      case 'value-appended':
      case 'value-deleted':
        return this.#wroteAt(event, before);
      case 'flag-changed':
        return this.#wrote(
          'set',
          { namespace: 'flags', steps: [event.flag] },
          `flags.${event.flag}`,
          before,
          this.#by('action'),
        );
      case 'agent-state-set': {
        const place: Place = { namespace: 'agents', steps: [event.agent, event.key] };
        const by: Writer = { kind: 'agent', name: event.agent };
        return this.#wrote('set', place, `agents.${event.agent}.${event.key}`, before, by);
      }
      case 'agent-switched':
        if (this.#state !== before) this.takeOvers.push({ event: this.#count, turn: this.#turn });
        return;
      case 'handoff-triggered':
        this.handoffs.push({ event: this.#count, turn: this.#turn });
        return;
      case 'operation-failed': {
        const refusal = refusalOfAction(event);
        if (refusal !== undefined) this.#refuses(refusal, this.#by('action'));
        return;
      }
      default:
        return;
    }
  }

  #wroteAt(event: ValueSet | ValueAppended | ValueDeleted, before: CallState): void {
    const by = this.#by('action');
    const parsed = parsePath(event.path);
    if (this.#state.trace === before.trace || !parsed.ok) {
      const refusal = refusalOfEvent(before, event);
      if (refusal !== undefined) this.#refuses(refusal, by);
      return;
    }
    const { namespace, steps } = parsed.value;
    if (event.type !== 'value-appended') {
      this.#wrote(event.type === 'value-set' ? 'set' : 'delete', parsed.value, event.path, before, by);
      return;
    }
    const list = valueOf(before, parsed.value) ?? null;
    const place: Place = { namespace, steps: [...steps, isList(list) ? list.length : 0] };
    this.#wrote('append', place, `${event.path}[+]`, before, by);
  }

  #wrote(how: CallWrite['how'], place: Place, text: string, before: CallState, by: Writer): void {
    const { namespace, steps } = place;
    const after = spaceOf(this.#state, namespace);
    const value = how === 'delete' ? undefined : readPlace(after, steps);
    const keys = keysTouched(place, spaceOf(before, namespace), after);
    const write: CallWrite = { event: this.#count, turn: this.#turn, how, by, namespace, steps, text, value, keys };
    pushTo(this.#bySpace, namespace, write);
    for (const key of keys) pushTo(this.#byKey, keyOf(namespace, key), write);
  }

  /** Calls of a run that came to nothing made no event: they stand between the events around them. */
  #refusedBefore(count: number, calls: CallsMade | undefined): void {
    for (; this.#calls < (calls?.length ?? 0); this.#calls++) {
      const made = calls?.at(this.#calls);
      if (made === undefined || made.upTo > count) return;
      const refusal = refusalOfCall(made);
      if (refusal !== undefined) this.#refuses(refusal, this.#by('action'), made.upTo - 1);
    }
  }

  #refuses(refusal: Refusal, by: Writer, event = this.#count): void {
    this.refused.push({ ...refusal, event, turn: this.#turn, by });
  }

  #by(kind: 'tool' | 'action'): Writer {
    return this.#tool === undefined ? { kind: 'program', name: null } : { kind, name: this.#tool.name };
  }
}

/** A flag is one key, whatever letters it has; so are an agent and what is in its state. */
const keyOf = (namespace: Namespace, steps: Steps): string =>
  steps.length === 1 ? `${namespace} ${steps[0] ?? ''}` : JSON.stringify([namespace, ...steps]);

/** A place as the page writes it. */
export const placeText = (place: Place): string => formatCallPath({ ...place, appends: false });

/** How many events had happened after a turn. */
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
  log.follow(history, calls);
  return log;
}
