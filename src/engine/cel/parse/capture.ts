import { hostMacros, methodMacro } from './macros.ts';
import type { Token } from './token.ts';

/** A name that a macro binds, and the tokens in which it is visible: from an index to before another. */
interface Binder {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The names of variables in an expression, by their places among its tokens, and the macros that bind some of them. */
export class Names {
  readonly binders: readonly Binder[];
  readonly #tokens: readonly Token[];
  /** Indices of the names that macros bind, where they are bound. */
  readonly #declared = new Set<number>();
  /** By the index of an opening bracket, that of its closing one. */
  readonly #closing = new Map<number, number>();
  /** Indices of names before a colon that are fields of a message, and no variables. */
  readonly #fields = new Set<number>();

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#findBrackets();
    this.binders = [...this.#closing].flatMap(([open, close]) => this.#bindersAt(open, close));
  }

  /** The index of each name that means a variable, where it is used or bound, and whether a macro of this expression binds it. */
  *variables(): Generator<{ readonly at: number; readonly name: string; readonly isBound: boolean }> {
    /** How many of the macros around a place bind a name. */
    const around = new Map<string, number>();
    const [begin, end] = [namesAt(this.binders, 'from'), namesAt(this.binders, 'to')];
    const change = (names: readonly string[] | undefined, by: 1 | -1) => {
      for (const name of names ?? []) around.set(name, (around.get(name) ?? 0) + by);
    };
    for (const [at, { kind, text }] of this.#tokens.entries()) {
      change(begin.get(at), 1);
      change(end.get(at), -1);
      if (kind !== 'ident' || this.#isSign(at + 1, '(') || this.#isField(at)) continue;
      yield { at, name: text, isBound: this.#declared.has(at) || (around.get(text) ?? 0) > 0 };
    }
  }

  #isField(at: number): boolean {
    return (
      this.#fields.has(at) || this.#isSign(at - 1, '.') || (this.#isSign(at - 1, '?') && this.#isSign(at - 2, '.'))
    );
  }

  #isSign(at: number, sign: string): boolean {
    const token = this.#tokens[at];
    return token?.kind === 'punct' && token.text === sign;
  }

  #findBrackets(): void {
    const open: number[] = [];
    for (const [at, { kind, text }] of this.#tokens.entries()) {
      if (kind !== 'punct') continue;
      const inside = open.at(-1);
      if (text === '(' || text === '[' || text === '{') open.push(at);
      else if ((text === ')' || text === ']' || text === '}') && inside !== undefined) {
        this.#closing.set(inside, at);
        open.pop();
      } else if (text === ':' && inside !== undefined && this.#isMessage(inside)) {
        const before = this.#tokens[at - 2]?.text;
        if (before === '{' || before === ',') this.#fields.add(at - 1);
      }
    }
  }

  #isMessage(open: number): boolean {
    return this.#isSign(open, '{') && this.#tokens[open - 1]?.kind === 'ident';
  }

  #bindersAt(open: number, close: number): readonly Binder[] {
    const macro = this.#tokens[open - 1];
    if (!this.#isSign(open, '(') || macro?.kind !== 'ident' || !this.#isSign(open - 2, '.')) return [];
    const starts = this.#argumentsIn(open, close);
    const isBind = macro.text === 'bind' && this.#tokens[open - 3]?.text === 'cel' && starts.length === 3;
    const isHosts = hostMacros.has(macro.text) && starts.length === 2;
    const count = isBind || isHosts ? 1 : (methodMacro(macro.text, starts.length)?.variables ?? 0);
    // What `cel.bind` binds does not see the name.
    const from = starts[isBind ? 2 : count] ?? close;
    return starts.slice(0, count).flatMap((start) => {
      const name = this.#tokens[start];
      if (name?.kind !== 'ident' || !this.#isSign(start + 1, ',')) return [];
      this.#declared.add(start);
      return [{ name: name.text, from, to: close }];
    });
  }

  /** The index of the first token of each argument. */
  #argumentsIn(open: number, close: number): readonly number[] {
    const starts = [open + 1];
    for (let at = open + 1; at < close; at++) {
      at = this.#closing.get(at) ?? at;
      if (this.#isSign(at, ',')) starts.push(at + 1);
    }
    return starts;
  }
}

function namesAt(binders: readonly Binder[], end: 'from' | 'to'): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const binder of binders) {
    const there = found.get(binder[end]);
    if (there === undefined) found.set(binder[end], [binder.name]);
    else there.push(binder.name);
  }
  return found;
}
