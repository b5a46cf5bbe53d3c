import type { Diagnostic } from '../diagnostic.ts';
import { change, instead } from './habit.ts';
import type { Piece, Source } from './source.ts';

/** Converts a regular expression between slashes to a raw string with its flags; undefined for anything else. */
export function patternLiteral(text: string): string | undefined {
  const match = /^\/((?:[^/\\]|\\.)+)\/([a-z]*)$/s.exec(text);
  if (match === null) return undefined;
  const flags = (match[2] ?? '').replaceAll(/[^ims]/g, '');
  const body = `${flags === '' ? '' : `(?${flags})`}${(match[1] ?? '').replaceAll('\\/', '/')}`;
  const quote = ['"', "'", '"""'].find((one) => !body.includes(one)) ?? "'''";
  return `r${quote}${body}${quote}`;
}

/** `/x/` where a value is expected, and `/x/.test(y)`. */
export function* patterns(source: Source): Generator<Diagnostic> {
  for (const [index, piece] of source.pieces.entries()) {
    const literal = piece.kind === 'pattern' ? patternLiteral(piece.text) : undefined;
    if (literal === undefined) continue;
    const seen = 'CEL has no patterns between slashes: a pattern is a string';
    const closed = source.partner(index + 3);
    const name = source.pieces[index + 2]?.text ?? '';
    if (source.is(index + 1, '.') && ['test', 'exec', 'match'].includes(name) && closed !== undefined) {
      const part = source.range(index, closed);
      const text = `${source.grouped(index + 4, closed - 1)}.matches(${literal})`;
      yield instead(source, { range: piece, seen, part, edits: [change(part, text)] });
    } else yield instead(source, { range: piece, seen, part: piece, edits: [change(piece, literal)] });
  }
}

/** `f"… {x} …"`, `` `… ${x} …` ``, typographic quotes. */
export function* strings(source: Source): Generator<Diagnostic> {
  for (const [index, piece] of source.pieces.entries()) {
    // Behind a dot, backquotes name a field.
    if (piece.kind !== 'string' || source.is(index - 1, '.', '.?')) continue;
    const found = filledIn(piece) ?? curly(piece);
    if (found === undefined) continue;
    const [seen, text] = found;
    yield instead(source, { range: piece, seen, part: piece, edits: [change(piece, text)] });
  }
}

type Rewritten = readonly [seen: string, text: string];

function filledIn({ text }: Piece): Rewritten | undefined {
  const isTemplate = text.startsWith('`');
  const prefix = /^[a-zA-Z]*/.exec(text)?.[0] ?? '';
  if (!isTemplate && !/f/i.test(prefix)) return undefined;
  const quote = /^("""|'''|"|'|`)/.exec(text.slice(prefix.length))?.[0] ?? '"';
  const body = text.slice(prefix.length + quote.length, -quote.length);
  const parts = partsOf(body, isTemplate ? '${' : '{').map((part, at) => {
    if (at % 2 === 1) return /^["']/.test(part) ? part : `string(${part})`;
    return part === '' ? '' : JSON.stringify(part);
  });
  const joined = parts.filter((part) => part !== '').join(' + ') || '""';
  const seen = isTemplate
    ? 'CEL has no text between backquotes'
    : `CEL has no \`f\` before a text, and no placeholders in texts`;
  return [seen, joined];
}

/** Texts and values in turn, beginning with a text; `{{` is a literal brace where `{` opens a value. */
function partsOf(body: string, opening: '{' | '${'): readonly string[] {
  const parts: string[] = [];
  let text = '';
  for (let at = 0; at < body.length;) {
    const end = body.indexOf('}', at);
    if (opening === '{' && (body.startsWith('{{', at) || body.startsWith('}}', at))) {
      text += body.charAt(at);
      at += 2;
    } else if (body.startsWith(opening, at) && end > at) {
      parts.push(text, valueIn(body.slice(at + opening.length, end), opening));
      text = '';
      at = end + 1;
    } else {
      text += body.charAt(at);
      at++;
    }
  }
  return [...parts, text];
}

/** The value without Python's `!r` and `:>10`. */
function valueIn(written: string, opening: '{' | '${'): string {
  const colon = opening === '{' ? written.lastIndexOf(':') : -1;
  const isForm = colon > 0 && !/["'\])]/.test(written.slice(colon));
  const value = isForm ? written.slice(0, colon) : written;
  return value.trim().replace(/![rsa]$/, '');
}

function curly({ text }: Piece): Rewritten | undefined {
  if (!/^[“‘]/.test(text)) return undefined;
  return [
    `\`${text.charAt(0)}\` is a typographic quote, and CEL strings use straight ones`,
    JSON.stringify(text.slice(1, -1)),
  ];
}
