import { toJsonWithin } from '../../model/json.ts';
import { Double, entry, isRecord, type Value } from '../../model/value.ts';
import { endByWord } from '../../importing/transcript/call-ends.ts';
import type { CallOutcome } from '../../systems/task/event.ts';
import type { CallEnd, Mapping } from './mapping.ts';
import { scalarText } from './entry-values.ts';
import { wordsOf } from './words.ts';

export interface FlaggedOutcome {
  readonly outcome: CallOutcome;
  readonly reason?: string;
}

/** Flags written as words. */
const noError: ReadonlySet<string> = new Set(['', 'none', 'no', 'false']);
const anError: ReadonlySet<string> = new Set(['true', 'yes']);

/** A call with such a status had no result yet. */
const stillWaits =
  /^(?:pending|queued|scheduled|started|running|executing|working|waiting|in progress|(?:awaiting|waiting for|requires) \w{1,20})$/;

const reasonLength = 2000;

/**
 * A call's outcome, read from the flag that the mapping names. A meaning that the mapping gives to a value has priority; other
 * values are interpreted by their words. docs/formats.md has the table: absent, null and words of success are successful, words
 * of refusal are restricted, words of waiting are pending, any other value is errored, also a word that the call was stopped; a text
 * with no such word is the reason.
 */
export function outcomeBy(flag: Value | undefined, ends: Mapping['results']['ends']): FlaggedOutcome {
  if (flag === undefined || flag === null) return { outcome: 'ok' };
  const written = scalarText(flag);
  const said = written === undefined ? undefined : ends.find(({ value }) => value === written);
  return said === undefined ? bySelf(flag) : { outcome: outcomes[said.end] };
}

const outcomes: Readonly<Record<CallEnd, CallOutcome>> = { worked: 'ok', failed: 'error', blocked: 'blocked_before' };

function bySelf(flag: Value): FlaggedOutcome {
  if (typeof flag === 'boolean') return { outcome: flag ? 'error' : 'ok' };
  if (typeof flag === 'string') return byWords(flag);
  if (typeof flag === 'number' || typeof flag === 'bigint' || flag instanceof Double) return byNumber(flag);
  const message = isRecord(flag) ? entry(flag, 'message') : undefined;
  return { outcome: 'error', reason: typeof message === 'string' ? message : toJsonWithin(flag, 0, reasonLength).text };
}

function byWords(flag: string): FlaggedOutcome {
  const words = wordsOf(flag.slice(0, 200));
  const [word = '', ...more] = words;
  if (stillWaits.test(words.join(' '))) return { outcome: 'pending', reason: `the call is marked as ${flag}` };
  if (more.length === 0) {
    const end = endByWord(word);
    if (noError.has(word) || end === 'worked') return { outcome: 'ok' };
    if (end === 'blocked') return { outcome: 'blocked_before' };
    if (anError.has(word) || end === 'failed') return { outcome: 'error' };
  }
  return { outcome: 'error', reason: flag };
}

/** An exit code or an HTTP status. */
function byNumber(flag: number | bigint | Double): FlaggedOutcome {
  const code = flag instanceof Double ? flag.value : Number(flag);
  return code === 0 || (code >= 200 && code < 300) ? { outcome: 'ok' } : { outcome: 'error', reason: String(code) };
}
