import { assumed, counted, info, lost } from '../import-report.ts';
import type { Value } from '../../model/value.ts';
import { eventTime } from '../values/event-time.ts';
import { readInstant } from '../values/instants.ts';
import { fieldAt, placeAt, numberAt, type Where } from '../values/where.ts';
import type { VoiceLog } from './voice-format.ts';

/** The catalogue of notes that several voice formats share. A note of one format alone is in its description. */
export const voiceNotes = {
  /** An entry of the recording that does not fit the format. */
  unread: (code: string, noun: string, plural = `${noun}s`) =>
    lost(code, (n) => `${counted(n, noun, plural)} could not be read.`),
  /** Parts of the context, by their keys in an export. */
  unrecorded: (code: string, keys: readonly string[]) =>
    info(
      code,
      `${counted(keys.length, 'part')} of the context not recorded, or not completely, and therefore unknown: ${keys.join(', ')}.`,
    ),
  /** The speech recogniser sends one person's utterance in pieces. */
  fragments: info('import/fragments', '{# utterance} of the caller came in several fragments; each is one turn.'),
  /** An early guess of the recogniser that later words replaced. */
  guessReplaced: (code: string, by: string) =>
    info(
      code,
      (n) => `${counted(n, 'guess', 'guesses')} of the recogniser that a later ${by} replaced: not shown as turns.`,
    ),
  /** The recording ends before the recogniser was sure of the words. */
  notFinal: (code: string) => assumed(code, '{# utterance} that never became final: shown as far as recognised.'),
  /** The only transcript is one text with the names of the speakers in it. */
  transcriptText: (code: string, divided: string) =>
    assumed(
      code,
      () => `The transcript is one text: it is divided where ${divided} a speaker, and has no times and no tools.`,
    ),
  /** A system message sets up the model; it is not a turn. */
  systemMessage: info('import/system-message', 'The system message is not shown as a turn.'),
  /** Times that count from the beginning of the call. */
  noStart: (code: string, unit: 'seconds' | 'milliseconds') =>
    lost(
      code,
      (n) => `${counted(n, 'time')} in ${unit} since the start of the call, whose time is not recorded: left out.`,
    ),
  /** Events that only accompany the conversation. */
  progress: (code: string, noun: string, about: string) =>
    info(code, (n) => `${counted(n, noun)} about its course (${about}): not shown as turns.`),
  /** The recording contains the results of tools, but not whether they failed. */
  outcomeUnknown: (code: string, noun: string) =>
    assumed(
      code,
      () =>
        `${noun} of functions do not say whether the call failed: each counts as successful, independent of its text.`,
    ),
  /** An error message of the platform. `words`: those of the first one. */
  serviceTrouble: (code: string, noun: string, words: string | undefined) =>
    info(
      code,
      (n) => `${counted(n, noun)} of the service, the first being “${(words ?? 'without words').slice(0, 200)}”.`,
    ),
};

type Time = VoiceLog['time'];

/** A field has the time: ISO 8601, or seconds since 1970. */
export const instantIn =
  (name: Where): Time =>
  ({ value, place }, { report }) =>
    readInstant(fieldAt(value, name), placeAt(value, place, name), report);

/** A field holds milliseconds since 1970, as a number or as a text of digits. */
export const millisecondsIn =
  (name: Where): Time =>
  ({ value, place }, { report }) =>
    readInstant(secondsOf(fieldAt(value, name)), placeAt(value, place, name), report);

function secondsOf(milliseconds: Value | undefined): Value | undefined {
  const isDigits = typeof milliseconds === 'string' && /^\d{1,16}$/.test(milliseconds);
  const number = isDigits ? Number(milliseconds) : milliseconds;
  return typeof number === 'number' ? number / 1000 : number;
}

/** Fields hold seconds since the call began, and `start` is the time of that beginning, in seconds since 1970. */
export const secondsInto =
  (start: (call: Value) => number | undefined, ...names: readonly Where[]): Time =>
  ({ value, place }, { call, report }) => {
    const after = names.map((name) => numberAt(value, name)).find((seconds) => seconds !== undefined);
    const from = start(call.value);
    if (from === undefined || after === undefined) return undefined;
    return readInstant(Math.round((from + after) * 1000) / 1000, place, report);
  };

/** Events of a socket have no time; the program that logged them may have written one beside or into the event. */
export const loggedTime: Time = ({ value, line = value, place }, { report }) =>
  eventTime(line, place.slice(0, 1), report);
