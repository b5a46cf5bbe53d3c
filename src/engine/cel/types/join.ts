import { alternatives, dyn, listOf, mapOf, sameType, string } from './types.ts';
import type { Field, RecordType, Scalar, Type } from './types.ts';

const maxExamples = 12;
/** Shapes nest as deep as data does; below this depth they are of no use. */
const maxDepth = 24;

/** One type for a place that may hold either of two: types of the same kind are merged, others become alternatives. */
export const either = (a: Type, b: Type): Type => join(a, b, 0);

/** `dyn` for no types. */
export function eitherOf(types: Iterable<Type>): Type {
  let all: Type | undefined;
  for (const type of types) all = all === undefined ? type : either(all, type);
  return all ?? dyn;
}

function join(a: Type, b: Type, depth: number): Type {
  if (a === b) return a;
  if (a.kind === 'dyn' || b.kind === 'dyn' || depth > maxDepth) return dyn;
  const found: Type[] = [...alternatives(a)];
  for (const type of alternatives(b)) {
    const at = found.findIndex((other) => sameMake(other, type));
    const other = found[at];
    if (other === undefined) found.push(type);
    else found[at] = merged(other, type, depth);
  }
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : { kind: 'either', of: found };
}

/**
 * A declared type, extended by what the data shows: its values, how often keys occur, additional keys. Where the two
 * contradict each other the declaration wins, because rules are written for it.
 */
export const overlay = (declared: Type, observed: Type): Type => laidOver(declared, observed, 0);

function laidOver(declared: Type, observed: Type, depth: number): Type {
  if (declared.kind === 'dyn' || depth > maxDepth) return observed;
  if (declared.kind === 'list' && observed.kind === 'list') {
    return listOf(laidOver(declared.element, observed.element, depth + 1));
  }
  if (declared.kind === 'record' && observed.kind === 'record') return recordLaidOver(declared, observed, depth);
  if (declared.kind === 'either') {
    return { kind: 'either', of: declared.of.map((one) => withSeen(one, observed)) };
  }
  return withSeen(declared, observed);
}

function withSeen(declared: Type, observed: Type): Type {
  if (declared.kind !== 'scalar') return declared;
  const shown = alternatives(observed).find((one) => one.kind === 'scalar' && one.name === declared.name);
  const seen = shown?.kind === 'scalar' ? shown.seen : undefined;
  return seen === undefined ? declared : { ...declared, seen, declared: true };
}

function recordLaidOver(declared: RecordType, observed: RecordType, depth: number): RecordType {
  const fields = new Map<string, Field>();
  for (const [key, field] of declared.fields) {
    const shown = observed.fields.get(key);
    fields.set(
      key,
      shown === undefined ? field : { ...field, ...shown, type: laidOver(field.type, shown.type, depth + 1) },
    );
  }
  for (const [key, field] of observed.fields) if (!fields.has(key)) fields.set(key, field);
  return declared.message === undefined ? { kind: 'record', fields, keys: observed.keys } : { ...declared, fields };
}

function sameMake(a: Type, b: Type): boolean {
  if (a.kind === 'scalar') return b.kind === 'scalar' && a.name === b.name;
  if (a.kind === 'record' && b.kind === 'record' && a.message !== b.message) return false;
  if (isKeyed(a)) return isKeyed(b);
  return a.kind === b.kind && (a.kind === 'list' || sameType(a, b));
}

const isKeyed = (type: Type): boolean => type.kind === 'record' || type.kind === 'map';

function merged(a: Type, b: Type, depth: number): Type {
  if (a.kind === 'scalar' && b.kind === 'scalar') return mergedScalars(a, b);
  if (a.kind === 'list' && b.kind === 'list') return listOf(join(a.element, b.element, depth + 1));
  if (a.kind === 'record' && b.kind === 'record') return mergedRecords(a, b, depth);
  if (a.kind === 'map' && b.kind === 'map') {
    return mapOf(join(a.key, b.key, depth + 1), join(a.value, b.value, depth + 1));
  }
  return isKeyed(a) && isKeyed(b) ? mapOf(string, dyn) : a;
}

function mergedScalars(a: Scalar, b: Scalar): Scalar {
  if (a.seen === undefined) return a;
  if (b.seen === undefined) return b;
  const seen = [...new Set([...a.seen, ...b.seen])].slice(0, maxExamples);
  const declared = a.declared === true || b.declared === true;
  return { kind: 'scalar', name: a.name, seen, ...(declared ? { declared } : {}) };
}

function mergedRecords(a: RecordType, b: RecordType, depth: number): RecordType {
  if (a.message !== undefined) return a;
  const fields = new Map<string, Field>(a.fields);
  for (const [key, field] of b.fields) {
    const other = fields.get(key);
    fields.set(key, other === undefined ? field : mergedFields(other, field, depth));
  }
  const keys = a.keys === 'partial' || b.keys === 'partial' ? 'partial' : a.keys === b.keys ? a.keys : 'seen';
  return { kind: 'record', fields, keys };
}

function mergedFields(a: Field, b: Field, depth: number): Field {
  const about = a.about ?? b.about;
  const aliasOf = a.aliasOf ?? b.aliasOf;
  return {
    type: join(a.type, b.type, depth + 1),
    seen: a.seen + b.seen,
    total: a.total + b.total,
    ...(about === undefined ? {} : { about }),
    ...(aliasOf === undefined ? {} : { aliasOf }),
  };
}
