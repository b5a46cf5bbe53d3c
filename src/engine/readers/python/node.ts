import type { TextRange } from '../../model/problem.ts';

/** The syntax tree of Python text, before the meaning is decided. Ids count in post-order. */
export type Node = Leaf | Group | Dict | Call | Enum;

export interface Leaf extends TextRange {
  readonly id: number;
  /**
   * - `string`, `bytes`: quoted, perhaps in several pieces
   * - `name`: bare and possibly dotted: `None`, `Role.USER`
   * - `object`: `<Foo object at 0x7f>`
   * - `begun`: a string whose closing quote is missing
   * - `gap`: an ellipsis in place of a value
   * - `hole`: no value where one belongs
   * - `key`: the key of a dict, without quotes
   * - `text`: something printed in a way of its own
   * - `words`: a text without quotes, such as the message of an error
   */
  readonly kind:
    | 'string'
    | 'begun'
    | 'bytes'
    | 'number'
    | 'name'
    | 'object'
    | 'gap'
    | 'hole'
    | 'key'
    | 'text'
    | 'words';
  /** The pieces of a string in several pieces; otherwise empty. */
  readonly pieces: readonly TextRange[];
}

export interface Group extends TextRange {
  readonly id: number;
  readonly kind: 'list' | 'tuple' | 'set';
  readonly items: readonly Node[];
}

export interface Dict extends TextRange {
  readonly id: number;
  readonly kind: 'dict';
  readonly keys: readonly Node[];
  readonly values: readonly Node[];
}

/** `Message(role='user')`; and `role='user' content='hi'`, as pydantic prints a model: the same without name and arguments. */
export interface Call extends TextRange {
  readonly id: number;
  readonly kind: 'call' | 'fields';
  readonly name: string;
  readonly keywords: readonly string[];
  readonly values: readonly Node[];
  /** The positional arguments; null when there are none. */
  readonly args: Group | null;
}

/** `<TaskState.COMPLETED: 'completed'>` */
export interface Enum extends TextRange {
  readonly id: number;
  readonly kind: 'enum';
  readonly name: string;
  readonly value: Node;
}

/** All nodes of one value, children before parents: evaluating them in this order needs no recursion. */
export class Tree {
  readonly nodes: Node[] = [];

  leaf(kind: Leaf['kind'], { start, end }: TextRange, pieces: readonly TextRange[] = none): Leaf {
    return this.#add({ id: this.nodes.length, kind, start, end, pieces });
  }

  group(kind: Group['kind'], { start, end }: TextRange, items: readonly Node[]): Group {
    return this.#add({ id: this.nodes.length, kind, start, end, items });
  }

  dict({ start, end }: TextRange, keys: readonly Node[], values: readonly Node[]): Dict {
    return this.#add({ id: this.nodes.length, kind: 'dict', start, end, keys, values });
  }

  call(
    kind: Call['kind'],
    { start, end }: TextRange,
    name: string,
    { keywords, values }: Pick<Call, 'keywords' | 'values'>,
    args: Group | null,
  ): Call {
    return this.#add({ id: this.nodes.length, kind, start, end, name, keywords, values, args });
  }

  enumMember({ start, end }: TextRange, name: string, value: Node): Enum {
    return this.#add({ id: this.nodes.length, kind: 'enum', start, end, name, value });
  }

  #add<N extends Node>(node: N): N {
    this.nodes.push(node);
    return node;
  }
}

const none: readonly TextRange[] = [];
