import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import type { Call, Expr, Macro, Select } from '../ast.ts';
import { inferIn } from '../check/check.ts';
import { resolveFunction } from '../check/environment.ts';
import { dottedName, pathText } from '../check/tree.ts';
import { CurrentValues, detailOf, fieldsOf, frequencyOf } from './data.ts';
import type { DataSource } from './data.ts';
import type { Language } from '../declarations/language.ts';
import { isOperator, operatorText } from '../declarations/operators.ts';
import { argumentTypes } from '../check/overloads.ts';
import type { FunctionDeclaration, Overload } from '../declarations/signature.ts';
import { Unifier } from '../types/assign.ts';
import { functions, macroDeclarations } from '../declarations/declarations.ts';
import { literal } from '../literal.ts';
import { parse } from '../parse/parse.ts';
import { describeType } from '../types/text.ts';
import { alternatives, dyn } from '../types/types.ts';
import type { Type } from '../types/types.ts';
import { walk } from '../walk.ts';

/** The hover at a place in an expression: the name with type and value, then further lines about it. */
export interface Hover {
  readonly range: TextRange;
  readonly lines: readonly string[];
}

/** Null where there is no name. */
export function hoverAt(text: string, offset: number, language: Language, data?: DataSource): Hover | null {
  const { expr } = parse(text);
  const { types } = inferIn(expr, language);
  const docs = new Docs(language, types, new CurrentValues(language, data));
  let best: Hover | null = null;
  for (const { expr: node, parent } of walk(expr)) {
    if (!covers(node.range, offset) && node.kind !== 'macro') continue;
    const found = docs.hoverOf(node, parent, offset);
    // Names never contain names; the later one is the deeper one.
    if (found !== null) best = found;
  }
  return best;
}

const covers = ({ start, end }: TextRange, offset: number): boolean => start <= offset && offset <= end;

class Docs {
  private readonly language: Language;
  private readonly types: readonly (Type | undefined)[];
  private readonly values: CurrentValues;

  constructor(language: Language, types: readonly (Type | undefined)[], values: CurrentValues) {
    this.language = language;
    this.types = types;
    this.values = values;
  }

  hoverOf(node: Expr, parent: Expr | null, offset: number): Hover | null {
    switch (node.kind) {
      case 'ident':
        return parent?.kind === 'call' && parent.target === node && this.spaced(parent) !== undefined
          ? this.call(parent)
          : this.variable(node);
      case 'select':
        return covers(node.field.range, offset) ? this.field(node) : null;
      case 'call':
        return covers(node.name.range, offset) ? this.call(node) : null;
      case 'macro':
        return this.macro(node, offset);
      default:
        return null;
    }
  }

  private variable(node: Expr & { readonly kind: 'ident' }): Hover {
    const type = this.typeOf(node);
    const variable = this.language.variables.get(node.name);
    const elsewhere = variable === undefined ? this.language.absent.get(node.name) : undefined;
    const about =
      elsewhere === undefined
        ? (variable?.about ?? '')
        : `Not available at ${this.language.place}, only at ${elsewhere.join(', ')}.`;
    return this.described(node.range, node.name, type, this.values.at(node), [about]);
  }

  private field(node: Select): Hover {
    const field = fieldsOf(this.typeOf(node.operand)).get(node.field.text);
    const name = pathText(node) ?? node.field.text;
    const details = field === undefined ? [] : [field.about ?? '', frequencyOf(field)];
    return this.described(node.field.range, name, this.typeOf(node), this.values.at(node), details);
  }

  private described(
    range: TextRange,
    name: string,
    type: Type,
    current: Value | undefined,
    details: readonly string[],
  ): Hover {
    return { range, lines: [`${name}: ${detailOf(type, current)}`, ...details, examplesOf(type)].filter(Boolean) };
  }

  private call(node: Call): Hover | null {
    const spaced = this.spaced(node);
    const declared = spaced ?? this.language.functions.get(node.name.text) ?? functions.get(node.name.text);
    if (declared === undefined) return null;
    const start = spaced === undefined ? node.name.range.start : (node.target?.range.start ?? node.name.range.start);
    const range = { start, end: node.name.range.end };
    if (isOperator(declared.name)) {
      return { range, lines: [`${operatorText(declared.name)}: ${describeType(this.typeOf(node))}`, declared.about] };
    }
    const isMethod = spaced === undefined && node.target !== null;
    const operands = isMethod && node.target !== null ? [node.target, ...node.args] : node.args;
    const [form = declared.name, ...others] = formsOf(
      declared,
      isMethod,
      operands.map((one) => this.typeOf(one)),
    );
    return { range, lines: [form, declared.about, ...others] };
  }

  private macro({ macro, variables, args }: Macro, offset: number): Hover | null {
    if (covers(macro.range, offset)) {
      const declared = macroDeclarations.get(macro.text) ?? this.language.macros?.get(macro.text);
      if (declared === undefined) return null;
      const fitting = declared.forms.filter((form) => form.variables === variables.length);
      const [first = declared.name, ...rest] = fitting.map(({ text }) => text);
      return { range: macro.range, lines: [first, declared.about, ...rest.map((form) => `Also ${form}`)] };
    }
    const bound = variables.find(({ range }) => covers(range, offset));
    return bound === undefined
      ? null
      : this.described(bound.range, bound.text, this.typeWithin(args, bound.text), undefined, [
          'A variable of the macro around it.',
        ]);
  }

  /** The type of a bound name where it is used. */
  private typeWithin(args: readonly Expr[], name: string): Type {
    for (const arg of args) {
      for (const { expr } of walk(arg)) if (expr.kind === 'ident' && expr.name === name) return this.typeOf(expr);
    }
    return dyn;
  }

  private spaced({ target, name }: Call): FunctionDeclaration | undefined {
    const before = target === null ? undefined : dottedName(target);
    if (before === undefined) return undefined;
    const environment = { variables: new Map(), functions: this.language.functions, unknownNames: 'dyn' } as const;
    return resolveFunction(environment, `${before.text}.${name.text}`, before.absolute);
  }

  private typeOf(node: Expr): Type {
    return this.types[node.id] ?? dyn;
  }
}

const maxForms = 4;

/** The signature that fits the call, then a line with the others. */
function formsOf({ overloads }: FunctionDeclaration, isMethod: boolean, types: readonly Type[]): readonly string[] {
  const unifier = new Unifier();
  const styled = overloads.filter(({ receiver }) => (receiver !== null) === isMethod);
  const fits = (overload: Overload): boolean => {
    const wanted = unifier.instantiate(argumentTypes(overload));
    return wanted.length === types.length && wanted.every((one, index) => unifier.couldBe(types[index] ?? dyn, one));
  };
  const fitting = styled.find(fits) ?? styled[0] ?? overloads[0];
  const others = overloads.filter((overload) => overload !== fitting).map(({ text }) => text);
  const more = others.length > maxForms ? ` and ${others.length - maxForms} more` : '';
  const rest = others.length === 0 ? [] : [`Also ${others.slice(0, maxForms).join(', ')}${more}.`];
  return [fitting?.text ?? '', ...rest];
}

const maxExamples = 5;

function examplesOf(type: Type): string {
  const seen = alternatives(type).flatMap((one) => (one.kind === 'scalar' ? (one.seen ?? []) : []));
  const shown = seen.filter((value) => value !== null && typeof value !== 'boolean').slice(0, maxExamples);
  return shown.length === 0
    ? ''
    : `Seen in this session: ${shown.map(literal).join(', ')}${seen.length > maxExamples ? ', …' : ''}`;
}
