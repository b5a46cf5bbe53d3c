import * as v from 'valibot';
import { Double, isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';

/** Anything a reader yields, kept as it is: the same object, so that nothing is lost. */
export const anyValue = v.custom<Value>(() => true);

/** A map with string keys. Valibot's own `object` would also take lists and the value classes. */
export const anyRecord = v.custom<RecordValue>(isRecord, 'a record was expected');

export const anyList = v.custom<readonly Value[]>(Array.isArray, 'a list was expected');

/** A record of which these entries matter; the others pass. */
export function record<const Entries extends v.ObjectEntries>(entries: Entries) {
  const schema = v.pipe(v.any(), v.check(isRecord, 'a record was expected'), v.object(entries));
  return { ...schema, '~run': fitting(schema['~run'], entries) };
}

/**
 * Every message of a recording goes through here, and nearly all fit: then this yields what the pipe would, without the
 * steps in between. If something does not fit, the pipe produces the error message.
 */
function fitting<Run extends v.GenericSchema['~run']>(run: Run, entries: v.ObjectEntries): Run {
  const fields = Object.entries(entries);
  const fast: v.GenericSchema['~run'] = (dataset, config) => {
    const { value } = dataset;
    if (!isRecord(value)) return run(dataset, config);
    const output: { [key: string]: unknown } = {};
    // One for all fields: a long recording has millions of them, and none is kept.
    const field: Parameters<v.GenericSchema['~run']>[0] = { typed: false, value: undefined, issues: undefined };
    for (const [key, schema] of fields) {
      if (!(key in value)) {
        if (schema.type === 'optional') continue;
        return run(dataset, config);
      }
      field.typed = false;
      field.issues = undefined;
      field.value = value[key];
      const read = schema['~run'](field, config);
      if (read.issues !== undefined) return run(dataset, config);
      output[key] = read.value;
    }
    return { typed: true, value: output };
  };
  return fast as Run; // the same function, faster
}

/** A field that recordings leave out, null or misspell: whatever does not fit reads as absent. */
export const maybe = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

/** Readers keep `1.0` apart from `1`; here both are a number. */
export const aNumber = v.union([
  v.number(),
  v.pipe(
    v.instance(Double),
    v.transform((whole) => whole.value),
  ),
]);

export const maybeText = maybe(v.string());
export const maybeNumber = maybe(aNumber);
/** Token counts and the like. */
export const maybeCount = maybe(v.pipe(aNumber, v.safeInteger(), v.minValue(0)));

/** A schema error as part of a sentence: `messages is missing`, `output.0.type should be string, not 3`. */
export function firstFault(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const [issue] = issues;
  const where = v.getDotPath(issue);
  const place = where === null ? 'the whole' : `“${where}”`;
  if (issue.received === 'undefined') return `${place} is missing`;
  return `${place} is ${issue.received.slice(0, 60)} where ${issue.expected ?? 'something else'} was expected`;
}
