import type { Note, TextRange } from '../model/problem.ts';
import { formatPosition, Lines } from './lines.ts';
import { rewritten } from './rewritten.ts';

/** A text without the colour codes of a terminal. */
export interface Plain {
  readonly text: string;
  /** A note about the colour codes that were left out; none when there are none. */
  readonly notes: readonly Note[];
  /** The range in the original text of a range in the plain text. */
  given(range: TextRange): TextRange;
}

/** https://en.wikipedia.org/wiki/ANSI_escape_code#Control_Sequence_Introducer_commands */
// oxlint-disable-next-line no-control-regex -- terminal colours begin with the escape character
const whole = /\u001B\[[0-9;?]*[A-Za-z]/g;
/** Some pastes have lost the escape character; in a printed string it is an escape of Python's. */
const bare = /(?<!(?:x1[bB]|u001[bB]|033|\\e))\[[0-9]{1,2}(?:;[0-9]{1,3})*m/g;

/** Python prints the escape character itself as `\x1b`: a raw one comes from the program that coloured the print. */
export function withoutColours(text: string): Plain {
  const code = text.includes('\u001B[') ? whole : bare;
  const { text: plain, count, first, given } = rewritten(text, code, () => '');
  return { text: plain, notes: count === 0 ? [] : [noteOf(text, count, first)], given };
}

const noteOf = (text: string, count: number, first: number): Note => ({
  severity: 'repaired',
  code: 'reader/colour-code',
  message: `${count} terminal colour ${count === 1 ? 'code was' : 'codes were'} left out.`,
  place: formatPosition(new Lines(text).positionOf(first)),
});
