import type { LiveTargets, PlaybackState, PlayControls, RecordTexts } from '../live-protocol.ts';
import { breathe } from '../serve.ts';
import { pause, type ReceiveRecords, type StreamHandlers } from './receiving.ts';

/** Records are played for so long before other calls are answered. */
const sliceMs = 8;
/** The longest time that a timer can wait. */
const longestWaitMs = 2 ** 31 - 1;

/** Plays a recording: its records arrive as if its agent were running now. */
export class Player {
  readonly #recording: LiveTargets['playback'];
  /** Milliseconds of the recording from its beginning to each record. */
  readonly #dueTimes: readonly number[];
  #controls: PlayControls;
  #played = 0;
  /** The place in the recording at a time of the worker. */
  #from: { readonly position: number; readonly now: number };
  #changed = new AbortController();

  constructor(recording: LiveTargets['playback']) {
    const { gaps, played, speed, isPlaying } = recording;
    let time = 0;
    this.#recording = recording;
    this.#dueTimes = gaps.map((gap) => (time += gap));
    this.#controls = { speed, isPlaying };
    this.#from = { position: this.#dueTimes[played - 1] ?? 0, now: performance.now() };
  }

  control({ restart = false, ...controls }: Partial<PlayControls> & { readonly restart?: boolean }): void {
    if (restart) this.#played = 0;
    const position = this.#position();
    // As fast as possible, the place is that of the record played last.
    const reached = Number.isFinite(position) ? position : (this.#dueTimes[this.#played - 1] ?? 0);
    this.#from = { position: restart ? 0 : reached, now: performance.now() };
    this.#controls = { ...this.#controls, ...controls };
    this.#changed.abort();
  }

  readonly receive: ReceiveRecords = async (handlers, signal) => {
    const texts = await textsOf(this.#recording.records);
    // No record was there before: all of them are news.
    handlers.facts({ dropped: 0, lastRecord: null });
    while (!signal.aborted) {
      this.#changed = new AbortController();
      if (this.#playDue(texts, handlers)) handlers.facts({ dropped: 0, lastRecord: Date.now() });
      handlers.state(this.#isOver() ? 'ended' : 'connected');
      handlers.playback?.(this.#state());
      await this.#nextIsDue(signal);
    }
    return undefined;
  };

  /** Whether any record was due. */
  #playDue(texts: readonly string[], handlers: StreamHandlers): boolean {
    const first = this.#played;
    const end = performance.now() + sliceMs;
    while (this.#untilNext() <= 0 && performance.now() < end) {
      // The first record replaces those that were played before.
      handlers.record(this.#played === 0 ? 'replace' : 'append', texts[this.#played] ?? '', true);
      this.#played += 1;
    }
    return this.#played > first;
  }

  async #nextIsDue(signal: AbortSignal): Promise<void> {
    const { isPlaying, speed } = this.#controls;
    const missing = this.#untilNext();
    if (missing <= 0) return breathe();
    // Infinity divided by itself is no number, with which a timer would not wait at all.
    const waitMs = isPlaying && !this.#isOver() ? missing / speed : longestWaitMs;
    await pause(Math.min(waitMs, longestWaitMs), AbortSignal.any([signal, this.#changed.signal]));
  }

  /** Milliseconds of the recording before the next record. */
  #untilNext(): number {
    return this.#isOver() ? Number.POSITIVE_INFINITY : (this.#dueTimes[this.#played] ?? 0) - this.#position();
  }

  #position(): number {
    const { isPlaying, speed } = this.#controls;
    const { position, now } = this.#from;
    if (!isPlaying) return position;
    return Number.isFinite(speed) ? position + (performance.now() - now) * speed : speed;
  }

  #isOver(): boolean {
    return this.#played >= this.#dueTimes.length;
  }

  #state(): PlaybackState {
    const { isTimed, shortened } = this.#recording;
    return { ...this.#controls, played: this.#played, total: this.#dueTimes.length, isTimed, shortened };
  }
}

/** The records of a session whose reception was stopped, once more, after the worker that had them died. */
export const receiveKept =
  (records: RecordTexts): ReceiveRecords =>
  async (handlers) => {
    for (const text of await textsOf(records)) handlers.record('append', text, false);
    return undefined;
  };

export const recordTexts = (texts: readonly string[]): RecordTexts => ({
  text: new Blob([...texts]),
  lengths: texts.map(({ length }) => length),
});

async function textsOf({ text, lengths }: RecordTexts): Promise<readonly string[]> {
  const all = await text.text();
  let end = 0;
  return lengths.map((length) => all.slice(end, (end += length)));
}
