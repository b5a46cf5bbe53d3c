import type { Result } from '../../base/result.ts';
import type { Note, Problem, TextRange } from '../model/problem.ts';
import type { Document } from './document.ts';
import { characterOf, entity } from './entities.ts';
import { asGiven, rewrittenPart } from './rewritten.ts';

/** The form that a text was wrapped in at its source, and how its characters were escaped there. */
interface Enclosure {
  readonly code: string;
  readonly message: string;
  /** The content; undefined when the text is not in this form. Looks only at the ends of the text, if possible. */
  inside(text: string): TextRange | undefined;
  readonly written: RegExp;
  readonly put: (found: string) => string;
}

const enclosures: readonly Enclosure[] = [
  {
    code: 'reader/cell',
    message: 'The text is a cell of a table: its doubled quotes were read as one each.',
    inside(text) {
      const blank = text.length - text.trimStart().length;
      const head = /^(?:[^"\n]{0,200}[\t,;])?"\s*(?=[[{(][\s[{(]{0,20}"")/.exec(text.slice(blank, blank + 600))?.[0];
      return head === undefined ? undefined : { start: blank + head.length, end: lastOr(text, '"') };
    },
    written: /""/g,
    put: () => '"',
  },
  {
    code: 'reader/inline-code',
    message: 'The backticks around the text were left out.',
    inside(text) {
      const start = /^\s*`(?!`)(?=\s*(?:[[{(]|[A-Z]\w{0,80}\())/.exec(text.slice(0, 300))?.[0].length;
      const end = text.trimEnd().length - 1;
      return start === undefined || end <= start || text[end] !== '`' ? undefined : { start, end };
    },
    written: /(?!)/g,
    put: (found) => found,
  },
  {
    code: 'reader/marked-block',
    message: 'The marks of a ticket system around the text were left out.',
    inside(text) {
      const [start, name] = /^\s*\{(code|noformat)(?::[\w=|.-]{0,60})?\}/.exec(text.slice(0, 300)) ?? [];
      const end = text.lastIndexOf(`{${name}}`);
      return start === undefined || end <= start.length ? undefined : { start: start.length, end };
    },
    written: /(?!)/g,
    put: (found) => found,
  },
  {
    code: 'reader/shell-quotes',
    message: 'The argument in quotes was read out of a command of a shell; the rest of the command was left out.',
    inside: shellArgument,
    written: /'\\''|'"'"'/g,
    put: () => "'",
  },
  {
    code: 'reader/tags',
    message:
      'The text was copied out of a page’s source: its tags were left out, and its entities were read as their characters.',
    inside: (text) => (tagged.test(text.slice(0, 2000)) ? { start: 0, end: text.length } : undefined),
    written: new RegExp(`<br\\s*/?>(?!\\s*\\n)|</?[a-z!][^<>]{0,2000}>|${entity.source}`, 'gi'),
    put: (found) => (found.startsWith('&') ? characterOf(found) : /^<br/i.test(found) ? '\n' : ''),
  },
];

const lastOr = (text: string, quote: string): number => {
  const at = text.trimEnd().length - 1;
  return text[at] === quote ? at : text.length;
};

/** Markup of a page that shows a value: nothing else begins with such a tag. */
const tagged =
  /^\s*<(?:!doctype|html|body|div|pre|code|span|table|td|p|samp)\b[^<>]{0,500}>[^]*?(?:&(?:quot|apos|#0*3[49]|#x0*2[27]);|<(?:span|code)\b)/i;

/** `curl … --data-raw '{…}'`, and a value between the quotes of a shell with a quote of its own in it. */
function shellArgument(text: string): TextRange | undefined {
  const head = opening.exec(text.slice(0, 20_000));
  if (head === null) return undefined;
  const start = head[0].length;
  const isAlone = head[0].trim() === "'";
  quoteOfShell.lastIndex = start;
  let escapes = 0;
  for (let match = quoteOfShell.exec(text); match !== null; match = quoteOfShell.exec(text)) {
    if (match[0] === "'") return isAlone && escapes === 0 ? undefined : { start, end: match.index };
    escapes += 1;
  }
  return undefined;
}

const opening =
  /^\s*(?:(?:[$%] )?(?:curl|xh|https?|wget|grpcurl|aws|az|gcloud|echo|printf|export|set)\s[^]*?[\s=])?'(?=\s{0,80}[[{])/;
const quoteOfShell = /'\\''|'"'"'|'/g;

/**
 * A value that was copied together with its surroundings: a cell of a table, a command, the source of a page. Undefined
 * for any other text, and when the content is no value.
 */
export function withoutEnclosure(
  text: string,
  readInner: (text: string) => Result<Document, Problem>,
): Result<Document, Problem> | undefined {
  for (const { inside, written, put, code, message } of enclosures) {
    const part = inside(text);
    if (part === undefined) continue;
    const inner = rewrittenPart(text, part, written, put);
    const read = readInner(inner.text);
    // A value cut off before the end is not complete: the mark that seemed to close it was a part of it.
    const isHalf = part.end < text.trimEnd().length && read.ok && read.value.notes.some(isCutOff);
    if (read.ok && !isHalf) return asGiven(text, inner, read, code, message);
  }
  return undefined;
}

const isCutOff = ({ code }: Note): boolean => code === 'reader/cut-off';
