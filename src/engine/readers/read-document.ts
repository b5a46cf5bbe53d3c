import { atOnce } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from './document.ts';
import { withoutEntities } from './entities.ts';
import { withoutHardWrap } from './hard-wrap.ts';
import { withOpenedElements } from './opened-elements.ts';
import { escapedText, openedString } from './opened-string.ts';
import { readers } from './registry.ts';
import { asGiven } from './rewritten.ts';

/**
 * Reads a text with the first reader that can. When none can, the problem is that of the reader that read furthest: the
 * text was most likely meant to be in its syntax.
 */
export const readDocument = (text: string): Result<Document, Problem> => atOnce(readingDocument(text));

/** The same in steps. */
export const readingDocument = (text: string): Generator<void, Result<Document, Problem>> => readingLayer(text, 0);

/** `depth`: number of times that the text was unescaped, joined or taken out of a quoted string. */
function* readingLayer(text: string, depth: number): Generator<void, Result<Document, Problem>> {
  const readInner = (inner: string) => atOnce(readingLayer(inner, depth + 1));
  const cleaned = withoutNuls(text, readInner);
  if (cleaned !== undefined) return cleaned;
  const unfit = whyUnfit(text);
  if (unfit !== undefined) return err(unfit);
  for (const unwrap of depth < depthOfQuotes ? unwrappings : []) {
    const read = unwrap(text, readInner);
    if (read !== undefined) return read;
  }
  const start = text.search(/\S/);
  let furthest: Problem | undefined;
  for (const reader of byClaim(text)) {
    yield;
    const read = reader.reading === undefined ? reader.read(text) : yield* reader.reading(text);
    if (read.ok) return ok(withOpenedElements(read.value));
    // Understood, but hardly any of it is values, or none of them of a recording: the other readers only failed
    // earlier.
    if (conclusive.has(read.problem.code)) return err(read.problem);
    // When none read any part, the problem of the last one is used: it is the most general.
    if (furthest === undefined || reach(furthest) <= start || reach(read.problem) > reach(furthest))
      furthest = read.problem;
  }
  if (furthest === undefined) throw new Error('The reader of JSON claims every text, so one reader has failed.');
  return err(furthest);
}

const conclusive: ReadonlySet<string> = new Set(['reader/mostly-prose', 'reader/tiny-values']);

/** Values that a program or a copy wrapped up, each undefined for any other text. In the order in which they are tried. */
const unwrappings = [withoutEntities, withoutHardWrap, openedString, escapedText];

/** Maximum depth of quoted texts within texts. */
const depthOfQuotes = 3;

function byClaim(text: string) {
  const claims = readers.map((reader) => ({ reader, claim: reader.claim(text) }));
  return (['likely', 'possible'] as const).flatMap((wanted) =>
    claims.filter(({ claim }) => claim === wanted).map(({ reader }) => reader),
  );
}

const reach = (problem: Problem): number => problem.range?.start ?? 0;

/** https://git-scm.com/docs/diff-format */
const diff = /^\s*(?:diff --git |--- \S.*\n\+\+\+ \S|commit [\da-f]{40}\s[^]*?\ndiff --git )/;

function whyUnfit(text: string): Problem | undefined {
  if (!/\S/.test(text)) {
    return {
      code: 'reader/empty',
      message: 'The text is empty. Paste a recording, or open its file.',
    };
  }
  if (text.startsWith('PK\u0003\u0004')) {
    return {
      code: 'reader/archive',
      message:
        'This is a ZIP archive, not text. Open the file itself, by the picker or by dropping it: its files are then listed.',
    };
  }
  if (diff.test(text.slice(0, 3000))) {
    return {
      code: 'reader/diff',
      message:
        'This is a diff: it shows how a file was changed. Paste the file itself, as it was before or after that.',
    };
  }
  if (text.slice(0, 1000).includes('\u0000')) {
    return {
      code: 'reader/binary',
      message: 'This is not text: it holds NUL characters. Open an export in JSON, JSON Lines or Python form.',
    };
  }
  return undefined;
}

/**
 * A text with NUL characters, such as a log that was cut while a program wrote to it, or a file after a crash: read
 * with spaces in their place, so that every place stays the same. Undefined when there are none, and for data that is
 * no text.
 */
function withoutNuls(
  text: string,
  readInner: (text: string) => Result<Document, Problem>,
): Result<Document, Problem> | undefined {
  const first = text.indexOf('\u0000');
  if (first === -1) return undefined;
  const plain = text.replaceAll('\u0000', ' ');
  if (!/\S/.test(plain) || isBinary(plain)) return undefined;
  const read = readInner(plain);
  if (!read.ok) return undefined;
  const count = text.split('\u0000').length - 1;
  const message = `${count} NUL ${count === 1 ? 'character was' : 'characters were'} read as ${count === 1 ? 'a space' : 'spaces'}.`;
  return asGiven(text, { text: plain, count, first, given: (range) => range }, read, 'reader/nul', message);
}

/**
 * Characters besides NUL that no text has: other control characters than white space and the escape of terminals, or
 * bytes that are not UTF-8.
 */
function isBinary(plain: string): boolean {
  const start = plain.search(/\S/);
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0001-\u0008\u000E-\u001A\u001C-\u001F\uFFFD]/.test(plain.slice(start, start + 1000));
}
