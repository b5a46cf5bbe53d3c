import type { Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from './document.ts';
import { asGiven, rewritten, type Rewritten } from './rewritten.ts';

/** https://en.wikipedia.org/wiki/ANSI_escape_code#Control_Sequence_Introducer_commands */
// oxlint-disable-next-line no-control-regex -- terminal colours begin with the escape character
const whole = /\u001B\[[0-9;?]*[A-Za-z]/g;
/** Some pastes have lost the escape character; in a printed string it is an escape of Python's. */
const bare = /(?<!(?:x1[bB]|u001[bB]|033|\\e))\[[0-9]{1,2}(?:;[0-9]{1,3})*m/g;

/**
 * A text without the colour codes of a terminal. Python prints the escape character itself as `\x1b`: a raw one comes
 * from the program that coloured the print.
 */
export const withoutColours = (text: string): Rewritten =>
  rewritten(text, text.includes('\u001B[') ? whole : hasBare(text) ? bare : never, () => '');

/** Colours are set and reset: a single code, such as `[0m`, is text. */
const hasBare = (text: string): boolean => new Set(text.match(bare)).size > 1;
const never = /(?!)/g;

/** Reads a text without its colour codes; every place is that in the original text. */
export function readPlain(text: string, read: (plain: string) => Result<Document, Problem>): Result<Document, Problem> {
  const plain = withoutColours(text);
  if (plain.count === 0) return read(text);
  const message = `${plain.count} terminal colour ${plain.count === 1 ? 'code was' : 'codes were'} left out.`;
  return asGiven(text, plain, read(plain.text), 'reader/colour-code', message);
}
