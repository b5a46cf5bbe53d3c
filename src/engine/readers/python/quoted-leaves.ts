import type { TextRange } from '../../model/problem.ts';
import type { Notebook } from '../notebook.ts';
import type { Leaf, Tree } from './node.ts';

/** Makes leaves of tokens, and finds changes that a print made to strings. */
export class QuotedLeaves {
  readonly #text: string;
  readonly #tree: Tree;
  readonly #notebook: Notebook;
  #broken: TextRange | undefined;

  constructor(text: string, tree: Tree, notebook: Notebook) {
    this.#text = text;
    this.#tree = tree;
    this.#notebook = notebook;
  }

  /** The last string over several lines: perhaps its closing quote is missing. */
  get broken(): TextRange | undefined {
    return this.#broken;
  }

  leaf(kind: Leaf['kind'], { start, end }: TextRange): Leaf {
    if (kind !== 'string' && kind !== 'bytes') return this.#tree.leaf(kind, { start, end });
    this.#findBreak({ start, end });
    leftOut.lastIndex = end;
    const [mark, byRich, byNode] = leftOut.exec(this.#text) ?? [];
    if (mark === undefined) return this.#tree.leaf(kind, { start, end });
    const message = `A string was printed without its last ${byRich ?? byNode ?? ''} characters.`;
    this.#notebook.add('lost', 'reader/elided', message, end);
    return this.#tree.leaf(kind, { start, end: end + mark.length }, [{ start, end }]);
  }

  #findBreak(range: TextRange): void {
    const open = this.#text.charAt(range.end - 1);
    const isTriple = range.end - range.start >= 6 && this.#text.endsWith(open.repeat(3), range.end);
    // Searches a slice: a search in the whole text would continue to the next line break at any distance.
    if (!isTriple && /(?<!\\)\n/.test(this.#text.slice(range.start, range.end))) this.#broken = range;
  }
}

/** Number of characters that Rich and Node left out of a long string: `'abc'+120`, `'abc'... 120 more characters`. */
const leftOut = /\+([0-9]+)(?![0-9.'"])|\.\.\. ([0-9]+) more characters?/y;
