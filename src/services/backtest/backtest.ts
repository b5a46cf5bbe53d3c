import type { Decisions } from '../../engine/model/decisions.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SystemId } from '../../engine/model/session.ts';
import type { BacktestRule, BacktestWindow, Recording, RuleOverSession } from '../../worker/backtest-protocol.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';

/** What is asked of every recording. */
export interface Asked {
  readonly rules: readonly BacktestRule[];
  readonly policy: string | null;
  /** Texts of mappings, for what no importer knows. */
  readonly remembered: readonly string[];
  readonly decisions: Partial<Decisions>;
}

export interface SessionResult {
  readonly entry: number;
  readonly title: string;
  /** The same for the same text. */
  readonly content: string;
  readonly system: SystemId;
  readonly turns: number;
  /** One per rule asked; null until it was judged. */
  readonly rules: readonly (RuleOverSession | null)[];
}

export interface RecordingResult {
  readonly recording: Recording;
  readonly sessions: readonly SessionResult[];
  /** What could not be read: the whole recording, or some of its sessions. */
  readonly failures: readonly { readonly title: string | null; readonly problem: Problem }[];
}

export interface BacktestState {
  readonly results: readonly RecordingResult[];
  /** Recordings that are through, of all. */
  readonly done: number;
  readonly total: number;
  /** Which sessions there are is known: every recording was read to its end once, whatever is judged now. */
  readonly allRead: boolean;
  /** The recording being read. */
  readonly current: string | null;
  readonly isRunning: boolean;
}

interface Kept {
  readonly recording: Recording;
  readonly sessions: Map<number, KeptSession>;
  /** By entry; null for the whole recording. */
  readonly failures: Map<number | null, { readonly title: string | null; readonly problem: Problem }>;
  /** By the number of a rule: the entry to go on with; null when the recording is through. */
  readonly next: Map<number, number | null>;
  /** Was read to its end once, for whichever rule. */
  isRead: boolean;
  /** As told last; null since something came or went. */
  told: RecordingResult | null;
}

/** Numbers stand for rules where many sessions would each hold the whole text. */
interface NumberedRule {
  readonly rule: BacktestRule;
  readonly number: number;
}

interface KeptSession {
  readonly title: string;
  readonly content: string;
  readonly system: SystemId;
  readonly turns: number;
  readonly rules: Map<number, RuleOverSession>;
}

/** How often listeners are told while results come in: often enough to watch, seldom enough to draw. */
const tellEveryMs = 250;
/** Rows change places as they come, and each is a picture for every rule: once they fill a screen they come more seldom. */
const showEveryMs = 1000;
const screenful = 50;

/**
 * Judges recordings one after the other and keeps what came of each. A rule that was judged already is not judged again,
 * so that another draft costs only itself; what is no longer asked is forgotten.
 */
export class Backtest {
  readonly #engine: Pick<EngineClient, 'backtest'>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #kept = new Map<string, Kept>();
  readonly #numbers = new Map<string, number>();
  #lastNumber = 0;
  #recordings: readonly Recording[] = [];
  #asked: Asked = { rules: [], policy: null, remembered: [], decisions: {} };
  #rules: readonly NumberedRule[] = [];
  #walk: AbortController | null = null;
  #current: string | null = null;
  #toldAt = 0;
  #shownAt = 0;
  #state: BacktestState = { results: [], done: 0, total: 0, allRead: true, current: null, isRunning: false };

  constructor(engine: Pick<EngineClient, 'backtest'>, now: () => number = () => performance.now()) {
    this.#engine = engine;
    this.#now = now;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): BacktestState => this.#state;

  /** Puts other recordings or rules on, and judges what is missing. Resolves when the walk is over or was left. */
  async start(recordings: readonly Recording[], asked: Asked): Promise<void> {
    this.#walk?.abort();
    const walk = new AbortController();
    this.#walk = walk;
    this.#recordings = recordings;
    this.#asked = asked;
    this.#rules = asked.rules.map((rule) => ({ rule, number: this.#numberOf(rule) }));
    this.#forget();
    // What was shown may be of other rules.
    this.#shownAt = -Infinity;
    this.#tell();
    try {
      for (const recording of recordings) {
        await this.#judge(recording, walk.signal);
        if (walk.signal.aborted) return;
      }
    } catch (cause) {
      if (!walk.signal.aborted) throw cause;
    } finally {
      if (this.#walk === walk) {
        this.#walk = null;
        this.#current = null;
        this.#tell();
      }
    }
  }

  /** What has come so far stays; `start` goes on. */
  stop(): void {
    this.#walk?.abort();
    this.#walk = null;
    this.#current = null;
    this.#tell();
  }

  /** A run that went on is another session under the same id. */
  forget(id: string): void {
    this.#kept.delete(id);
  }

  async #judge(recording: Recording, signal: AbortSignal): Promise<void> {
    for (let step = this.#nextStep(recording); step !== null; step = this.#nextStep(recording)) {
      this.#current = recording.name;
      const { from, rules } = step;
      const asked = { recording, from, rules: rules.map(({ rule }) => rule), policy: this.#policyFor(rules) };
      try {
        const { remembered, decisions } = this.#asked;
        const window = await this.#engine.backtest({ ...asked, remembered, decisions }, { signal });
        this.#keep(recording, rules, window);
      } catch (cause) {
        if (signal.aborted || !(cause instanceof ProblemError)) throw cause;
        this.#fail(recording, rules, cause.problem);
      }
      if (this.#now() - this.#toldAt >= tellEveryMs) this.#tell();
    }
  }

  /** The rules that a recording has not been through with, as far as those stand at the same session. */
  #nextStep(recording: Recording) {
    const next = this.#kept.get(recording.id)?.next;
    const missing = this.#rules.flatMap((one) => {
      const from = next === undefined ? 0 : (next.get(one.number) ?? (next.has(one.number) ? null : 0));
      return from === null ? [] : [{ ...one, from }];
    });
    const [first] = missing;
    if (first === undefined) return null;
    return { from: first.from, rules: missing.filter(({ from }) => from === first.from) };
  }

  /** The same rule under the same decisions, in the same manifest, over texts that are read alike, has the same number. */
  #numberOf(rule: BacktestRule): number {
    const { policy, remembered, decisions } = this.#asked;
    const key = JSON.stringify([rule, rule.kind === 'policy' ? policy : null, remembered, decisions]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, ++this.#lastNumber);
    return this.#lastNumber;
  }

  #policyFor(rules: readonly NumberedRule[]): string | null {
    return rules.some(({ rule }) => rule.kind === 'policy') ? this.#asked.policy : null;
  }

  #keptOf(recording: Recording): Kept {
    const known = this.#kept.get(recording.id);
    if (known !== undefined) return known;
    const kept: Kept = {
      recording,
      sessions: new Map(),
      failures: new Map(),
      next: new Map(),
      isRead: false,
      told: null,
    };
    this.#kept.set(recording.id, kept);
    return kept;
  }

  #keep(recording: Recording, rules: readonly NumberedRule[], window: BacktestWindow): void {
    const kept = this.#keptOf(recording);
    kept.told = null;
    kept.failures.delete(null);
    for (const session of window.sessions) {
      if (session.kind === 'unreadable') {
        kept.failures.set(session.entry, { title: session.title, problem: session.problem });
        continue;
      }
      const { entry, title, content, system, turns } = session;
      const known = kept.sessions.get(entry) ?? { title, content, system, turns, rules: new Map() };
      kept.sessions.set(entry, known);
      for (const [at, { number }] of rules.entries()) {
        const result = session.rules[at];
        if (result !== undefined) known.rules.set(number, result);
      }
    }
    for (const { number } of rules) kept.next.set(number, window.next);
    kept.isRead ||= window.next === null;
  }

  #fail(recording: Recording, rules: readonly NumberedRule[], problem: Problem): void {
    const kept = this.#keptOf(recording);
    kept.told = null;
    kept.failures.set(null, { title: null, problem });
    for (const { number } of rules) kept.next.set(number, null);
    kept.isRead = true;
  }

  /** Keeps what is asked now, and no more: drafts come with every pause in the typing. */
  #forget(): void {
    const ids = new Set(this.#recordings.map(({ id }) => id));
    const numbers = new Set(this.#rules.map(({ number }) => number));
    for (const [key, number] of this.#numbers) if (!numbers.has(number)) this.#numbers.delete(key);
    for (const [id, kept] of this.#kept) {
      if (!ids.has(id)) {
        this.#kept.delete(id);
        continue;
      }
      kept.told = null;
      for (const number of kept.next.keys()) if (!numbers.has(number)) kept.next.delete(number);
      for (const { rules } of kept.sessions.values())
        for (const number of rules.keys()) if (!numbers.has(number)) rules.delete(number);
    }
  }

  #results(numbers: readonly number[]): readonly RecordingResult[] {
    const { results, isRunning } = this.#state;
    const waits = isRunning && this.#walk !== null && results.length >= screenful;
    if (waits && this.#toldAt - this.#shownAt < showEveryMs) return results;
    this.#shownAt = this.#toldAt;
    return this.#recordings.flatMap((recording) => {
      const kept = this.#kept.get(recording.id);
      if (kept === undefined) return [];
      kept.told ??= resultOf(kept, numbers);
      return [kept.told];
    });
  }

  #tell(): void {
    this.#toldAt = this.#now();
    const numbers = this.#rules.map(({ number }) => number);
    const results = this.#results(numbers);
    const isThrough = (recording: Recording) => {
      const next = this.#kept.get(recording.id)?.next;
      return numbers.every((number) => next?.get(number) === null);
    };
    this.#state = {
      results,
      done: this.#recordings.filter(isThrough).length,
      total: this.#recordings.length,
      allRead: this.#recordings.every(({ id }) => this.#kept.get(id)?.isRead === true),
      current: this.#current,
      isRunning: this.#walk !== null,
    };
    for (const listener of this.#listeners) listener();
  }
}

const resultOf = ({ recording, sessions, failures }: Kept, numbers: readonly number[]): RecordingResult => ({
  recording,
  sessions: [...sessions].map(([entry, { rules, ...session }]) => ({
    ...session,
    entry,
    rules: numbers.map((number) => rules.get(number) ?? null),
  })),
  failures: [...failures.values()],
});
