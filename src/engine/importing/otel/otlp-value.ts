import * as v from 'valibot';
import { Double, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { anyRecord, record } from '../values/schema.ts';

/** `{key, value: {stringValue | intValue | …}}`. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
export const OtlpAttribute = record({ key: v.string(), value: anyRecord });

/** The value within OTLP's typed wrapper: `{stringValue}`, `{intValue: "12"}`, `{arrayValue: {values}}`, `{kvlistValue: {values}}`. */
export function otlpValue(wrapped: RecordValue, depth = 0): Value {
  const [kind, value] = Object.entries(wrapped)[0] ?? [];
  if (kind === undefined || value === undefined || depth > 20) return null;
  switch (kind.replaceAll('_', '').toLowerCase()) {
    case 'intvalue':
      return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    case 'doublevalue':
      return typeof value === 'number' && Number.isInteger(value) ? new Double(value) : value;
    case 'arrayvalue':
      return valuesIn(value).map((one) => (isRecord(one) ? otlpValue(one, depth + 1) : one));
    case 'kvlistvalue':
      return Object.fromEntries(
        valuesIn(value).flatMap((one) => {
          const parsed = v.safeParse(OtlpAttribute, one);
          return parsed.success ? [[parsed.output.key, otlpValue(parsed.output.value, depth + 1)]] : [];
        }),
      );
    default:
      return value;
  }
}

function valuesIn(value: Value): readonly Value[] {
  const values = isRecord(value) ? value['values'] : undefined;
  return Array.isArray(values) ? (values as readonly Value[]) : []; // narrowed to any[]
}
