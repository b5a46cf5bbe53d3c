import type { Decisions } from '../../engine/model/decisions.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SystemId } from '../../engine/model/session.ts';
import type { BacktestRule, BacktestWindow, Recording, RuleOverSession } from '../../worker/backtest-protocol.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';

/** The rules and settings of a backtest. */
export interface BacktestRequest {
  readonly rules: readonly BacktestRule[];
  readonly policy: string | null;
  /** Texts of stored mappings, for formats that no importer knows. */
  readonly remembered: readonly string[];
  readonly decisions: Partial<Decisions>;
}

export interface SessionResult {
  readonly entry: number;
  readonly title: string;
  /** A content id: the same for the same text. Null while a live session is received. */
  readonly content: string | null;
  readonly system: SystemId;
  readonly turns: number;
  /** One result per rule of the request; null until it is judged. */
  readonly rules: readonly (RuleOverSession | null)[];
}

export interface RecordingResult {
  readonly recording: Recording;
  readonly sessions: readonly SessionResult[];
  /** Parts that could not be read: the whole recording (title null), or some of its sessions. */
  readonly failures: readonly { readonly title: string | null; readonly problem: Problem }[];
}

export interface BacktestState {
  readonly results: readonly RecordingResult[];
  /** Recordings that every rule has judged, of `total`. */
  readonly done: number;
  readonly total: number;
  /**
   * Every recording was read to its end once, so the list of sessions is complete, even while another rule is judged.
   */
  readonly allRead: boolean;
  /** The recording being read. */
  readonly current: string | null;
  readonly isRunning: boolean;
  /** An estimate, once there is enough to base it on. */
  readonly leftMs: number | null;
}

interface Kept {
  recording: Recording;
  readonly sessions: Map<number, KeptSession>;
  /** By entry; null for the whole recording. */
  readonly failures: Map<number | null, { readonly title: string | null; readonly problem: Problem }>;
  /** By rule number: the entry to continue with; null when the rule has judged the whole recording. */
  readonly next: Map<number, number | null>;
  /** Was read to its end once, for any rule. */
  isRead: boolean;
  /** The last published result; null after a change. */
  lastResult: RecordingResult | null;
}

/** A rule with a short number, so that sessions need not hold the whole text of each rule. */
interface NumberedRule {
  readonly rule: BacktestRule;
  readonly number: number;
}

interface KeptSession {
  readonly title: string;
  readonly content: string | null;
  readonly system: SystemId;
  readonly turns: number;
  readonly rules: Map<number, RuleOverSession>;
}

/** The shortest time between notifications while results come in: enough to show progress, and leaves time to draw. */
const notifyEveryMs = 250;
/**
 * New rows reorder the table, and each row draws a ribbon per rule: beyond one screen of rows they are published less
 * often.
 */
const showRowsEveryMs = 1000;
const screenful = 50;

/** An estimate of the time left is based on at least so many recordings and milliseconds. */
const estimate = { recordings: 5, ms: 2000 };

/**
 * Judges recordings, `lanes` files at a time, and keeps the results. A rule with results is not judged again, so a new draft
 * costs only its own judging. Results of rules that are no longer requested are dropped.
 */
export class Backtest {
  readonly #engine: Pick<EngineClient, 'backtest'>;
  readonly #now: () => number;
  readonly #lanes: number;
  readonly #listeners = new Set<() => void>();
  readonly #kept = new Map<string, Kept>();
  readonly #numbers = new Map<string, number>();
  #lastNumber = 0;
  #recordings: readonly Recording[] = [];
  #request: BacktestRequest = { rules: [], policy: null, remembered: [], decisions: {} };
  #rules: readonly NumberedRule[] = [];
  #walk: AbortController | null = null;
  #current: string | null = null;
  #notifiedAt = 0;
  #shownAt = 0;
  /** When the judging began, and how many recordings were judged before. */
  #began: { readonly at: number; readonly done: number } | null = null;
  #state: BacktestState = {
    results: [],
    done: 0,
    total: 0,
    allRead: true,
    current: null,
    isRunning: false,
    leftMs: null,
  };

  constructor(engine: Pick<EngineClient, 'backtest'>, now: () => number = () => performance.now(), lanes = 1) {
    this.#engine = engine;
    this.#now = now;
    this.#lanes = lanes;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): BacktestState => this.#state;

  /**
   * Sets the recordings and rules, and judges what is missing. Resolves when all is judged, or after a stop or another
   * start.
   */
  async start(recordings: readonly Recording[], request: BacktestRequest): Promise<void> {
    this.#walk?.abort();
    const walk = new AbortController();
    this.#walk = walk;
    this.#recordings = recordings;
    this.#request = request;
    this.#rules = request.rules.map((rule) => ({ rule, number: this.#numberOf(rule) }));
    this.#forget();
    // The rows shown may belong to other rules.
    this.#shownAt = -Infinity;
    this.#began = null;
    this.#notify();
    // The lanes share the files. Open sessions are in workers that also serve the page, so they are judged one by one.
    const open = recordings.filter(({ kind }) => kind === 'open');
    const files = recordings.filter(({ kind }) => kind !== 'open').values();
    const lane = async (queue: Iterable<Recording>) => {
      for (const recording of queue) {
        await this.#judge(recording, walk.signal);
        if (walk.signal.aborted) return;
      }
    };
    try {
      const others = Array.from({ length: this.#lanes - 1 }, () => lane(files));
      await Promise.all([lane(open).then(() => lane(files)), ...others]);
    } catch (cause) {
      if (walk.signal.aborted) return;
      walk.abort();
      throw cause;
    } finally {
      if (this.#walk === walk) {
        this.#walk = null;
        this.#current = null;
        this.#notify();
      }
    }
  }

  /** Keeps the results so far; `start` continues from them. */
  stop(): void {
    this.#walk?.abort();
    this.#walk = null;
    this.#current = null;
    this.#notify();
  }

  /** Drops the results of one recording: a run that continued is another session under the same id. */
  forget(id: string): void {
    this.#kept.delete(id);
  }

  async #judge(recording: Recording, signal: AbortSignal): Promise<void> {
    for (let step = this.#nextStep(recording); step !== null; step = this.#nextStep(recording)) {
      this.#current = recording.name;
      const { from, rules } = step;
      const input = { recording, from, rules: rules.map(({ rule }) => rule), policy: this.#policyFor(rules) };
      try {
        const { remembered, decisions } = this.#request;
        const window = await this.#engine.backtest({ ...input, remembered, decisions }, { signal });
        this.#keep(recording, rules, window);
      } catch (cause) {
        if (signal.aborted || !(cause instanceof ProblemError)) throw cause;
        this.#fail(recording, rules, cause.problem);
      }
      if (this.#now() - this.#notifiedAt >= notifyEveryMs) this.#notify();
    }
  }

  /** The rules that still have to judge a recording, starting with those at the same session as the first one. */
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

  /** A number per rule, its decisions, its manifest and the stored mappings: everything the results depend on. */
  #numberOf(rule: BacktestRule): number {
    const { policy, remembered, decisions } = this.#request;
    const key = JSON.stringify([rule, rule.kind === 'rule' ? null : policy, remembered, decisions]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, ++this.#lastNumber);
    return this.#lastNumber;
  }

  #policyFor(rules: readonly NumberedRule[]): string | null {
    return rules.some(({ rule }) => rule.kind !== 'rule') ? this.#request.policy : null;
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
      lastResult: null,
    };
    this.#kept.set(recording.id, kept);
    return kept;
  }

  #keep(recording: Recording, rules: readonly NumberedRule[], window: BacktestWindow): void {
    const kept = this.#keptOf(recording);
    kept.lastResult = null;
    kept.failures.delete(null);
    for (const session of window.sessions) {
      if (session.kind === 'unreadable') {
        kept.failures.set(session.entry, { title: session.title, problem: session.problem });
        continue;
      }
      const { entry, title, content, system, turns } = session;
      const known = { title, content, system, turns, rules: kept.sessions.get(entry)?.rules ?? new Map() };
      kept.sessions.set(entry, known);
      for (const [at, { number }] of rules.entries()) {
        const result = session.rules[at];
        if (result !== undefined) known.rules.set(number, result);
      }
    }
    // A live session may have become another text.
    for (const entry of kept.sessions.keys()) if (entry >= window.total) kept.sessions.delete(entry);
    for (const { number } of rules) kept.next.set(number, window.next);
    kept.isRead ||= window.next === null;
  }

  #fail(recording: Recording, rules: readonly NumberedRule[], problem: Problem): void {
    const kept = this.#keptOf(recording);
    kept.lastResult = null;
    kept.failures.set(null, { title: null, problem });
    for (const { number } of rules) kept.next.set(number, null);
    kept.isRead = true;
  }

  /**
   * Drops results of rules and recordings outside the request; typing makes a new draft at every pause. Those of a live session
   * that has grown are shown until it is judged again.
   */
  #forget(): void {
    const recordings = new Map(this.#recordings.map((recording) => [recording.id, recording]));
    const numbers = new Set(this.#rules.map(({ number }) => number));
    for (const [key, number] of this.#numbers) if (!numbers.has(number)) this.#numbers.delete(key);
    for (const [id, kept] of this.#kept) {
      const recording = recordings.get(id);
      if (recording === undefined) {
        this.#kept.delete(id);
        continue;
      }
      if (revisionOf(recording) !== revisionOf(kept.recording)) kept.next.clear();
      kept.recording = recording;
      kept.lastResult = null;
      for (const number of kept.next.keys()) if (!numbers.has(number)) kept.next.delete(number);
      for (const { rules } of kept.sessions.values())
        for (const number of rules.keys()) if (!numbers.has(number)) rules.delete(number);
    }
  }

  #results(numbers: readonly number[]): readonly RecordingResult[] {
    const { results, isRunning } = this.#state;
    const waits = isRunning && this.#walk !== null && results.length >= screenful;
    if (waits && this.#notifiedAt - this.#shownAt < showRowsEveryMs) return results;
    this.#shownAt = this.#notifiedAt;
    return this.#recordings.flatMap((recording) => {
      const kept = this.#kept.get(recording.id);
      if (kept === undefined) return [];
      kept.lastResult ??= resultOf(kept, numbers);
      return [kept.lastResult];
    });
  }

  #notify(): void {
    this.#notifiedAt = this.#now();
    const numbers = this.#rules.map(({ number }) => number);
    const results = this.#results(numbers);
    const isThrough = (recording: Recording) => {
      const next = this.#kept.get(recording.id)?.next;
      return numbers.every((number) => next?.get(number) === null);
    };
    const done = this.#recordings.filter(isThrough).length;
    const total = this.#recordings.length;
    const isRunning = this.#walk !== null;
    this.#began ??= { at: this.#notifiedAt, done };
    const judged = done - this.#began.done;
    const tookMs = this.#notifiedAt - this.#began.at;
    const canEstimate = isRunning && judged >= estimate.recordings && tookMs >= estimate.ms;
    this.#state = {
      results,
      done,
      total,
      allRead: this.#recordings.every(({ id }) => this.#kept.get(id)?.isRead === true),
      current: this.#current,
      isRunning,
      leftMs: canEstimate ? ((total - done) * tookMs) / judged : null,
    };
    for (const listener of this.#listeners) listener();
  }
}

const revisionOf = (recording: Recording) => (recording.kind === 'open' ? recording.revision : undefined);

const resultOf = ({ recording, sessions, failures }: Kept, numbers: readonly number[]): RecordingResult => ({
  recording,
  sessions: [...sessions].map(([entry, { rules, ...session }]) => ({
    ...session,
    entry,
    rules: numbers.map((number) => rules.get(number) ?? null),
  })),
  failures: [...failures.values()],
});
