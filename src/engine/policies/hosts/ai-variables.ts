import { literal, type Variables } from '../../cel/index.ts';
import type { Path } from '../../model/path.ts';
import { Double, isList, isRecord, type Value } from '../../model/value.ts';
import type { PolicyReading } from '../policy-reading.ts';

/** `- name: expression` for each, or `name` and `expression` as fields. A variable may use those before it, and those around its rule. */
export function readVariables(
  reading: PolicyReading,
  path: Path,
  value: Value | undefined,
  outer: Variables,
): Variables {
  if (value === undefined || value === null) return outer;
  const known = new Map(Object.entries(outer));
  if (!isList(value)) {
    reading.fault(path, 'policy/ai-policy', 'variables is a list; each entry is a name with an expression.');
    return outer;
  }
  for (const [at, entry] of [...value].entries()) {
    const own: Path = [...path, at];
    if (!isRecord(entry)) reading.fault(own, 'policy/ai-policy', 'A variable is a name with an expression.');
    for (const [name, value, place] of isRecord(entry) ? namedIn(entry, own) : []) {
      // The project takes any scalar as text, such as 1000 or true.
      const expression = isScalar(value) ? literal(value) : value;
      if (typeof expression !== 'string')
        reading.fault(place, 'policy/ai-policy', `The variable ${name} needs an expression, written as text.`);
      else if (!/^[A-Za-z_]\w*$/.test(name))
        reading.fault(
          place,
          'policy/ai-policy',
          `${name} is no name of a variable: write letters, digits and _.`,
          'key',
        );
      else if (known.has(name))
        reading.fault(place, 'policy/ai-policy', `The variable ${name} has a meaning already.`, 'key');
      else {
        reading.variable(name, place, expression, Object.fromEntries(known));
        known.set(name, expression);
      }
    }
  }
  return Object.fromEntries(known);
}

const isScalar = (value: Value | undefined): value is Value =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' || value instanceof Double;

type Named = readonly [name: string, expression: Value | undefined, place: Path];

function namedIn(entry: { readonly [key: string]: Value }, path: Path): readonly Named[] {
  const { name } = entry;
  if (typeof name === 'string' && 'expression' in entry) return [[name, entry['expression'], [...path, 'expression']]];
  return Object.entries(entry).map(([key, expression]) => [key, expression, [...path, key]]);
}
