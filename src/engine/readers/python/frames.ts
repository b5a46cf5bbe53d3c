import { unreachable } from '../../../base/unreachable.ts';
import type { Node, Tree } from './node.ts';

type Kind = 'list' | 'round' | 'dict' | 'call' | 'fields' | 'enum' | 'class';

/** The closing bracket, and the expected syntax in messages: in the place of a value, and after a value. */
interface Syntax {
  readonly closer: ')' | ']' | '}' | '>' | '';
  readonly wants: string;
  readonly expects: string;
}

const syntaxes: { readonly [K in Kind]: Syntax } = {
  list: { closer: ']', wants: 'a value or ]', expects: 'a comma or ]' },
  round: { closer: ')', wants: 'a value or )', expects: 'a comma or )' },
  dict: { closer: '}', wants: 'a value or }', expects: 'a comma or }' },
  call: { closer: ')', wants: 'a value, a keyword or )', expects: 'a comma or )' },
  fields: { closer: '', wants: 'a value after =', expects: 'the next field' },
  enum: { closer: '>', wants: 'the value of the enum member', expects: '>' },
  class: { closer: '', wants: 'a bracket', expects: 'a bracket' },
};

/**
 * An open bracket and its items so far.
 * - `list`, `round`: `[…]`, `(…)`
 * - `dict`: `{…}`; a set, if its first item is not followed by a colon
 * - `call`: `Message(…)`
 * - `fields`: `role='user' content='hi'`, separated by white space instead of commas
 * - `enum`: `<State.DONE: …>`, its value still to come
 * - `class`: `Session {…}`, `Map(1) {…}`: a name, and the bracket behind it
 */
export class Frame {
  readonly kind: Kind;
  readonly start: number;
  /** Of a call, a class or an enum member. */
  readonly name: string;
  readonly closer: Syntax['closer'];
  readonly #syntax: Syntax;
  readonly #keys: Node[] = [];
  readonly #keywords: string[] = [];
  /** The values behind the keys or keywords. */
  readonly #values: Node[] = [];
  /** The values without a key or keyword. */
  readonly #items: Node[] = [];
  /** A key or keyword that has no value yet. */
  #pending: Node | string | undefined;
  #hasComma = false;

  constructor(kind: Kind, start: number, name = '') {
    this.kind = kind;
    this.start = start;
    this.name = name;
    this.#syntax = syntaxes[kind];
    this.closer = this.#syntax.closer;
  }

  get wants(): string {
    return this.kind === 'dict' && this.hasPending ? 'a value after the colon' : this.#syntax.wants;
  }

  get expects(): string {
    if (!this.takesColon) return this.#syntax.expects;
    return this.#keys.length === 0 ? 'a colon, a comma or }' : 'a colon after the key';
  }

  /** True when a key or keyword was read whose value must follow. */
  get hasPending(): boolean {
    return this.#pending !== undefined;
  }

  get takesKeywords(): boolean {
    return this.kind === 'call' || this.kind === 'fields';
  }

  get takesColon(): boolean {
    return this.kind === 'dict' && !this.hasPending && this.#items.length === 0;
  }

  /** True when the closing bracket may be in the place of a value. */
  get mayClose(): boolean {
    return this.kind !== 'enum' && !this.hasPending;
  }

  /** False when a value needs a colon after it. */
  get mayTake(): boolean {
    return this.kind !== 'dict' || this.hasPending || this.#keys.length === 0;
  }

  /** True when an ellipsis may replace entries. */
  get mayOmit(): boolean {
    return !this.hasPending && this.#values.length > 0;
  }

  /** The last value without a key or keyword. */
  get last(): Node | undefined {
    return this.#items.at(-1);
  }

  /** Reads a key, or a keyword. */
  key(key: Node | string): void {
    this.#pending = key;
  }

  take(value: Node): void {
    const key = this.#pending;
    this.#pending = undefined;
    if (key === undefined) {
      this.#items.push(value);
      return;
    }
    this.#values.push(value);
    if (typeof key === 'string') this.#keywords.push(key);
    else this.#keys.push(key);
  }

  /** A separator was read. */
  separate(): void {
    this.#hasComma = true;
  }

  finish(tree: Tree, end: number): Node {
    const range = { start: this.start, end };
    const [keys, keywords, values, items] = [this.#keys, this.#keywords, this.#values, this.#items];
    const { name, last } = this;
    const [first] = items;
    switch (this.kind) {
      case 'list':
        return tree.branch('list', range, { items });
      case 'round':
        // Brackets around one value, without a comma, only group it.
        if (first !== undefined && items.length === 1 && !this.#hasComma) return first;
        return tree.branch('tuple', range, { items });
      case 'dict':
        return first === undefined
          ? tree.branch('dict', range, { keys, values })
          : tree.branch('set', range, { items });
      case 'call': {
        const within = { start: first?.start ?? end, end: last?.end ?? end };
        const args = first === undefined ? null : tree.branch('list', within, { items });
        return tree.branch('call', range, { name, keywords, values, args });
      }
      case 'fields':
        return tree.branch(
          'fields',
          { start: this.start, end: values.at(-1)?.end ?? this.start },
          { keywords, values },
        );
      case 'enum':
        // `>` is accepted after a value only, and a cut-off member is dropped.
        return tree.branch('enum', range, { name, items: [last ?? tree.leaf('gap', range)] });
      case 'class': {
        const args = tree.branch('list', range, { items: items.slice(-1) });
        return tree.branch('call', range, { name, args });
      }
      default:
        return unreachable(this.kind);
    }
  }
}
