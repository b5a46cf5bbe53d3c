import type { Call, Conditional, Expr, Name } from '../ast.ts';
import { unreachable } from '../../../base/unreachable.ts';
import type { TextRange } from '../../model/problem.ts';
import { operatorText } from '../declarations/operators.ts';
import type { Token } from '../parse/token.ts';
import { walk } from '../walk.ts';
import type { Comment } from './comments.ts';
import { group, indent, line, piece, softLine, type Doc } from './doc.ts';

/** Converts a tree to a document, leaf by leaf in the order of the source, so that comments keep their places. */
export class Printer {
  private readonly text: string;
  private readonly root: Expr;
  private readonly comments: readonly Comment[];
  private readonly tokenAt: ReadonlyMap<number, number>;
  private readonly tokenEndingAt: ReadonlyMap<number, number>;
  private readonly tokens: readonly Token[];
  /** Opening brackets of calls, which are no parentheses around a value. */
  private readonly callOpeners: ReadonlySet<number>;

  constructor(text: string, root: Expr, tokens: readonly Token[], comments: readonly Comment[]) {
    this.text = text;
    this.root = root;
    this.tokens = tokens;
    this.comments = comments;
    this.tokenAt = new Map(tokens.map(({ start }, index) => [start, index]));
    this.tokenEndingAt = new Map(tokens.map(({ end }, index) => [end, index]));
    const openers = new Set<number>();
    for (const { expr } of walk(root)) {
      const name = expr.kind === 'macro' ? expr.macro : expr.kind === 'call' ? expr.name : undefined;
      if (name !== undefined && levelOf(expr) === level.member)
        openers.add((this.tokenEndingAt.get(name.range.end) ?? -1) + 1);
    }
    this.callOpeners = openers;
  }

  document(): Doc {
    return this.print(this.root);
  }

  private print(expr: Expr): Doc {
    switch (expr.kind) {
      case 'literal':
      case 'broken':
        return this.source(expr.range);
      case 'ident':
        return piece(`${expr.absolute ? '.' : ''}${expr.name}`, expr.range.start);
      case 'select': {
        const dot = expr.optional ? '.?' : '.';
        return [this.operand(expr.operand, level.member), dot, this.source(expr.field.range)];
      }
      case 'index':
        return [
          this.operand(expr.operand, level.member),
          this.brackets(
            '[',
            [this.optional(expr.optional, expr.index.range, this.print(expr.index))],
            ']',
            this.openerBefore(expr.index, expr.optional),
            expr.range,
          ),
        ];
      case 'call':
        return levelOf(expr) === level.member ? this.call(expr, expr.name, [], expr.args) : this.operator(expr);
      case 'macro':
        return this.call(expr, expr.macro, expr.variables, expr.args);
      case 'logic':
        return this.chain(
          expr.operands.map((operand) => this.operand(operand, levelOf(expr) + 1)),
          expr.operands.slice(1).map(() => expr.operator),
          this.hasComment(expr.range.start, expr.operands.at(-1)?.range.start ?? expr.range.start),
          false,
        );
      case 'conditional':
        return this.conditional(expr);
      case 'list': {
        const items = expr.elements.map(({ value, optional }) =>
          this.optional(optional, value.range, this.print(value)),
        );
        return this.brackets('[', items, ']', expr.range.start, expr.range);
      }
      case 'map': {
        const items = expr.entries.map(({ key, value, optional }) =>
          this.optional(optional, key.range, [this.print(key), ': ', this.print(value)]),
        );
        return this.brackets('{', items, '}', expr.range.start, expr.range);
      }
      case 'struct': {
        const items = expr.fields.map(({ name, value, optional }) =>
          this.optional(optional, name.range, [this.source(name.range), ': ', this.print(value)]),
        );
        const opener = this.endOf(expr.type.range.end);
        return [piece(expr.type.text, expr.range.start), this.brackets('{', items, '}', opener, expr.range)];
      }
      default:
        return unreachable(expr);
    }
  }

  private call(
    expr: Expr & { readonly kind: 'call' | 'macro' },
    name: Name,
    variables: readonly Name[],
    args: readonly Expr[],
  ): Doc {
    const before = expr.target === null ? '' : [this.operand(expr.target, level.member), '.'];
    const items = [
      ...variables.map((variable) => piece(variable.text, variable.range.start)),
      ...args.map((arg) => this.print(arg)),
    ];
    const isRooted = expr.target === null && this.text[expr.range.start] === '.';
    return [
      before,
      piece(`${isRooted ? '.' : ''}${name.text}`, name.range.start),
      this.brackets('(', items, ')', this.endOf(name.range.end), expr.range),
    ];
  }

  private optional(isOptional: boolean, { start }: TextRange, doc: Doc): Doc {
    return isOptional ? [piece('?', start), doc] : doc;
  }

  /** Items between brackets, on one line or one below the other. The last item closes without a comma. */
  private brackets(open: string, items: readonly Doc[], close: string, openedAt: number, { end }: TextRange): Doc {
    const closing = piece(close, end - 1);
    const isBroken = this.hasComment(openedAt, end);
    const opening = piece(open, openedAt);
    if (items.length === 0) return group([opening, softLine, closing], isBroken);
    const separated = items.flatMap((item, index) => (index === 0 ? [item] : [',', line, item]));
    return group([opening, indent([softLine, separated]), softLine, closing], isBroken);
  }

  private operator(expr: Call): Doc {
    const [first, second] = expr.args;
    const own = levelOf(expr);
    if (first === undefined) return this.source(expr.range);
    const sign = operatorText(expr.name.text);
    if (second === undefined) {
      const operand = this.operand(first, own, sign === '-' && this.beginsWithNumber(first));
      return [piece(sign, expr.name.range.start), operand];
    }
    // Chains such as `a + b + c` are as deep as they are long.
    const rights: Call[] = [];
    let left: Expr = expr;
    while (
      left.kind === 'call' &&
      levelOf(left) === own &&
      left.args.length === 2 &&
      (left === expr || !this.isWrapped(left))
    ) {
      rights.unshift(left);
      left = left.args[0] ?? left;
    }
    const operands = [this.operand(left, own), ...rights.map((one) => this.operand(one.args[1] ?? one, own + 1))];
    const signs = rights.map((one) => operatorText(one.name.text));
    return this.chain(operands, signs, this.hasComment(expr.range.start, second.range.start), true);
  }

  private chain(operands: readonly Doc[], signs: readonly string[], isBroken: boolean, isIndented: boolean): Doc {
    const [first = '', ...others] = operands;
    const rest = others.flatMap((operand, index): readonly Doc[] => [` ${signs[index] ?? ''}`, line, operand]);
    return group([first, isIndented ? indent(rest) : rest], isBroken);
  }

  /** A chain of conditionals has one line for each. */
  private conditional(expr: Conditional): Doc {
    const rungs: Doc[] = [];
    let here: Expr = expr;
    while (here.kind === 'conditional') {
      const { condition, then, otherwise }: Conditional = here;
      const question = [line, piece('? ', this.shownStart(then, level.or)), this.operand(then, level.or)];
      const answer = [line, piece(': ', this.shownStart(otherwise, level.conditional))];
      rungs.push(this.operand(condition, level.or), indent([question, answer]));
      here = otherwise;
      if (this.isWrapped(here)) break;
    }
    const last = this.operand(here, level.conditional);
    const lastStart = this.shownStart(here, level.conditional);
    return group([...rungs, indent(last)], this.hasComment(expr.range.start, lastStart));
  }

  /** In parentheses where the tree needs them, or where the author wrote them to make operators clear. */
  private operand(expr: Expr, least: number, needed = false): Doc {
    if (!needed && !this.keepsParentheses(expr, least)) return this.print(expr);
    const { start, end } = this.outside(expr);
    const body = indent([softLine, this.print(expr)]);
    return group([piece('(', start), body, softLine, piece(')', end - 1)], this.hasComment(start, end));
  }

  /** The start, including the parentheses that are kept. */
  private shownStart(expr: Expr, least: number): number {
    return this.keepsParentheses(expr, least) ? this.outside(expr).start : expr.range.start;
  }

  private keepsParentheses(expr: Expr, least: number): boolean {
    const own = levelOf(expr);
    return own < least || (own < level.member && least < level.member && this.isWrapped(expr));
  }

  private isWrapped(expr: Expr): boolean {
    const { start, end } = this.outside(expr);
    return start < expr.range.start && end > expr.range.end;
  }

  /** The range including adjacent parentheses, if there are any. */
  private outside({ range }: Expr): TextRange {
    const before = (this.tokenAt.get(range.start) ?? 0) - 1;
    const after = (this.tokenEndingAt.get(range.end) ?? -2) + 1;
    const [open, close] = [this.tokens[before], this.tokens[after]];
    const isPair = isPunct(open, '(') && isPunct(close, ')') && !this.callOpeners.has(before);
    return isPair && open !== undefined && close !== undefined ? { start: open.start, end: close.end } : range;
  }

  /** The start of the token after this place. */
  private endOf(end: number): number {
    return this.tokens[(this.tokenEndingAt.get(end) ?? -2) + 1]?.start ?? end;
  }

  private openerBefore(index: Expr, optional: boolean): number {
    let at = (this.tokenAt.get(index.range.start) ?? 0) - (optional ? 2 : 1);
    while (at > 0 && !isPunct(this.tokens[at], '[')) at--;
    return this.tokens[at]?.start ?? index.range.start;
  }

  /** `-(1)` is an operation on 1, `-1` a literal. */
  private beginsWithNumber(expr: Expr): boolean {
    let first: Expr = expr;
    for (;;) {
      if (first.kind === 'select' || first.kind === 'index') first = first.operand;
      else if ((first.kind === 'call' || first.kind === 'macro') && first.target !== null) first = first.target;
      else break;
    }
    return first.kind === 'literal' && /[\d.]/.test(this.text[first.range.start] ?? '');
  }

  private hasComment(start: number, end: number): boolean {
    return this.comments.some(({ at }) => at > start && at < end);
  }

  private source({ start, end }: TextRange): Doc {
    return piece(this.text.slice(start, end), start);
  }
}

const isPunct = (token: Token | undefined, text: string): boolean => token?.kind === 'punct' && token.text === text;

/**
 * How closely a kind of expression binds, loosest first: an expression that binds less closely than its place requires
 * needs parentheses.
 */
const level = { conditional: 0, or: 1, and: 2, relation: 3, sum: 4, product: 5, unary: 6, member: 7 } as const;

const ofOperator: ReadonlyMap<string, number> = new Map([
  ...['_<_', '_<=_', '_>_', '_>=_', '_==_', '_!=_', '@in'].map((name) => [name, level.relation] as const),
  ['_+_', level.sum],
  ['_-_', level.sum],
  ['_*_', level.product],
  ['_/_', level.product],
  ['_%_', level.product],
  ['!_', level.unary],
  ['-_', level.unary],
]);

function levelOf(expr: Expr): number {
  if (expr.kind === 'conditional') return level.conditional;
  if (expr.kind === 'logic') return expr.operator === '||' ? level.or : level.and;
  if (expr.kind !== 'call' || expr.target !== null) return level.member;
  return ofOperator.get(expr.name.text) ?? level.member;
}
