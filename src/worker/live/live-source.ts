import type { Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { AgentRequest, ArrivedRecords, Arrivals, LiveReport, LiveState } from '../live-protocol.ts';
import type { Opened } from '../protocol.ts';
import { explained } from './explain-records.ts';
import { recordTexts } from './player.ts';
import { pause, type ReceiveRecords, type StreamState } from './receiving.ts';

/** After a reading that took one part of the time, nothing is read in the same way for this many parts. */
const restParts = 4;
/** The same after new records, whose number does not grow: the next ones are soon shown. */
const addedRestParts = 2;
/** The longest rest after new records, in milliseconds: only many together take long to add, and the next ones are few. */
const longestRestMs = 100;
/** After reading the whole text, it is not read again for this many parts to check the results of reading only new records. */
const checkRestParts = 19;
/** Records that arrive together are read together. */
const gatherMs = 20;
/** Records that have arrived are reported when they are read, or after this time: there may be thousands a second. */
const changeDelayMs = 250;

/** Reads a text that has grown. `isNew`: some of it arrived after the stream was attached. */
export interface TextReader {
  whole(text: string, isNew: boolean): Promise<Result<LiveReading, Problem>>;
  /** Reads only what was added since the last reading. Null if the whole must be read instead. */
  added(text: string, isNew: boolean): Promise<LiveReading | null>;
  /** Set where another worker can read a whole text, while new records are added here. */
  readonly otherWorker?:
    | {
        /** Milliseconds that a reading of the whole must take here, so that the other worker is worth its start. */
        readonly fromMs: number;
        /** Whether the whole text gives the sessions that are known. */
        confirms(text: Blob, signal: AbortSignal): Promise<boolean>;
      }
    | undefined;
}

export interface LiveReading extends Pick<LiveReport, 'moves' | 'fires'> {
  readonly opened: Opened;
  /** Set for a whole context: whether a further record takes its place. */
  readonly isReplacedBy: ((record: string) => boolean) | null;
}

/** Before anything is known of a stream. */
export const firstReport: LiveReport = {
  number: 0,
  state: 'waiting',
  trouble: null,
  isStopped: false,
  playback: null,
  records: 0,
  readRecords: 0,
  isChecked: false,
  dropped: 0,
  deleted: 0,
  lastRecord: null,
  arrivals: [],
  agent: null,
  opened: null,
  problem: null,
  moves: [],
  fires: { total: 0, latest: [] },
};

/** A live stream that is attached: its text, which grows, and the last reading of it. */
export class LiveSource {
  readonly #reader: TextReader;
  readonly #gone = new AbortController();
  readonly #reception = new AbortController();
  readonly #waiting = new Set<() => void>();
  /** The records of the text, in order. */
  #parts: string[] = [];
  #isReplacedBy: LiveReading['isReplacedBy'] = null;
  #report = firstReport;
  /** Increases with every record. */
  #version = 0;
  #readVersion = 0;
  /** The version with everything that was there when the stream was attached; later ones are news. */
  #firstVersion = Number.POSITIVE_INFINITY;
  #isReading = false;
  #ask: ((request: AgentRequest) => void) | null = null;
  /** Number of records of the text that are read; null if it must be read as a whole. */
  #readParts: number | null = null;
  /** The next reading of the whole text after readings of new records alone. */
  #check: ReturnType<typeof setTimeout> | undefined;
  #isCheckDue = false;
  /** Ends the reading in the other worker. */
  #checking: AbortController | null = null;
  /** The beginning of the text, which was sent to the other worker, and its number of records: what was sent once is not copied again. */
  #sent = { text: new Blob(), parts: 0 };
  /** When the whole text was last read, and how long that took, in milliseconds. */
  #lastWhole = { end: 0, took: 0 };
  /** How long it took here. */
  #wholeMs = 0;
  #changeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(receive: ReceiveRecords, reader: TextReader) {
    this.#reader = reader;
    receive(
      {
        record: (kind, text, isNew) => this.#received(kind, text, isNew),
        state: (state, why) => this.#stateIs(state, why),
        facts: (facts) => this.#factsAre(facts),
        playback: (playback) => this.#change({ playback }),
        agent: (agent, ask) => {
          this.#ask = ask;
          this.#change({ agent });
        },
      },
      this.#reception.signal,
    ).then(
      (refusal) => refusal !== undefined && this.#stateIs('refused', refusal),
      (cause: unknown) => this.#failed(bug(cause)),
    );
  }

  /** The next report: waits until its number differs from `since`. */
  async report(since: number): Promise<LiveReport> {
    while (this.#report.number === since && !this.#gone.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return this.#report;
  }

  /** False if there is no agent, or not any more. */
  askAgent(request: AgentRequest): boolean {
    this.#ask?.(request);
    return this.#ask !== null;
  }

  /** Receives nothing more, and reads what has arrived. */
  stop(): void {
    this.#reception.abort();
    this.#ask = null;
    this.#change({ state: 'ended', trouble: null, agent: null, isStopped: true });
  }

  arrived(): ArrivedRecords {
    const isJson = this.#parts.every((part) => /^\s*[{[].*\n?$/.test(part));
    return { ...recordTexts(this.#parts), isJson };
  }

  close(): void {
    this.#reception.abort();
    this.#gone.abort();
    clearTimeout(this.#check);
    this.#endChecking();
    clearTimeout(this.#changeTimer);
    this.#wake();
  }

  #stateIs(state: LiveState, trouble: string | null = null): void {
    if (this.#report.isStopped) return;
    const shown = state === 'connected' && this.#report.records === 0 ? 'waiting' : state;
    if (shown !== this.#report.state || trouble !== this.#report.trouble) this.#change({ state: shown, trouble });
  }

  #factsAre({ dropped, deleted = 0, ...newest }: StreamState): void {
    this.#firstVersion = Math.min(this.#firstVersion, this.#version);
    const before = this.#report;
    // A server that was started again knows of no records.
    const lastRecord = newest.lastRecord ?? before.lastRecord;
    if (dropped !== before.dropped || deleted !== before.deleted) this.#change({ dropped, deleted, lastRecord });
    else if (lastRecord !== before.lastRecord) this.#changeSoon({ lastRecord });
  }

  #received(kind: 'append' | 'replace', text: string, isNew: boolean): void {
    if (kind === 'replace') this.#isReplacedBy = null;
    // A file that holds a context may arrive in pieces.
    if (kind === 'replace' || this.#isReplacedBy?.(text) === true) this.#startsAgain([text]);
    else this.#parts.push(text);
    this.#version += 1;
    this.#changeSoon({
      records: kind === 'replace' ? 1 : this.#report.records + 1,
      arrivals: isNew ? withArrival(this.#report.arrivals, Math.floor(Date.now() / 1000)) : this.#report.arrivals,
    });
    const state = this.#report.isStopped ? 'ended' : 'connected';
    if (this.#report.state !== state) this.#change({ state, trouble: null });
    this.#readSoon();
  }

  #startsAgain(parts: string[]): void {
    this.#parts = parts;
    this.#readParts = null;
    this.#sent = { text: new Blob(), parts: 0 };
  }

  #readSoon(): void {
    if (!this.#isReading) this.#readOn().catch((cause: unknown) => this.#failed(bug(cause)));
  }

  /** Reads until everything that has arrived is in the sessions, and rests in between, so that the worker can answer. */
  async #readOn(): Promise<void> {
    this.#isReading = true;
    try {
      await pause(gatherMs, this.#gone.signal);
      while ((this.#readVersion < this.#version || this.#isCheckDue) && !this.#gone.signal.aborted) {
        const checksNow = this.#isCheckDue && !this.#collectsOn();
        if (checksNow && this.#checksInOtherWorker()) continue;
        if (!checksNow && this.#readVersion === this.#version) await pause(0, this.#gone.signal);
        else if (checksNow || !(await this.#readAdded())) await this.#readWhole();
      }
    } finally {
      this.#isReading = false;
    }
  }

  /** False if the whole text must be read instead. */
  async #readAdded(): Promise<boolean> {
    if (this.#readParts === null) return false;
    const version = this.#version;
    const { records } = this.#report;
    const text = this.#parts.slice(this.#readParts).join('');
    this.#readParts = this.#parts.length;
    const start = performance.now();
    const read = await this.#reader.added(text, version > this.#firstVersion);
    if (read === null) this.#readParts = null;
    if (read === null || this.#gone.signal.aborted) return false;
    this.#readVersion = version;
    this.#show(read, { readRecords: records, isChecked: false });
    this.#checkLater();
    await pause(Math.min(longestRestMs, addedRestParts * (performance.now() - start)), this.#gone.signal);
    return true;
  }

  /** Reads the whole text as soon as it has rested for long enough. */
  #checkLater(): void {
    if (this.#checking !== null) return;
    const checkAt = this.#lastWhole.end + checkRestParts * this.#lastWhole.took;
    this.#check ??= setTimeout(() => this.#checkNow(), checkAt - performance.now());
  }

  #checkNow(): void {
    this.#isCheckDue = true;
    this.#readSoon();
  }

  /** Adds some records to the text for the other worker. True if more follow, between which new records are read. */
  #collectsOn(): boolean {
    const read = this.#readParts;
    if (!this.#usesOtherWorker() || read === null || read - this.#sent.parts <= mostCollected) return false;
    this.#collect(this.#sent.parts + mostCollected);
    return true;
  }

  #collect(end: number): void {
    const text = new Blob([this.#sent.text, this.#parts.slice(this.#sent.parts, end).join('')]);
    this.#sent = { text, parts: end };
  }

  #usesOtherWorker(): boolean {
    const { otherWorker } = this.#reader;
    return otherWorker !== undefined && this.#wholeMs >= otherWorker.fromMs;
  }

  /** Begins to read the whole text in another worker, to check what is known. False if it must be read here. */
  #checksInOtherWorker(): boolean {
    const { otherWorker } = this.#reader;
    if (otherWorker === undefined || !this.#usesOtherWorker() || this.#readParts === null) return false;
    this.#check = undefined;
    this.#isCheckDue = false;
    this.#collect(this.#readParts);
    const { text } = this.#sent;
    const checking = new AbortController();
    this.#checking = checking;
    this.#confirm(otherWorker.confirms(text, checking.signal)).catch((cause: unknown) => {
      if (!checking.signal.aborted) this.#failed(bug(cause));
    });
    return true;
  }

  async #confirm(confirming: Promise<boolean>): Promise<void> {
    const checking = this.#checking;
    const version = this.#readVersion;
    const start = performance.now();
    const isConfirmed = await confirming;
    if (this.#checking !== checking) return;
    this.#checking = null;
    const end = performance.now();
    this.#lastWhole = { end, took: end - start };
    if (!isConfirmed) {
      // The present result may be wrong: a reading of the whole text replaces it.
      this.#readParts = null;
      this.#checkNow();
      return;
    }
    this.#change({ isChecked: version === this.#readVersion });
    if (version !== this.#readVersion) this.#checkLater();
  }

  #endChecking(): void {
    this.#checking?.abort();
    this.#checking = null;
  }

  async #readWhole(): Promise<void> {
    const rest = this.#isCheckDue ? 0 : this.#lastWhole.end + restParts * this.#lastWhole.took - performance.now();
    if (rest > 0) await pause(rest, this.#gone.signal);
    if (this.#gone.signal.aborted) return;
    clearTimeout(this.#check);
    this.#check = undefined;
    this.#isCheckDue = false;
    this.#endChecking();
    const version = this.#version;
    const { records } = this.#report;
    this.#readParts = this.#parts.length;
    const start = performance.now();
    const read = await this.#reader.whole(this.#parts.join(''), version > this.#firstVersion);
    const end = performance.now();
    this.#wholeMs = end - start;
    this.#lastWhole = { end, took: this.#wholeMs };
    if (this.#gone.signal.aborted) return;
    const isReplacedBy = read.ok ? read.value.isReplacedBy : null;
    if (
      isReplacedBy !== null &&
      this.#isReplacedBy === null &&
      this.#parts.length > 1 &&
      this.#parts.every(isReplacedBy)
    ) {
      this.#isReplacedBy = isReplacedBy;
      this.#startsAgain(this.#parts.slice(-1));
      return;
    }
    this.#readVersion = version;
    if (read.ok) {
      this.#show(read.value, { readRecords: records, isChecked: true });
    } else {
      const isNothingRead = this.#report.opened === null;
      const problem = isNothingRead ? explained(this.#parts, read.problem) : read.problem;
      this.#change({ readRecords: records, problem });
    }
  }

  #show({ opened, moves, fires, isReplacedBy }: LiveReading, part: Partial<LiveReport>): void {
    this.#isReplacedBy = isReplacedBy;
    const allMoves = [...this.#report.moves, ...moves].slice(-maxMoves);
    this.#change({ ...part, opened, problem: null, moves: allMoves, fires });
  }

  #failed(problem: Problem): void {
    this.#change({ state: 'interrupted', problem });
  }

  /** Changes what is reported with the next change, or after a while. */
  #changeSoon(part: Partial<LiveReport>): void {
    this.#report = { ...this.#report, ...part };
    this.#changeTimer ??= setTimeout(() => this.#change({}), changeDelayMs);
  }

  #change(part: Partial<LiveReport>): void {
    clearTimeout(this.#changeTimer);
    this.#changeTimer = undefined;
    this.#report = { ...this.#report, ...part, number: this.#report.number + 1 };
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** Records that are added to the text for the other worker at once. */
const mostCollected = 4096;

/** Moves of turns that are remembered: a page that asks less often keeps its cursor where it was. */
const maxMoves = 100;

/** Seconds of arrivals that are remembered. */
const rememberedSeconds = 60;

function withArrival(arrivals: readonly Arrivals[], second: number): readonly Arrivals[] {
  const last = arrivals.at(-1);
  if (last?.second === second) return [...arrivals.slice(0, -1), { second, records: last.records + 1 }];
  return [...arrivals.filter((one) => one.second > second - rememberedSeconds), { second, records: 1 }];
}

const bug = (cause: unknown): Problem => ({
  code: 'engine/bug',
  message: `This is a bug in Contextscope: ${cause instanceof Error ? cause.message : String(cause)}`,
});
