import type { Scalar } from 'yaml';
import type { TextRange } from '../../model/problem.ts';

/** A text inside a YAML document: its value, and the place of each of its characters. */
export class ScalarText {
  readonly value: string;
  readonly range: TextRange;
  readonly #text: string;
  readonly #type: Scalar['type'];

  constructor(text: string, node: Scalar) {
    this.#text = text;
    // `assert: true` is an expression too.
    this.value = typeof node.value === 'string' ? node.value : (node.source ?? '');
    const [start = 0, end = 0] = node.range ?? [];
    this.range = { start, end };
    this.#type = node.type;
  }

  /** The range in the document of a range of the value; the whole scalar when it was written with escapes or folded. */
  rangeOf({ start, end }: TextRange): TextRange {
    const from = this.#offsetOf(start);
    const to = this.#offsetOf(Math.max(start, end - 1));
    return from === null || to === null ? this.range : { start: from, end: Math.max(from, to + (end > start ? 1 : 0)) };
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
}
