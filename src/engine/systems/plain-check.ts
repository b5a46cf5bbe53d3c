import type * as v from 'valibot';
import { isRecord } from '../model/value.ts';
import { amount, count, isAmount, isCount } from './fields.ts';

type Check = (value: unknown) => boolean;

/** The schemas of Valibot that describe the events of systems: each names its type, and holds its parts. */
type Described = v.GenericSchema &
  (
    | { readonly type: 'string' | 'boolean' | 'number' }
    | { readonly type: 'literal'; readonly literal: unknown }
    | { readonly type: 'picklist'; readonly options: readonly unknown[] }
    | { readonly type: 'custom'; readonly check: Check }
    | { readonly type: 'exact_optional' | 'nullable'; readonly wrapped: v.GenericSchema }
    | { readonly type: 'array'; readonly item: v.GenericSchema }
    | { readonly type: 'union'; readonly options: readonly v.GenericSchema[] }
    | { readonly type: 'variant'; readonly key: string; readonly options: readonly v.GenericSchema[] }
    | { readonly type: 'loose_object'; readonly entries: { readonly [key: string]: v.GenericSchema } }
    | { readonly type: 'other' }
  );

/**
 * A check made from a schema: true only for values that the schema accepts unchanged, without a copy and in a fraction of
 * the time. False is inconclusive: the schema then decides and words the fault.
 */
export function plainCheckOf<T>(schema: v.GenericSchema<unknown, T>): (value: unknown) => value is T {
  const check = known.get(schema) ?? checkOf(schema);
  known.set(schema, check);
  return (value): value is T => check(value);
}

const known = new WeakMap<v.GenericSchema, Check>();

const never: Check = () => false;

function checkOf(schema: v.GenericSchema): Check {
  if (schema === amount) return isAmount;
  if (schema === count) return isCount;
  // A pipe may change or refuse more values than its first schema.
  if ('pipe' in schema) return never;
  const described = schema as Described; // other types have none of the cases below
  switch (described.type) {
    case 'string':
    case 'boolean':
      return (value) => typeof value === described.type;
    case 'number':
      return (value) => typeof value === 'number' && !Number.isNaN(value);
    case 'literal':
      return (value) => value === described.literal;
    case 'picklist': {
      const options = new Set(described.options);
      return (value) => options.has(value);
    }
    case 'custom':
      return described.check;
    case 'exact_optional':
      return checkOf(described.wrapped);
    case 'nullable': {
      const check = checkOf(described.wrapped);
      return (value) => value === null || check(value);
    }
    case 'array': {
      const check = checkOf(described.item);
      return (value) => Array.isArray(value) && value.every(check);
    }
    case 'union': {
      const checks = described.options.map(checkOf);
      return (value) => checks.some((check) => check(value));
    }
    case 'variant':
      return variantCheck(described.key, described.options);
    case 'loose_object':
      return recordCheck(described.entries);
    default:
      return never;
  }
}

function variantCheck(key: string, options: readonly v.GenericSchema[]): Check {
  const checks = new Map<unknown, Check>();
  for (const option of options) {
    const { entries } = option as Extract<Described, { readonly type: 'loose_object' }>; // options of a variant are objects
    const literal = entries[key] as Described | undefined; // as above
    if (literal?.type === 'literal') checks.set(literal.literal, checkOf(option));
  }
  return (value) => isRecord(value) && checks.get(value[key])?.(value) === true;
}

/** Every present key is checked, because a key with the value undefined is not a missing key. */
function recordCheck(entries: { readonly [key: string]: v.GenericSchema }): Check {
  const checks = new Map(Object.entries(entries).map(([key, entry]) => [key, checkOf(entry)]));
  const needed = Object.keys(entries).filter((key) => entries[key]?.type !== 'exact_optional');
  return (value) => {
    if (!isRecord(value)) return false;
    for (const key of needed) if (!(key in value)) return false;
    for (const key in value) if (checks.get(key)?.(value[key]) === false) return false;
    return true;
  };
}
