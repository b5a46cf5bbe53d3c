import { countLeading } from '../../../../base/scan.ts';
import type { History, TurnIndex } from '../../../model/history.ts';
import type { Session } from '../../../model/session.ts';
import type { Value } from '../../../model/value.ts';
import { apply, stateDictOf } from '../apply.ts';
import type { AdkEvent } from '../event.ts';
import type { AdkHeader } from '../header.ts';
import { initialState } from '../initial-state.ts';
import { textOr } from '../nodes.ts';
import { isPartial, stateDeltaOf } from '../session-event.ts';
import { mainSession, type AdkState, type Dict } from '../state.ts';

/** A write or deletion of a key of a state. */
export interface Write {
  /** The latest turn at the time of the write; -1 before the first turn. */
  readonly turn: TurnIndex;
  /** The context that wrote it, or the agent of the event whose delta did. */
  readonly by: string;
  /** `export`: only the value at the end is recorded, without its writer and its time. */
  readonly how: 'start' | 'state' | 'delta' | 'copy' | 'export';
  /** Undefined if the key was deleted. */
  readonly value: Value | undefined;
}

/** Records who wrote which key of which state, for the events read so far, and the run at each turn. */
export class WriteLog {
  /** Ids of the states that contexts or sessions have held, with the turn of their first use, in order of first use. */
  readonly firstUse = { contexts: new Map<string, TurnIndex>(), sessions: new Map<string, TurnIndex>() };
  readonly #writes = new Map<string, Map<string, Write[]>>();
  /** Entry k: the state after turn k - 1. */
  readonly #states: AdkState[] = [];
  #state: AdkState;
  #count = 0;

  constructor(header: AdkHeader) {
    this.#state = initialState(header);
    for (const id of this.#state.contexts.keys()) this.#recordUse(id, -1);
    for (const session of this.#state.sessions.keys()) this.#recordSessionUse(session, -1);
    for (const [id, dict] of this.#state.dicts.entries())
      this.#recordInitialKeys(id, dict, { turn: -1, by: 'start', how: 'start' });
  }

  /** The run after a turn; -1 means the initial state. */
  at(turn: TurnIndex): AdkState {
    return this.#states[turn + 1] ?? this.#state;
  }

  /** The keys written in a state up to a turn, each with its writes, oldest first. */
  writes(dict: string, turn: TurnIndex): readonly (readonly [string, readonly Write[]])[] {
    const keys = [...(this.#writes.get(dict) ?? [])];
    return keys
      .map(([key, writes]) => [key, writes.slice(0, countUpTo(writes, turn))] as const)
      .filter(([, writes]) => writes.length > 0);
  }

  /** Reads further events: those of an open run may have grown. */
  advance(events: readonly AdkEvent[], { turns }: History): void {
    for (; this.#count < events.length; this.#count++) {
      while (turns[this.#states.length]?.event === this.#count) this.#states.push(this.#state);
      const event = events[this.#count];
      if (event === undefined) continue;
      const before = this.#state;
      this.#state = apply(before, event);
      if (this.#state !== before) this.#happened(before, event, this.#turnOf(this.#count, turns));
    }
  }

  #turnOf(event: number, turns: History['turns']): TurnIndex {
    const next = this.#states.length;
    return turns[next]?.event === event ? next : next - 1;
  }

  #happened(before: AdkState, event: AdkEvent, turn: TurnIndex): void {
    switch (event.type) {
      case 'state-set':
      case 'state-deleted':
        return this.#recordWrites(stateDictOf(before, event.context), [event.key], {
          turn,
          by: event.context,
          how: 'state',
        });
      case 'state-merged':
        return this.#recordWrites(stateDictOf(before, event.context), Object.keys(event.values), {
          turn,
          by: event.context,
          how: 'state',
        });
      case 'nested-set':
        return this.#recordWrites(stateDictOf(before, event.context), event.path.slice(0, 1).map(String), {
          turn,
          by: event.context,
          how: 'state',
        });
      case 'event-appended': {
        const session = before.sessions.get(event.session ?? mainSession);
        const delta = isPartial(event.event) ? undefined : stateDeltaOf(event.event);
        const { agent_name, author } = event.event;
        const by = textOr(agent_name, '') || textOr(author, '') || 'an event';
        return this.#recordWrites(session?.dict, Object.keys(delta ?? {}), { turn, by, how: 'delta' });
      }
      case 'context-created':
      case 'context-derived':
      case 'session-cleared':
      case 'field-set':
      case 'session-opened':
      case 'session-copied':
        return this.#recordNewStates(before, event, turn);
      default:
        return;
    }
  }

  /** Records the initial keys of new states as writes. */
  #recordNewStates(before: AdkState, event: AdkEvent, turn: TurnIndex): void {
    const context = 'context' in event ? event.context : undefined;
    const how = event.type === 'field-set' && event.exported === true ? 'export' : 'copy';
    const session = 'session' in event ? event.session : undefined;
    if (context !== undefined) this.#recordUse(context, turn);
    if (session !== undefined) this.#recordSessionUse(session, turn);
    const { contexts, sessions } = this.#state;
    const slot = context === undefined ? undefined : contexts.get(context);
    const own = slot?.kind === 'context' ? slot.fields['session'] : undefined;
    if (own !== undefined && 'session' in own) this.#recordSessionUse(own.session, turn);
    const dicts = [
      context === undefined ? undefined : stateDictOf(this.#state, context),
      ...[session, own !== undefined && 'session' in own ? own.session : undefined].map((key) =>
        key === undefined ? undefined : sessions.get(key)?.dict,
      ),
    ];
    for (const id of new Set(dicts)) {
      const dict = id === undefined ? undefined : this.#state.dicts.get(id);
      if (id === undefined || dict === undefined || before.dicts.has(id)) continue;
      this.#recordInitialKeys(id, dict, { turn, by: context ?? session ?? 'start', how });
    }
  }

  #recordInitialKeys(id: string, dict: Dict, write: Omit<Write, 'value'>): void {
    this.#recordWrites(id, [...dict.keys()], write);
  }

  #recordWrites(id: string | undefined, keys: readonly string[], write: Omit<Write, 'value'>): void {
    if (id === undefined) return;
    const ofDict = this.#writes.get(id) ?? new Map<string, Write[]>();
    this.#writes.set(id, ofDict);
    const dict = this.#state.dicts.get(id);
    for (const key of keys) {
      const writes = ofDict.get(key) ?? [];
      ofDict.set(key, writes);
      writes.push({ ...write, value: dict?.get(key) });
    }
  }

  #recordUse(context: string, turn: TurnIndex): void {
    const dict = stateDictOf(this.#state, context);
    if (dict !== undefined && !this.firstUse.contexts.has(dict)) this.firstUse.contexts.set(dict, turn);
  }

  #recordSessionUse(session: string, turn: TurnIndex): void {
    if (this.#state.sessions.has(session) && !this.firstUse.sessions.has(session))
      this.firstUse.sessions.set(session, turn);
  }
}

/** The number of writes up to a turn. */
const countUpTo = (writes: readonly Write[], turn: TurnIndex): number =>
  countLeading(writes.length, (at) => (writes[at]?.turn ?? 0) <= turn);

const logs = new WeakMap<Session<AdkHeader, AdkEvent>, WriteLog>();

export function writeLogOf(session: Session<AdkHeader, AdkEvent>, history: History): WriteLog {
  const log = logs.get(session) ?? new WriteLog(session.header);
  logs.set(session, log);
  log.advance(session.events, history);
  return log;
}
