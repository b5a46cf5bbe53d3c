import { unreachable } from '../../base/unreachable.ts';
import type { Turn } from '../../engine/model/history.ts';
import { isSame } from '../../engine/model/equal.ts';
import { isRecord, valueAt, type Value } from '../../engine/model/value.ts';
import { functionNamed } from '../../engine/importing/transcript/to-task-session.ts';
import { GrowingSession } from '../../engine/opening/growing-session.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import type { CapabilityInvoked, InputReceived, ModelCalled, OutputSent } from '../../engine/systems/task/event.ts';
import type { Hook, HookAgent, HookCall, Pending } from './agents/hook-agent.ts';
import { resultOf } from './hook-values.ts';

/** A call, prompt or answer that waits for its verdict, as the last turn of the session. */
export interface PendingTurn {
  readonly session: OpenSession;
  readonly turn: Turn;
}

/** Calls are looked for among so many of the last events. */
const mostSearched = 500;
/** Calls that are remembered while the transcript lacks them. */
const mostRemembered = 64;

/**
 * The session of a transcript with what is pending at its end. An agent may write its transcript late, so calls and results that
 * earlier hooks have shown are in the session even while the transcript lacks them; no call is in it twice.
 */
export class PendingTurns {
  /** What hooks have shown, by the id of the call. */
  readonly #shown = new Map<string, CapabilityInvoked>();
  #growing: GrowingSession | null = null;
  readonly #asHook: HookAgent['asHook'];
  /** Calls of the transcript, as the hooks of the agent name them. */
  readonly #renamed = new WeakMap<CapabilityInvoked, CapabilityInvoked>();

  constructor({ asHook }: Pick<HookAgent, 'asHook'>) {
    this.#asHook = asHook;
  }

  /** `base`: the session of the transcript, of the system `task`. */
  of(recorded: OpenSession, hook: Hook): PendingTurn {
    const base = this.#inTermsOfHooks(recorded);
    const latest = new LatestEvents(base);
    const own = this.#own(latest, hook);
    const session = this.#grown(base, latest);
    const turn = session.history.turns.findLast(({ event }) => event === latest.start + own);
    if (turn === undefined) throw new Error('what is pending made no turn');
    return { session, turn };
  }

  /** Adds what is pending; returns its place among the latest events. */
  #own(latest: LatestEvents, hook: Hook): number {
    const { pending } = hook;
    switch (pending.at) {
      case 'prompt':
        return this.#prompt(latest, pending.text);
      case 'answer':
        return this.#answer(latest, pending.text);
      case 'before-call':
      case 'after-call':
        return this.#call(latest, hook, pending);
      default:
        return unreachable(pending);
    }
  }

  #inTermsOfHooks(base: OpenSession): OpenSession {
    const asHook = this.#asHook;
    if (asHook === undefined) return base;
    const events = base.session.events.map((event) => {
      if (!isInvoked(event) || typeof event.function !== 'string') return event;
      const known = this.#renamed.get(event);
      if (known !== undefined) return known;
      const call = asHook(event.function, event.args ?? null);
      const renamed = call === null ? event : { ...event, function: call.name, args: valueOf(call.input) };
      this.#renamed.set(event, renamed);
      return renamed;
    });
    return { ...base, session: { ...base.session, events } };
  }

  /** The answer is the last model call of the transcript, unless the agent has not written it yet. */
  #answer(latest: LatestEvents, text: string): number {
    const { events } = latest;
    const answered: OutputSent = { type: 'output-sent', message: partsOf(text) };
    const last = events.findLastIndex((event) => turnTypes.has(typeOf(event)));
    const event = events[last];
    if (isModelCall(event) && event.text?.trim() === text.trim()) {
      if (typeOf(events[last + 1]) !== 'output-sent') events.splice(last + 1, 0, answered);
      return last;
    }
    this.#addShown(latest, undefined);
    events.push({ type: 'model-called', text }, answered);
    return events.length - 2;
  }

  #prompt({ events }: LatestEvents, text: string): number {
    this.#shown.clear();
    const last = events.length - 1;
    if (isInput(events[last], text)) return last;
    events.push(received(text));
    return last + 1;
  }

  /** Returns the place of the call among the latest events; those after it are left out. */
  #call(latest: LatestEvents, hook: Hook, pending: Extract<Pending, { call: HookCall }>): number {
    const { call } = pending;
    const { events } = latest;
    const known = latest.indexOf(call);
    const recorded = known === undefined ? undefined : (events[known] as CapabilityInvoked);
    const event = pending.at === 'before-call' ? invoked(call) : withResult(call, valueOf(pending.output));
    this.#addShown(latest, call.id);
    const own = known ?? events.length;
    // A result in the transcript is as the model reads it.
    const isRecorded = pending.at === 'after-call' && recorded?.outcome === 'ok';
    events[own] = isRecorded ? recorded : { ...event, ...whenOf(recorded) };
    events.length = own + 1;
    if (!hook.isOfSubAgent) this.#remember(call.id, event);
    return own;
  }

  /** The pending call was denied: it has no result to wait for. */
  denied({ pending }: Hook, reason: string): void {
    if (pending.at !== 'before-call' || pending.call.id === undefined) return;
    const known = this.#shown.get(pending.call.id);
    if (known !== undefined) this.#shown.set(pending.call.id, { ...known, outcome: 'blocked_before', error: reason });
  }

  #remember(id: string | undefined, event: CapabilityInvoked): void {
    if (id === undefined) return;
    this.#shown.delete(id);
    this.#shown.set(id, event);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > mostRemembered && oldest !== undefined) this.#shown.delete(oldest);
  }

  #addShown(latest: LatestEvents, own: string | undefined): void {
    const { events } = latest;
    for (const [id, event] of this.#shown) {
      if (id === own) continue;
      const index = latest.indexOf({ id, name: '', input: undefined });
      if (index === undefined) events.push(event);
      else if (isOpen(events[index])) events[index] = { ...event, ...whenOf(events[index] as CapabilityInvoked) };
      else this.#shown.delete(id);
    }
  }

  /** Most events are those of the last time. */
  #grown(base: OpenSession, { start, events: latest }: LatestEvents): OpenSession {
    const { header } = base.session;
    const growing = this.#growing;
    if (growing === null || !isSame(valueOf(growing.session.header), valueOf(header))) {
      const events = [...base.session.events.slice(0, start), ...latest];
      this.#growing = new GrowingSession(base.system, { ...base.session, events });
    } else {
      const { events } = growing.session;
      let same = 0;
      const now = (index: number) => (index < start ? base.session.events[index] : latest[index - start]);
      const length = start + latest.length;
      while (same < length && same < events.length && events[same] === now(same)) same += 1;
      growing.grow([...base.session.events.slice(same, start), ...latest.slice(Math.max(0, same - start))], same);
    }
    const { session, history } = this.#growing ?? growing ?? base;
    return { ...base, session, history };
  }
}

/** The last events of a session, which are copied because they may change. */
class LatestEvents {
  /** The index of the first of them. */
  readonly start: number;
  readonly events: unknown[];
  readonly #base: OpenSession;
  /** Of those that the transcript has. */
  readonly #length: number;

  constructor(base: OpenSession) {
    const { events } = base.session;
    this.#base = base;
    this.start = Math.max(0, events.length - mostSearched);
    this.events = events.slice(this.start);
    this.#length = this.events.length;
  }

  /** The place of a call that the transcript has. */
  indexOf({ id, name, input }: HookCall): number | undefined {
    for (let index = this.#length - 1; index >= 0; index--) {
      const event = this.events[index];
      if (!isInvoked(event)) continue;
      if (id === undefined) {
        const isOfCall = isOpen(event) && isSame(valueOf(event.function), functionNamed(name));
        if (isOfCall && isSame(event.args ?? null, valueOf(input))) return index;
      } else if (this.#idAt(index) === id) return index;
    }
    return undefined;
  }

  #idAt(index: number): Value | undefined {
    const { sources, document } = this.#base;
    const place = sources.at(this.start + index);
    if (place === null || place === undefined) return undefined;
    const [record, ...rest] = place;
    const isInGrown = document.element !== undefined && typeof record === 'number';
    const element = isInGrown ? document.element(record) : undefined;
    const written = isInGrown ? element && valueAt(element, rest) : valueAt(document.value, place);
    // Codex has ids of its own for the records of its calls.
    const call = isRecord(written ?? null) ? (written ?? null) : null;
    return valueAt(call, ['call_id']) ?? valueAt(call, ['id']);
  }
}

const partsOf = (text: string): Value => [{ mimeType: 'text/plain', text }];

const received = (text: string): InputReceived => ({ type: 'input-received', message: partsOf(text) });

const invoked = ({ name, input }: HookCall): CapabilityInvoked => ({
  type: 'capability-invoked',
  function: functionNamed(name),
  ...(input !== undefined && { args: valueOf(input) }),
  outcome: 'pending',
});

const withResult = (call: HookCall, output: Value): CapabilityInvoked => ({
  ...invoked(call),
  outcome: 'ok',
  output: resultOf(output),
});

/** Where the transcript has a call, its event keeps its time and its context. */
const whenOf = (recorded: CapabilityInvoked | undefined): Partial<CapabilityInvoked> => ({
  ...(recorded?.at !== undefined && { at: recorded.at }),
  ...(recorded?.node !== undefined && { node: recorded.node }),
});

const isInvoked = (event: unknown): event is CapabilityInvoked => typeOf(event) === 'capability-invoked';

const turnTypes: ReadonlySet<unknown> = new Set(['input-received', 'model-called', 'capability-invoked']);

const isModelCall = (event: unknown): event is ModelCalled => typeOf(event) === 'model-called';

const isOpen = (event: unknown): boolean =>
  isInvoked(event) && (event.outcome === 'no_result' || event.outcome === 'pending');

function isInput(event: unknown, text: string): boolean {
  if (typeOf(event) !== 'input-received') return false;
  const { message } = event as InputReceived;
  return isSame(message ?? null, partsOf(text));
}

const typeOf = (event: unknown): unknown =>
  typeof event === 'object' && event !== null && 'type' in event ? event.type : undefined;

/** The input of a hook is read by our own reader, so all in it is a value. */
const valueOf = (read: unknown): Value => (read ?? null) as Value;
