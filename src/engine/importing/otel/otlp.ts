import { Double, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Placed } from '../values/elements.ts';
import { elementsAt, entriesAt, recordAt, textAt, type Where } from '../values/where.ts';

// OTLP in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding

/** The entries of an export: its resources have scopes, and those have the entries. One resource may be exported alone. */
export function exportedIn(
  value: Placed,
  at: { readonly resources: Where; readonly scopes: Where; readonly entries: Where },
): readonly Placed[] {
  const resources = entriesAt(value, at.resources);
  return (resources.length === 0 ? [value] : resources)
    .flatMap((resource) => entriesAt(resource, at.scopes))
    .flatMap((scope) => entriesAt(scope, at.entries));
}

/** An attribute: `{key, value: {stringValue | intValue | …}}`. */
export function keyedValue(one: Value, depth = 0): readonly [string, Value] | undefined {
  const [key, value] = [textAt(one, 'key'), recordAt(one, 'value')];
  return key === undefined || value === undefined ? undefined : [key, otlpValue(value, depth)];
}

/**
 * The value within OTLP's typed wrapper: `{stringValue}`, `{intValue: "12"}`, `{arrayValue: {values}}`, `{kvlistValue:
 * {values}}`.
 */
export function otlpValue(wrapped: RecordValue, depth = 0): Value {
  const [kind, value] = Object.entries(wrapped)[0] ?? [];
  if (kind === undefined || value === undefined || depth > 20) return null;
  switch (kind.replaceAll('_', '').toLowerCase()) {
    case 'intvalue':
      return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    case 'doublevalue':
      return typeof value === 'number' && Number.isInteger(value) ? new Double(value) : value;
    case 'arrayvalue':
      return elementsAt(value, 'values').map((one) => (isRecord(one) ? otlpValue(one, depth + 1) : one));
    case 'kvlistvalue':
      return Object.fromEntries(
        elementsAt(value, 'values').flatMap((one) => {
          const keyed = keyedValue(one, depth + 1);
          return keyed === undefined ? [] : [keyed];
        }),
      );
    default:
      return value;
  }
}
