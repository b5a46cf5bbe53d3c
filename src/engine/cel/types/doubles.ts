import { eitherOf } from './join.ts';
import { doubleType, isScalar } from './types.ts';
import type { Field, RecordType, Type } from './types.ts';

/** Types nest no deeper than shapes and declarations do; deeper parts stay unchanged. */
const maxDepth = 40;

/** The type of the same value in a runtime that decodes every JSON number into a double. */
export const withDoubles = (type: Type): Type => converted(type, 0);

function converted(type: Type, depth: number): Type {
  if (depth > maxDepth) return type;
  switch (type.kind) {
    case 'scalar':
      return isScalar(type, 'int') ? { ...type, ...doubleType } : type;
    case 'list':
      return { ...type, element: converted(type.element, depth + 1) };
    case 'map':
      return { ...type, value: converted(type.value, depth + 1) };
    case 'record':
      return convertedRecord(type, depth);
    case 'either':
      // The notation distinguished an int from a double; now both are doubles.
      return eitherOf(type.of.map((one) => converted(one, depth + 1)));
    default:
      return type;
  }
}

function convertedRecord(record: RecordType, depth: number): RecordType {
  const fields = new Map<string, Field>();
  for (const [key, field] of record.fields) fields.set(key, { ...field, type: converted(field.type, depth + 1) });
  return { ...record, fields };
}
