import type { Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { LiveReport, LiveState } from '../live-protocol.ts';
import type { Opened } from '../protocol.ts';
import { pause, receiveRecords } from './records.ts';

/** After a reading that took one part of the time, nothing is read for this many parts. */
const restParts = 4;
/** Records that arrive together are read together. */
const gatherMs = 20;

/** Reads a text that has grown. `isSnapshot`: each record is a whole context, which takes the place of the one before. */
export type ReadText = (
  text: string,
) => Promise<Result<{ readonly opened: Opened; readonly isSnapshot: boolean }, Problem>>;

/** A live stream that is attached: its text, which grows, and the last reading of it. */
export class LiveSource {
  readonly #read: ReadText;
  readonly #gone = new AbortController();
  readonly #waiting = new Set<() => void>();
  /** The records of the text, in order. */
  #parts: string[] = [];
  #isSnapshot = false;
  #report: LiveReport = {
    number: 0,
    state: 'waiting',
    records: 0,
    readRecords: 0,
    dropped: 0,
    opened: null,
    problem: null,
  };
  #isReading = false;

  constructor(address: string, read: ReadText) {
    this.#read = read;
    receiveRecords(
      address,
      {
        record: (kind, text) => this.#received(kind, text),
        state: (state, dropped) => this.#stateIs(state, dropped),
      },
      this.#gone.signal,
    ).catch((cause: unknown) => reportError(cause));
  }

  /** The report, as soon as its number is not `since`. */
  async report(since: number): Promise<LiveReport> {
    while (this.#report.number === since && !this.#gone.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return this.#report;
  }

  close(): void {
    this.#gone.abort();
    this.#wake();
  }

  #stateIs(state: LiveState, dropped: number): void {
    const shown = state === 'connected' && this.#report.records === 0 ? 'waiting' : state;
    if (shown !== this.#report.state || dropped !== this.#report.dropped) this.#change({ state: shown, dropped });
  }

  #received(kind: 'append' | 'replace', text: string): void {
    if (kind === 'replace' || this.#isSnapshot) this.#parts = [text];
    else this.#parts.push(text);
    this.#change({ state: 'connected', records: this.#report.records + 1 });
    if (!this.#isReading) this.#readOn().catch((cause: unknown) => reportError(cause));
  }

  /** Reads until everything that has arrived is in the sessions, and rests in between, so that the worker can answer. */
  async #readOn(): Promise<void> {
    this.#isReading = true;
    try {
      await pause(gatherMs, this.#gone.signal);
      while (this.#report.readRecords < this.#report.records && !this.#gone.signal.aborted) {
        const { records } = this.#report;
        const start = performance.now();
        const read = await this.#read(this.#parts.join(''));
        if (this.#gone.signal.aborted) return;
        if (read.ok && read.value.isSnapshot && !this.#isSnapshot) {
          this.#isSnapshot = true;
          const isFirst = this.#parts.length === 1;
          this.#parts = this.#parts.slice(-1);
          if (!isFirst) continue;
        }
        if (read.ok) {
          this.#change({ readRecords: records, opened: read.value.opened, problem: null });
        } else {
          this.#change({ readRecords: records, problem: read.problem });
        }
        await pause(restParts * (performance.now() - start), this.#gone.signal);
      }
    } finally {
      this.#isReading = false;
    }
  }

  #change(part: Partial<LiveReport>): void {
    this.#report = { ...this.#report, ...part, number: this.#report.number + 1 };
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
