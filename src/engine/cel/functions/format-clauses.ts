import { invalid } from '../evaluate/eval-result.ts';
import type { CelError } from '../evaluate/eval-result.ts';

export type Verb = 's' | 'd' | 'f' | 'e' | 'b' | 'o' | 'x' | 'X';

/** One clause of a format, such as `%.2f`, with the text before it. */
export interface Clause {
  readonly before: string;
  readonly verb: Verb;
  /** After the decimal point. */
  readonly digits: number;
}

export interface Format {
  readonly clauses: readonly Clause[];
  readonly after: string;
}

const usualDigits = 6;
const maxDigits = 100;
const verbs: ReadonlySet<string> = new Set<Verb>(['s', 'd', 'f', 'e', 'b', 'o', 'x', 'X']);
const isVerb = (text: string): text is Verb => verbs.has(text);

/** Parses a format; returns an error if it is malformed. */
export function readFormat(text: string): Format | CelError {
  const clauses: Clause[] = [];
  let before = '';
  let copied = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', copied)) {
    before += text.slice(copied, at);
    if (text[at + 1] === '%') {
      before += '%';
      copied = at + 2;
      continue;
    }
    const read = readClause(text, at);
    if ('code' in read) return read;
    clauses.push({ before, verb: read.verb, digits: read.digits });
    before = '';
    copied = read.end;
  }
  return { clauses, after: before + text.slice(copied) };
}

function readClause(text: string, at: number): (Omit<Clause, 'before'> & { readonly end: number }) | CelError {
  let end = at + 1;
  let digits = usualDigits;
  if (text[end] === '.') {
    const written = /\d*/y;
    written.lastIndex = end + 1;
    const [precision = ''] = written.exec(text) ?? [];
    if (precision === '') return invalid(`${start} the precision after \`%.\` is missing, as in \`%.2f\``);
    digits = precision.length > 4 ? Infinity : Number(precision);
    if (digits > maxDigits) return invalid(`${start} a precision of ${maxDigits} digits is the limit`);
    end += 1 + precision.length;
  }
  const verb = String.fromCodePoint(text.codePointAt(end) ?? 0);
  if (end >= text.length) return invalid(`${start} the text ends after \`%\`; \`%%\` writes a percent sign`);
  if (!isVerb(verb))
    return invalid(
      `${start} unrecognized formatting clause "${verb}"; there are %s %d %f %e %b %o %x %X, and %% for a percent sign`,
    );
  return { verb, digits, end: end + 1 };
}

const start = 'could not parse formatting clause:';
