import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { type CallLog, when } from '../../importing/transcript/call-log.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { Alternative, Channel, type Message } from './format.ts';

interface Utterance {
  readonly texts: string[];
  /** What was heard last and is not final: the next result replaces it. */
  guess: string;
  readonly at: string | undefined;
  readonly places: Path[];
}

/**
 * What the recogniser hears. A result that is final is a piece of an utterance, which ends with `speech_final` or
 * `UtteranceEnd`; one that is not is a guess.
 */
export class Heard {
  readonly #log: CallLog;
  readonly #report: ImportReport;
  /** By channel, so that what one side says does not end what the other does. */
  readonly #open = new Map<number, Utterance>();

  constructor(log: CallLog, report: ImportReport) {
    this.#log = log;
    this.#report = report;
  }

  results(message: Message, at: string | undefined, place: Path): void {
    const channel = v.safeParse(Channel, message.channel);
    const best = channel.success ? v.safeParse(Alternative, channel.output.alternatives[0]) : undefined;
    if (best?.success !== true) {
      this.#report.note('lost', 'deepgram/result', place, (n) => `${counted(n, 'result')} could not be read.`);
      return;
    }
    const index = this.#channelOf(message, place);
    const text = best.output.transcript.trim();
    const open = this.#open.get(index) ?? { texts: [], guess: '', at, places: [] };
    if (text !== '') {
      if (open.guess !== '') noteGuess(place, this.#report);
      open.places.push(place);
      open.guess = message.is_final === true ? '' : text;
      if (message.is_final === true) open.texts.push(text);
      this.#open.set(index, open);
    } else if (message.is_final === true) open.guess = '';
    if (message.speech_final === true) this.#close(index);
  }

  utteranceEnd(): void {
    for (const index of this.#open.keys()) this.#close(index);
  }

  /** What never became final was heard all the same. */
  end(): void {
    for (const { guess, places } of this.#open.values()) {
      if (guess === '') continue;
      this.#report.note(
        'assumed',
        'deepgram/not-final',
        places.at(-1) ?? [],
        (n) => `${counted(n, 'utterance')} that never became final: shown as far as heard.`,
      );
    }
    this.utteranceEnd();
  }

  #close(index: number): void {
    const { texts, guess, at, places } = this.#open.get(index) ?? { texts: [], guess: '', at: undefined, places: [] };
    this.#open.delete(index);
    const [first, ...others] = places;
    const text = [...texts, guess].join(' ').trim();
    if (first === undefined || text === '') return;
    this.#log.add({ type: 'user-spoke', ...when(at), text }, first, others);
  }

  #channelOf({ channel_index }: Message, place: Path): number {
    const [index, count] = channel_index ?? [];
    if (typeof index !== 'number' || typeof count !== 'number' || count < 2) return 0;
    this.#report.note(
      'assumed',
      'deepgram/channels',
      place,
      () => `The sound has ${count} channels, and nothing says whose they are: all are shown as the caller’s words.`,
    );
    return index;
  }
}

const noteGuess = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'deepgram/interim',
    place,
    (n) => `${counted(n, 'guess', 'guesses')} of the recogniser that a later result replaced: no turns.`,
  );
