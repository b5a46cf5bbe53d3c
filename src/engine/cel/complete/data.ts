import { elementAt, entry, isList, isMap, keysOf, Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { pathOf } from '../check/tree.ts';
import type { Language } from '../declarations/language.ts';
import { preview } from '../literal.ts';
import { describeType } from '../types/text.ts';
import { alternatives, insideOptional } from '../types/types.ts';
import type { Field, RecordType, Type } from '../types/types.ts';

/** The values at the user's current turn; `current` returns root variables, such as `context`. */
export interface DataSource {
  current(variable: string): Value | undefined;
}

const noData: DataSource = { current: () => undefined };

/** The recorded value at an expression's place, for expressions that have a place. */
export class CurrentValues {
  private readonly language: Language;
  private readonly data: DataSource;

  constructor(language: Language, data: DataSource = noData) {
    this.language = language;
    this.data = data;
  }

  at(expr: Expr): Value | undefined {
    const [root, ...steps] = pathOf(expr) ?? [];
    const variable = this.language.variables.get(String(root));
    if (root === undefined || variable === undefined) return undefined;
    let value = this.data.current(variable.aliasOf ?? String(root));
    let type: Type | undefined = variable.type;
    for (const step of steps) {
      if (value === undefined) return undefined;
      const field: Field | undefined = fieldsOf(type).get(String(step));
      value = stepInto(value, field?.aliasOf ?? step);
      type = field?.type;
    }
    return value;
  }

  /** Keys in the current data that the type does not list, because it is a map or was too large. */
  keysAt(expr: Expr, known: ReadonlyMap<string, Field>): readonly string[] {
    const value = this.at(expr);
    if (value === undefined || !isMap(value)) return [];
    const keys: string[] = [];
    for (const key of keysOf(value)) {
      if (keys.length >= maxKeys) break;
      if (typeof key === 'string' && !known.has(key)) keys.push(key);
    }
    return keys;
  }
}

const maxKeys = 200;

export function stepInto(value: Value, step: string | number): Value | undefined {
  if (typeof step === 'number') return isList(value) ? elementAt(value, step) : undefined;
  return isMap(value) ? entry(value, step) : undefined;
}

/** The keys of a type's values, from all its alternatives. */
export function fieldsOf(type: Type | undefined): ReadonlyMap<string, Field> {
  if (type === undefined) return new Map();
  const inside = insideOptional(type);
  if (inside !== undefined) return fieldsOf(inside);
  const records = alternatives(type).filter((one): one is RecordType => one.kind === 'record');
  const [only] = records;
  if (records.length === 1 && only !== undefined) return only.fields;
  return new Map(records.flatMap((record) => [...record.fields]));
}

const maxPreview = 60;

/** Type and current value, in one line. */
export function detailOf(type: Type, current: Value | undefined): string {
  const described = describeType(type);
  if (current instanceof Unknown) return `${described}, not in the recording`;
  if (current === undefined || isMap(current)) return described;
  return `${described} = ${preview(current, maxPreview).text.replaceAll(/\s+/g, ' ')}`;
}

/** How often a key occurs, where it is not always present. */
export function frequencyOf({ seen, total: of }: Field): string {
  return of > 0 && seen < of ? `Occurs in ${seen} of ${of}.` : '';
}

/** Keys such as `_meta` belong to the recording, so they come last; rules rarely read them. */
export const ownLast = (keys: readonly string[]): readonly string[] => [
  ...keys.filter((key) => !key.startsWith('_')),
  ...keys.filter((key) => key.startsWith('_')),
];
