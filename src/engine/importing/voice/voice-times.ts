import type { Value } from '../../model/value.ts';
import { eventTime } from '../values/event-time.ts';
import { readInstant } from '../values/instants.ts';
import { fieldAt, placeAt, numberAt, type Where } from '../values/where.ts';
import type { VoiceLog } from './voice-format.ts';

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
