import { toDict } from '../dict.ts';
import type { CallEvent } from '../event.ts';
import { formatCallPath, parsePath, type CallPath } from '../path.ts';
import { settledSteps } from '../place.ts';
import { plain } from '../plain.ts';
import { spaceOf, valueOf, type CallState } from '../state.ts';
import { writerOf } from '../writer-of.ts';
import { withoutValue, withValue } from '../write.ts';
import type { Value } from '../../../model/value.ts';
import { optional, required } from '../../parameters.ts';
import { done, entryOrNull, ignored, refused, textIn, type CallDecided, type Operation } from './operation.ts';

const path = required('path', 'string', 'The path, such as workflow.meals[0].type.');

/** The value at a path, or the fallback. */
export function get(state: CallState, text: string, fallback: Value): CallDecided {
  const parsed = readable(text);
  if (!parsed.ok) return refused(parsed.problem);
  const value = valueOf(state, parsed.value);
  return done(value === undefined ? fallback : plain(value));
}

export function set(state: CallState, text: string, value: Value): CallDecided {
  const parsed = parsePath(text);
  if (!parsed.ok) return refused({ ...parsed.problem, path: text });
  const written = withValue(state.spaces, parsed.value, value);
  return written.ok ? done(null, [eventOf(parsed.value, value)]) : refused(written.problem);
}

function eventOf(parsed: CallPath, value: Value): CallEvent {
  const place = formatCallPath({ ...parsed, appends: false });
  return parsed.appends ? { type: 'value-appended', path: place, value } : { type: 'value-set', path: place, value };
}

/** A missing place is no error. */
export function remove(state: CallState, text: string): CallDecided {
  const parsed = parsePath(text);
  if (!parsed.ok) return refused({ ...parsed.problem, path: text });
  const written = withoutValue(state.spaces, parsed.value);
  if (!written.ok) return refused(written.problem);
  const steps = settledSteps(spaceOf(state, parsed.value.namespace), parsed.value.steps);
  if (steps === undefined || written.value === state.spaces) return ignored;
  return done(null, [{ type: 'value-deleted', path: formatCallPath({ ...parsed.value, steps }) }]);
}

/** A path to read from, or the fault. */
function readable(text: string) {
  const parsed = parsePath(text);
  if (!parsed.ok) return { ok: false, problem: { ...parsed.problem, path: text } } as const;
  if (!parsed.value.appends) return parsed;
  const message = `[+] is for writing only: ${text}.`;
  return { ok: false, problem: { kind: 'invalid_path', path: text, message } } as const;
}

export const valueOperations: readonly Operation[] = [
  {
    name: 'get',
    about: 'Returns the value at a path, or the default if there is none.',
    parameters: [path, optional('default', 'any', 'Returned if there is no value; null by default.')],
    decide: (state, args) => get(state, textIn(args, 'path'), entryOrNull(args, 'default')),
  },
  {
    name: 'set',
    about: 'Writes a value; a path that ends in [+] appends it to a list.',
    parameters: [path, required('value', 'any', 'The value; templates in it are not resolved.')],
    decide: (state, args) => set(state, textIn(args, 'path'), entryOrNull(args, 'value')),
  },
  {
    name: 'delete',
    about: 'Deletes a key, or an element of a list; later elements move up.',
    parameters: [path],
    decide: (state, args) => remove(state, textIn(args, 'path')),
  },
  {
    name: 'to_dict',
    about: 'Returns the complete context as an export.',
    parameters: [],
    decide: (state) => done(toDict(state)),
  },
  {
    name: 'who_wrote',
    about: 'Returns the history entry that last wrote a path; null if there is none.',
    parameters: [path],
    decide(state, args) {
      const parsed = readable(textIn(args, 'path'));
      return parsed.ok ? done(plain(writerOf(state, parsed.value) ?? null)) : refused(parsed.problem);
    },
  },
];
