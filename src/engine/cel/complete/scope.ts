import type { TextRange } from '../../model/problem.ts';
import type { Expr } from '../ast.ts';
import { rangeOf } from '../check/fields.ts';
import { infer } from '../check/infer.ts';
import type { Opened, TokenList } from './tokens.ts';
import type { Language } from '../declarations/language.ts';
import { macroDeclarations } from '../declarations/declarations.ts';
import { parse } from '../parse/parse.ts';
import { dyn, insideOptional } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** The types of pieces of a text that may not parse as a whole, with the variables of the enclosing macros. */
export class PieceTypes {
  /** Variables that enclosing macros bind, innermost last. */
  readonly locals: ReadonlyMap<string, Type>;
  private readonly text: string;
  private readonly language: Language;

  constructor(text: string, language: Language, list: TokenList, last: number) {
    this.text = text;
    this.language = language;
    const locals = new Map<string, Type>();
    this.locals = locals;
    for (const opened of list.openAfter(last).slice(-maxMacros)) {
      for (const [name, type] of this.boundBy(list, opened)) locals.set(name, type);
    }
  }

  typeOf({ start, end }: TextRange): { readonly expr: Expr; readonly type: Type } {
    const { expr } = parse(this.text.slice(start, end));
    const variables = new Map([...this.language.variables].map(([name, variable]) => [name, variable.type] as const));
    for (const [name, type] of this.locals) variables.set(name, type);
    const { functions, macros } = this.language;
    const environment = { variables, functions, unknownNames: 'dyn', ...(macros !== undefined && { macros }) } as const;
    return { expr, type: infer(expr, environment).type };
  }

  /** The variables of the macro that this bracket belongs to, as far as its arguments have been typed. */
  private boundBy(list: TokenList, { token, commas }: Opened): readonly (readonly [string, Type])[] {
    const [comma, next] = commas;
    if (!list.is(token, '(') || comma === undefined) return [];
    const name = list.tokens[token - 1]?.text ?? '';
    const dot = list.dotBefore(token - 1);
    const [first, second] = [nameAt(list, token, comma), next === undefined ? undefined : nameAt(list, comma, next)];
    if (dot === undefined || first === undefined) return [];
    if (name === 'bind' && list.tokens[dot - 1]?.text === 'cel') {
      return next === undefined ? [] : [[first, this.between(list, comma, next)]];
    }
    const isOfHost = this.language.macros?.has(name) === true;
    if (macroDeclarations.get(name) === undefined && !isOfHost) return [];
    const start = list.operandStart(dot - 1);
    const target = start === undefined ? dyn : this.between(list, start - 1, dot);
    if (name === 'with') return [[first, target]];
    if (name === 'mapValues') return [[first, rangeOf(target)?.two[1] ?? dyn]];
    const inside = insideOptional(target);
    if (name.startsWith('opt')) return [[first, inside ?? dyn]];
    const range = rangeOf(target) ?? { one: dyn, two: [dyn, dyn] as const };
    if (second === undefined || !bindsTwo.has(name)) return [[first, range.one]];
    return [
      [first, range.two[0]],
      [second, range.two[1]],
    ];
  }

  /** The type of the text between two tokens. */
  private between(list: TokenList, after: number, before: number): Type {
    const start = list.tokens[after + 1]?.start;
    const end = list.tokens[before - 1]?.end;
    return start === undefined || end === undefined || end < start ? dyn : this.typeOf({ start, end }).type;
  }
}

/** Macros written by hand nest less deeply. */
const maxMacros = 16;

const bindsTwo: ReadonlySet<string> = new Set(
  [...macroDeclarations.values()]
    .filter(({ forms }) => forms.some(({ variables }) => variables === 2))
    .map(({ name }) => name),
);

/** The single name between two tokens; undefined for anything else. */
function nameAt(list: TokenList, after: number, before: number): string | undefined {
  const token = list.tokens[after + 1];
  return before === after + 2 && token?.kind === 'ident' ? token.text : undefined;
}
