import { unreachable } from '../../../base/unreachable.ts';
import { type HookId, hooks } from '../../model/hooks.ts';
import type { Call, Expr, Logic, Macro } from '../ast.ts';
import { resultsOf } from '../check/tree.ts';
import { parse } from '../parse/parse.ts';
import { pathWords, stepsOf } from './path-words.ts';

/** A piece of a sentence: words, or a piece of the expression as it is written. */
export interface ReadingPart {
  readonly text: string;
  readonly isCode: boolean;
}

export interface Reading {
  readonly parts: readonly ReadingPart[];
  /** The parts say when the expression is false, because it begins with a negation. */
  readonly isNegated: boolean;
}

/**
 * What a condition says in plain words: *the amount is at most 1000*. A part without words is quoted as it is written,
 * and so is every literal. Null for an expression that does not parse, or that words say no better than its own text.
 * `takesAny`: a result that is no boolean counts as true or false as well.
 */
export function readingOf(expression: string, hook: HookId, takesAny = false): Reading | null {
  const { expr, problems } = parse(expression);
  if (problems.length > 0 || isValue(expr, hook)) return null;
  const isNegated = expr.kind === 'call' && expr.name.text === '!_';
  const claim = isNegated ? firstOf(expr) : expr;
  const said = new Reader(expression, hook, takesAny ? [...resultsOf(expr)] : []).statement(claim, true);
  const parts = joined(claim.kind === 'conditional' ? bracketed(said) : said);
  return parts.some(({ text, isCode }) => !isCode && !isEmptyWord.test(text)) ? { parts, isNegated } : null;
}

/** What the value of an expression is called: *the number of tokens so far*. Null for one without words. */
export function valueReadingOf(expression: string, hook: HookId): readonly ReadingPart[] | null {
  const { expr, problems } = parse(expression);
  if (problems.length > 0) return null;
  const parts = joined(new Reader(expression, hook).value(expr));
  return parts.some(({ isCode }) => !isCode) ? parts : null;
}

/** Words that say nothing about the condition. */
const isEmptyWord = /^ (is (not )?|counts as )true$/;

/** Computes a text, a number or a list, so that it is no condition. */
function isValue(expr: Expr, hook: HookId): boolean {
  if (expr.kind === 'conditional') return isValue(expr.then, hook) || isValue(expr.otherwise, hook);
  if (expr.kind === 'literal') return typeof expr.value !== 'boolean';
  if (expr.kind === 'call') return arithmetic.has(expr.name.text) || functions.has(expr.name.text);
  if (expr.kind === 'macro') return expr.macro.text === 'filter' || expr.macro.text === 'map';
  return expr.kind === 'list' || expr.kind === 'map' || isKnownInContext(expr, hook);
}

/** None of the paths of `context` that have words leads to a boolean. */
function isKnownInContext(expr: Expr, hook: HookId): boolean {
  const steps = stepsAt(expr, hook);
  return steps?.[0] === 'context' && pathWords(steps, hook) !== null;
}

/** The steps of a path, its alias replaced by the variable of the hook. */
function stepsAt(expr: Expr, hook: HookId): ReturnType<typeof stepsOf> {
  const steps = stepsOf(expr);
  if (steps === null) return null;
  const { aliases } = hooks[hook];
  const [root, ...keys] = steps;
  return [Object.hasOwn(aliases, root) ? (aliases[root] ?? root) : root, ...keys];
}

type Said = readonly ReadingPart[];

const words = (text: string): Said => [{ text, isCode: false }];

const firstOf = ({ args }: Pick<Call, 'args'>): Expr =>
  args[0] ?? { kind: 'broken', id: 0, range: { start: 0, end: 0 } };

class Reader {
  readonly #text: string;
  readonly #hook: HookId;
  /** Parts whose values count as true or false, whatever their types are. */
  readonly #counting: readonly Expr[];
  /** Names that macros around this place bind: they hide the variables of the hook. */
  #bound: readonly string[] = [];

  constructor(text: string, hook: HookId, counting: readonly Expr[] = []) {
    this.#text = text;
    this.#hook = hook;
    this.#counting = counting;
  }

  /** What an expression computes. */
  value(expr: Expr): Said {
    return this.#noun(expr);
  }

  /** A whole statement. `isOpen`: nothing follows it that a reader could take for a part of it. */
  statement(expr: Expr, isOpen: boolean, isNot = false): Said {
    switch (expr.kind) {
      case 'logic':
        return isNot ? [...words('not '), ...bracketed(this.#logic(expr))] : this.#logic(expr, isOpen);
      case 'conditional':
        return this.#conditional(expr, isNot);
      case 'macro':
        return this.#macro(expr, isOpen, isNot);
      case 'call':
        return this.#comparison(expr, isNot) ?? this.#truth(expr, isNot);
      case 'ident':
      case 'select':
      case 'index':
      case 'literal':
      case 'list':
      case 'map':
      case 'struct':
      case 'broken':
        return this.#truth(expr, isNot);
      default:
        return unreachable(expr);
    }
  }

  #truth(expr: Expr, isNot: boolean): Said {
    if (expr.kind === 'literal' && !isNot) return this.#code(expr);
    const isTrue = this.#counting.includes(expr) ? ' counts as true' : ' is true';
    return [...this.#noun(expr), ...words(isNot ? ' is not true' : isTrue)];
  }

  #logic({ operator, operands }: Logic, isOpen = true): Said {
    const word = operator === '&&' ? ' and ' : ' or ';
    return operands.flatMap((operand, at) => {
      const isLast = at === operands.length - 1;
      const said = this.statement(operand, isOpen && isLast);
      const isNested = operand.kind === 'logic' || operand.kind === 'conditional';
      return [...(at === 0 ? [] : words(word)), ...(isNested ? bracketed(said) : said)];
    });
  }

  #conditional({ condition, then, otherwise }: Extract<Expr, { kind: 'conditional' }>, isNot: boolean): Said {
    const said = [
      ...words('if '),
      ...this.statement(condition, false),
      ...words(', then '),
      ...this.statement(then, false),
      ...words(', otherwise '),
      ...this.statement(otherwise, false),
    ];
    return isNot ? [...words('not '), ...bracketed(said)] : said;
  }

  #comparison(expr: Call, isNot: boolean): Said | null {
    const { name, target, args } = expr;
    const [left, right, ...more] = target === null ? args : [target, ...args];
    if (left === undefined || more.length > 0) return null;
    if (name.text === '!_') return this.statement(left, false, !isNot);
    if (right === undefined) return null;
    if (name.text === '@in' && right.kind === 'list')
      return [
        ...this.#noun(left),
        ...words(isNot ? ' is not one of ' : ' is one of '),
        ...right.elements.flatMap(({ value }, at) => [...(at === 0 ? [] : words(', ')), ...this.#noun(value)]),
        ...(right.elements.length === 0 ? this.#code(right) : []),
      ];
    // A comparison is a function, the others are methods.
    const known = (target === null ? operators : methods).get(name.text);
    if (known === undefined) return null;
    return [...this.#noun(left), ...words(known[isNot ? 1 : 0]), ...this.#noun(right)];
  }

  #macro(expr: Macro, isOpen: boolean, isNot: boolean): Said {
    const { macro, target, variables, args } = expr;
    const [body] = args;
    if (macro.text === 'has' && body !== undefined)
      return [...this.#noun(body), ...words(isNot ? ' is not set' : ' is set')];
    const quantifier = quantifiers.get(macro.text)?.[isNot ? 1 : 0];
    if (quantifier === undefined || target === null || body === undefined || args.length > 1)
      return this.#truth(expr, isNot);
    const said = [
      ...words(quantifier),
      ...this.#names(variables),
      ...words(' in '),
      ...this.#noun(target),
      ...words(': '),
      ...this.#within(variables, () => this.statement(body, true)),
    ];
    return isOpen ? said : bracketed(said);
  }

  /** What an operand is called. */
  #noun(expr: Expr): Said {
    const path = this.#path(expr);
    if (path !== null) return words(path);
    if (expr.kind === 'call') return this.#call(expr) ?? this.#code(expr);
    return this.#filtered(expr, 'those ') ?? this.#code(expr);
  }

  /** `list.filter(x, p)`; null for anything else. */
  #filtered(expr: Expr, begin: string): Said | null {
    if (expr.kind !== 'macro' || expr.macro.text !== 'filter') return null;
    const { target, variables, args } = expr;
    const [body] = args;
    if (target === null || body === undefined) return null;
    const where = this.#within(variables, () => this.statement(body, true));
    return [
      ...words(begin),
      ...this.#names(variables),
      ...words(' in '),
      ...this.#noun(target),
      ...words(' where '),
      ...bracketed(where),
    ];
  }

  #call({ name, target, args }: Call): Said | null {
    const operands = target === null ? args : [target, ...args];
    const [first, second] = operands;
    if (first === undefined) return null;
    const infix = arithmetic.get(name.text);
    if (infix !== undefined && second !== undefined)
      return [...this.#operand(first), ...words(infix), ...this.#operand(second)];
    const [begin, end] = functions.get(name.text) ?? [];
    if (begin === undefined || end === undefined || second !== undefined) return null;
    const counted = name.text === 'size' ? this.#filtered(first, 'the number of ') : null;
    return counted ?? [...words(begin), ...this.#noun(first), ...words(end)];
  }

  /** Nested arithmetic keeps its order by brackets. */
  #operand(expr: Expr): Said {
    const said = this.#noun(expr);
    return expr.kind === 'call' && arithmetic.has(expr.name.text) ? bracketed(said) : said;
  }

  #path(expr: Expr): string | null {
    const root = stepsOf(expr)?.[0];
    const steps = stepsAt(expr, this.#hook);
    if (root === undefined || steps === null || this.#bound.includes(root)) return null;
    return pathWords(steps, this.#hook);
  }

  #names(variables: Macro['variables']): Said {
    return variables.flatMap(({ text }, at) => [...(at === 0 ? [] : words(', ')), { text, isCode: true }]);
  }

  #within(variables: Macro['variables'], say: () => Said): Said {
    const outside = this.#bound;
    this.#bound = [...outside, ...variables.map(({ text }) => text)];
    const said = say();
    this.#bound = outside;
    return said;
  }

  #code({ range }: Expr): Said {
    return [{ text: this.#text.slice(range.start, range.end), isCode: true }];
  }
}

const bracketed = (said: Said): Said => [...words('('), ...said, ...words(')')];

/** Neighbouring words as one piece. */
function joined(said: Said): Said {
  const parts: ReadingPart[] = [];
  for (const part of said) {
    const last = parts.at(-1);
    if (last === undefined || last.isCode || part.isCode) parts.push(part);
    else parts[parts.length - 1] = { text: last.text + part.text, isCode: false };
  }
  return parts;
}

type Phrases = ReadonlyMap<string, readonly [is: string, isNot: string]>;

const operators: Phrases = new Map([
  ['_==_', [' is ', ' is not ']],
  ['_!=_', [' is not ', ' is ']],
  ['_<_', [' is less than ', ' is not less than ']],
  ['_<=_', [' is at most ', ' is not at most ']],
  ['_>_', [' is more than ', ' is not more than ']],
  ['_>=_', [' is at least ', ' is not at least ']],
  ['@in', [' is in ', ' is not in ']],
]);

const methods: Phrases = new Map([
  ['contains', [' contains ', ' does not contain ']],
  ['startsWith', [' starts with ', ' does not start with ']],
  ['endsWith', [' ends with ', ' does not end with ']],
  ['matches', [' matches the pattern ', ' does not match the pattern ']],
]);

const quantifiers: Phrases = new Map([
  ['all', ['for every ', 'not for every ']],
  ['exists', ['for some ', 'for no ']],
  ['exists_one', ['for exactly one ', 'not for exactly one ']],
  ['existsOne', ['for exactly one ', 'not for exactly one ']],
]);

/** The words before and after the argument of a function, or the target of a method. */
const functions: ReadonlyMap<string, readonly [before: string, after: string]> = new Map([
  ['size', ['the size of ', '']],
  ['type', ['the type of ', '']],
  ['int', ['', ' as an integer']],
  ['double', ['', ' as a number']],
  ['string', ['', ' as a text']],
  ['lowerAscii', ['the lower-case form of ', '']],
  ['upperAscii', ['the upper-case form of ', '']],
]);

const arithmetic: ReadonlyMap<string, string> = new Map([
  ['_+_', ' plus '],
  ['_-_', ' minus '],
  ['_*_', ' times '],
  ['_/_', ' divided by '],
  ['_%_', ' modulo '],
]);
