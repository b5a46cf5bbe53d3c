import type { TextRange } from '../../model/problem.ts';

/** The syntax tree of Python text, before the meaning is decided. Ids count in post-order. */
export type Node = Leaf | Branch;

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

/** What is in a bracket. */
interface Parts {
  /** Of a call or an enum member. */
  readonly name: string;
  /** Of a dict. */
  readonly keys: readonly Node[];
  /** Of a call. */
  readonly keywords: readonly string[];
  /** What is behind the keys or keywords. */
  readonly values: readonly Node[];
  /** The elements of a list, a tuple or a set; the value of an enum member, alone. */
  readonly items: readonly Node[];
  /** The positional arguments of a call, as a list. */
  readonly args: Branch | null;
}

/** Parts that its kind does not have are empty. */
export interface Branch extends TextRange, Parts {
  readonly id: number;
  /**
   * - `call`: `Message(role='user')`
   * - `fields`: `role='user' content='hi'`, as pydantic prints a model: the same without name and arguments
   * - `enum`: `<TaskState.COMPLETED: 'completed'>`
   */
  readonly kind: 'list' | 'tuple' | 'set' | 'dict' | 'call' | 'fields' | 'enum';
}

/** All nodes of one value, children before parents: evaluating them in this order needs no recursion. */
export class Tree {
  readonly nodes: Node[] = [];

  leaf(kind: Leaf['kind'], { start, end }: TextRange, pieces: readonly TextRange[] = none): Leaf {
    return this.#add({ id: this.nodes.length, kind, start, end, pieces });
  }

  branch(kind: Branch['kind'], { start, end }: TextRange, parts: Partial<Parts>): Branch {
    const { name = '', keys = none, keywords = none, values = none, items = none, args = null } = parts;
    return this.#add({ id: this.nodes.length, kind, start, end, name, keys, keywords, values, items, args });
  }

  #add<N extends Node>(node: N): N {
    this.nodes.push(node);
    return node;
  }
}

const none: readonly never[] = [];
