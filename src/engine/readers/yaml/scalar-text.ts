import { parseDocument, type Scalar } from 'yaml';
import type { TextRange } from '../../model/problem.ts';

/** Replaces a range of a text by other text. */
export interface TextEdit {
  readonly range: TextRange;
  readonly text: string;
}

/** A text inside a YAML document: its value, the place of each of its characters, and how to write another value. */
export class ScalarText {
  readonly value: string;
  readonly range: TextRange;
  readonly #text: string;
  readonly #type: Scalar['type'];
  readonly #isInFlow: boolean;

  /** `isInFlow`: inside `{…}` or `[…]`, where a line break or a comma would mean something else. */
  constructor(text: string, node: Scalar, isInFlow: boolean) {
    this.#text = text;
    // `assert: true` is an expression too.
    this.value = typeof node.value === 'string' ? node.value : (node.source ?? '');
    const [start = 0, end = 0] = node.range ?? [];
    this.range = { start, end };
    this.#type = node.type;
    this.#isInFlow = isInFlow;
  }

  /** The range in the document of a range of the value; the whole scalar when it was written with escapes or folded. */
  rangeOf({ start, end }: TextRange): TextRange {
    const from = this.#offsetOf(start);
    const to = this.#offsetOf(Math.max(start, end - 1));
    return from === null || to === null ? this.range : { start: from, end: Math.max(from, to + (end > start ? 1 : 0)) };
  }

  /** The edit that gives it another value; everything around it stays unchanged, comments too. */
  replaced(value: string): TextEdit {
    return { range: this.#content(), text: this.#written(value) };
  }

  #offsetOf(index: number): number | null {
    const source = this.#text.slice(this.range.start, this.range.end);
    if (this.#type === 'PLAIN') return source.startsWith(this.value) ? this.range.start + index : null;
    if (this.#type === 'QUOTE_DOUBLE' || this.#type === 'QUOTE_SINGLE')
      return source.slice(1, -1) === this.value ? this.range.start + 1 + index : null;
    if (this.#type !== 'BLOCK_LITERAL') return null;
    return this.#offsetInBlock(index);
  }

  /** Each line of a block has the block's indentation in front of it in the document. */
  #offsetInBlock(index: number): number | null {
    const lines = this.value.split('\n');
    let inValue = 0;
    let at = this.#text.indexOf('\n', this.range.start) + 1;
    if (at === 0) return null;
    for (const line of lines) {
      const lineEnd = this.#text.indexOf('\n', at);
      const written = this.#text.slice(at, lineEnd === -1 ? this.range.end : lineEnd);
      const indent = written.length - line.length;
      if (line !== '' && (indent < 0 || !written.endsWith(line))) return null;
      if (index <= inValue + line.length) return at + Math.max(0, indent) + (index - inValue);
      inValue += line.length + 1;
      at += written.length + 1;
    }
    return null;
  }

  /** A block ends with the line break that belongs to the line; the text after it must stay on a line of its own. */
  #content(): TextRange {
    const { start, end } = this.range;
    return this.#text[end - 1] === '\n' && end > start ? { start, end: end - 1 } : this.range;
  }

  #written(value: string): string {
    const quoted = JSON.stringify(value);
    if (this.#isInFlow || this.#type === 'QUOTE_DOUBLE') return quoted;
    if (!value.includes('\n')) return isPlain(value) ? value : quoted;
    // A comment behind the scalar would become part of a block.
    if (!/^[^\S\n]*(\n|$)/.test(this.#text.slice(this.#content().end))) return quoted;
    const body = value.replace(/\n$/, '');
    const lines = body.split('\n');
    // A value that a simple block cannot hold is written in quotes.
    if (/^$|^\s|\s$/.test(body) || lines.some((line) => /\s$/.test(line))) return quoted;
    const indent = ' '.repeat(keyColumn(this.#text, this.range.start) + 2);
    const style = body === value ? '|-' : '|';
    return `${style}\n${lines.map((line) => (line === '' ? '' : indent + line)).join('\n')}`;
  }
}

/** Whether it means exactly this text after a key, without quotes. */
function isPlain(value: string): boolean {
  const read = parseDocument(`k: ${value}\n`, { logLevel: 'silent' });
  return read.errors.length === 0 && read.get('k') === value;
}

/** Column of the key, or of the dash, that the scalar belongs to. */
function keyColumn(text: string, start: number): number {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const dashes = /^[\s]*(?:-\s+)*/.exec(line)?.[0].length ?? 0;
  return /^[\s]*(?:-\s+)+$/.test(line) ? Math.max(0, line.trimEnd().length - 1) : dashes;
}
