import type { Node, Tree } from './node.ts';

/** An open bracket and its items so far. */
export abstract class Frame {
  readonly start: number;
  abstract readonly closer: string;
  /** The expected syntax in messages, in the place of a value and after a value. */
  abstract readonly wants: string;
  abstract readonly expects: string;
  readonly takesKeywords: boolean = false;
  /** Separated by white space instead of commas. */
  readonly isSpaced: boolean = false;

  constructor(start: number) {
    this.start = start;
  }

  /** True when the closing bracket may be in the place of a value. */
  get mayClose(): boolean {
    return true;
  }

  get takesColon(): boolean {
    return false;
  }

  /** False when a value needs a colon after it. */
  get mayTake(): boolean {
    return true;
  }

  /** True when an ellipsis may replace entries. */
  get mayOmit(): boolean {
    return false;
  }

  abstract take(value: Node): void;

  /** A separator was read. */
  separate(): void {}

  key(_value: Node): void {}

  keyword(_name: string): void {}

  abstract finish(tree: Tree, end: number): Node;
}

/** `[…]` or `(…)` */
export class GroupFrame extends Frame {
  readonly closer: string;
  readonly #items: Node[] = [];
  #isTuple = false;

  constructor(start: number, opener: '(' | '[') {
    super(start);
    this.closer = opener === '(' ? ')' : ']';
  }

  /** The last item in it. */
  get last(): Node | undefined {
    return this.#items.at(-1);
  }

  get wants(): string {
    return `a value or ${this.closer}`;
  }

  get expects(): string {
    return `a comma or ${this.closer}`;
  }

  take(value: Node): void {
    this.#items.push(value);
  }

  override separate(): void {
    this.#isTuple = true;
  }

  finish(tree: Tree, end: number): Node {
    const [only] = this.#items;
    if (this.closer === ']') return tree.group('list', { start: this.start, end }, this.#items);
    // Brackets around one value, without a comma, only group it.
    if (only !== undefined && this.#items.length === 1 && !this.#isTuple) return only;
    return tree.group('tuple', { start: this.start, end }, this.#items);
  }
}

/** `{…}`: a dict, unless its first item is not followed by a colon. */
export class DictFrame extends Frame {
  readonly closer = '}';
  readonly #keys: Node[] = [];
  readonly #values: Node[] = [];
  readonly #items: Node[] = [];
  #key: Node | undefined;

  get #isSet(): boolean {
    return this.#items.length > 0;
  }

  get wants(): string {
    return this.#key === undefined ? 'a value or }' : 'a value after the colon';
  }

  get expects(): string {
    if (this.takesColon) return this.#keys.length === 0 ? 'a colon, a comma or }' : 'a colon after the key';
    return 'a comma or }';
  }

  override get mayClose(): boolean {
    return this.#key === undefined;
  }

  override get takesColon(): boolean {
    return this.#key === undefined && !this.#isSet;
  }

  override get mayTake(): boolean {
    return this.#key !== undefined || this.#keys.length === 0;
  }

  override get mayOmit(): boolean {
    return this.#key === undefined && this.#keys.length > 0;
  }

  override key(value: Node): void {
    this.#key = value;
  }

  take(value: Node): void {
    if (this.#key !== undefined) {
      this.#keys.push(this.#key);
      this.#values.push(value);
      this.#key = undefined;
    } else this.#items.push(value);
  }

  finish(tree: Tree, end: number): Node {
    if (this.#isSet) return tree.group('set', { start: this.start, end }, this.#items);
    return tree.dict({ start: this.start, end }, this.#keys, this.#values);
  }
}

/** Keywords and their values, and positional values. */
abstract class KeywordFrame extends Frame {
  protected readonly keywords: string[] = [];
  protected readonly values: Node[] = [];
  protected readonly positional: Node[] = [];
  #keyword: string | undefined;
  override readonly takesKeywords = true;

  get hasKeyword(): boolean {
    return this.#keyword !== undefined;
  }

  override get mayClose(): boolean {
    return this.#keyword === undefined;
  }

  override get mayOmit(): boolean {
    return this.#keyword === undefined && this.keywords.length > 0;
  }

  override keyword(name: string): void {
    this.#keyword = name;
  }

  take(value: Node): void {
    if (this.#keyword === undefined) this.positional.push(value);
    else {
      this.keywords.push(this.#keyword);
      this.values.push(value);
      this.#keyword = undefined;
    }
  }
}

/** `Message(…)` */
export class CallFrame extends KeywordFrame {
  readonly closer = ')';
  readonly wants = 'a value, a keyword or )';
  readonly expects = 'a comma or )';
  readonly name: string;

  constructor(start: number, name: string) {
    super(start);
    this.name = name;
  }

  finish(tree: Tree, end: number): Node {
    const [first] = this.positional;
    const last = this.positional.at(-1);
    const args =
      first === undefined || last === undefined
        ? null
        : tree.group('list', { start: first.start, end: last.end }, this.positional);
    return tree.call({ start: this.start, end }, this.name, { keywords: this.keywords, values: this.values }, args);
  }
}

/** `role='user' content='hi'` */
export class FieldsFrame extends KeywordFrame {
  readonly closer = '';
  readonly wants = 'a value after =';
  readonly expects = 'the next field';
  override readonly isSpaced = true;

  finish(tree: Tree): Node {
    const { start, keywords, values } = this;
    return tree.fields({ start, end: values.at(-1)?.end ?? start }, { keywords, values });
  }
}

/** `<State.DONE: …>`, its value still to come. */
export class EnumFrame extends Frame {
  readonly closer = '>';
  readonly wants = 'the value of the enum member';
  readonly expects = '>';
  readonly #name: string;
  #value: Node | undefined;

  constructor(start: number, name: string) {
    super(start);
    this.#name = name;
  }

  override get mayClose(): boolean {
    return false;
  }

  take(value: Node): void {
    this.#value = value;
  }

  finish(tree: Tree, end: number): Node {
    // `>` is accepted after a value only, and a cut-off member is dropped.
    const value = this.#value ?? tree.leaf('gap', { start: this.start, end });
    return tree.enumMember({ start: this.start, end }, this.#name, value);
  }
}

/** `Session {…}`, `Map(1) {…}`: a name, and the bracket behind it. */
export class ClassFrame extends Frame {
  readonly closer = '';
  readonly wants = 'a bracket';
  readonly expects = 'a bracket';
  readonly #name: string;
  #value: Node | undefined;

  constructor(start: number, name: string) {
    super(start);
    this.#name = name;
  }

  take(value: Node): void {
    this.#value = value;
  }

  finish(tree: Tree, end: number): Node {
    const items = this.#value === undefined ? [] : [this.#value];
    const args = tree.group('list', { start: this.start, end }, items);
    return tree.call({ start: this.start, end }, this.#name, { keywords: [], values: [] }, args);
  }
}
