import type { TextRange } from '../../model/problem.ts';
import { isMap, keysOf } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { detailOf, fieldsOf, frequencyOf, ownLast, stepInto } from './data.ts';
import type { Completion } from './item.ts';
import { literal } from '../literal.ts';
import { alternatives, isNullable } from '../types/types.ts';
import type { Type } from '../types/types.ts';

interface Place {
  readonly word: TextRange;
  readonly quote: string;
}

/** Longer texts are not proposed. */
const maxText = 80;
const maxNumbers = 5;

/** Values of an operand at the current turn and elsewhere, to compare it with. */
export function valuesFor(
  type: Type,
  current: Value | undefined,
  { word, quote, onlyText }: Place & { readonly onlyText: boolean },
): readonly Completion[] {
  const seen = alternatives(type).flatMap((one) => (one.kind === 'scalar' ? (one.seen ?? []) : []));
  const texts = distinct([current, ...seen]).filter((value) => typeof value === 'string' && value.length <= maxText);
  const numbers = onlyText ? [] : distinct([current, ...seen]).filter((value) => typeof value === 'number');
  const nothing = !onlyText && isNullable(type) ? [null] : [];
  return [...nothing, ...texts, ...numbers.slice(0, maxNumbers)].map((value): Completion => {
    const written = typeof value === 'string' ? inQuotes(value, quote) : literal(value);
    const detail = value === current ? 'at the cursor' : 'in this session';
    return { label: written, kind: 'value', insert: written, range: word, detail, about: '' };
  });
}

/** Keys of a map, for its brackets. */
export function keysFor(
  type: Type,
  current: Value | undefined,
  { word, quote, isOpen }: Place & { readonly isOpen: boolean },
): readonly Completion[] {
  const fields = fieldsOf(type);
  const currentKeys = current !== undefined && isMap(current) ? keysOf(current).slice(0, maxKeys) : [];
  const keys = distinct([...fields.keys(), ...currentKeys]).filter((key) => typeof key === 'string');
  return ownLast(keys).map((key): Completion => {
    const field = fields.get(key);
    const label = inQuotes(key, quote);
    const value = current === undefined ? undefined : stepInto(current, field?.aliasOf ?? key);
    const detail = detailOf(field?.type ?? { kind: 'dyn' }, value);
    const about = field === undefined ? '' : [field.about ?? '', frequencyOf(field)].filter(Boolean).join(' ');
    return { label, kind: 'field', insert: isOpen ? `${label}]` : label, range: word, detail, about };
  });
}

const maxKeys = 300;

const distinct = (values: readonly (Value | undefined)[]): readonly Value[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

/** A string literal with the opening quote that was typed. */
function inQuotes(text: string, quote: string): string {
  const written = literal(text);
  if (quote === '"') return written;
  const inner = written.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
