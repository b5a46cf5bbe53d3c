import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { entry, isRecord, type Value } from '../../model/value.ts';
import { json } from '../../readers/json/index.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { FieldSchema, KindSchema, type Mapping, MappingSchema, ResultsSchema } from './mapping.ts';

const format = v.literal('contextscope/mapping');
const FileSchema = v.object({ format, version: v.literal(3), ...MappingSchema.entries });

// Schemas of older versions are never edited: their files must stay readable forever.

const SecondSchema = v.object({
  ...v.omit(MappingSchema, ['also', 'inside', 'session', 'orText', 'results']).entries,
  results: v.object({ ...v.omit(ResultsSchema, ['ends']).entries, flagSays: v.picklist(['failed', 'worked']) }),
});

/** Version 2 had one list of turns for each session, and only the meaning of `true` for the flag. */
const fromSecond = ({ results, ...mapping }: v.InferOutput<typeof SecondSchema>): Mapping => {
  const { flagSays, ...others } = results;
  return {
    ...mapping,
    also: [],
    inside: null,
    session: null,
    orText: [],
    results: { ...others, ends: flagSays === 'worked' ? trueWorked : [] },
  };
};

const trueWorked = [
  { value: 'true', end: 'worked' },
  { value: 'false', end: 'failed' },
] as const;

const FirstSchema = v.object({
  ...v.omit(SecondSchema, ['asked', 'kind']).entries,
  kind: v.object({
    field: FieldSchema,
    values: v.array(v.object({ value: v.string(), kind: KindSchema })),
    otherwise: KindSchema,
  }),
});

/** Version 1 had at most one field for the kind. */
const fromFirst = ({ kind, ...mapping }: v.InferOutput<typeof FirstSchema>): Mapping => {
  const { field, values, otherwise } = kind;
  const tests = field === null ? [] : [{ field, values, otherwise: null }];
  return fromSecond({ ...mapping, asked: null, kind: { tests, otherwise } });
};

const SecondFileSchema = v.object({ format, version: v.literal(2), ...SecondSchema.entries });
const FirstFileSchema = v.object({ format, version: v.literal(1), ...FirstSchema.entries });

/** A mapping as it is saved and shared. */
export const writeMapping = (mapping: Mapping): string =>
  `${JSON.stringify({ format: 'contextscope/mapping', version: 3, ...mapping }, null, 2)}\n`;

/** Reads the text of a saved mapping; extra properties are dropped. */
export function readMapping(text: string): Result<Mapping, Problem> {
  const document = json.read(text);
  return document.ok ? mappingOf(document.value.value) : document;
}

function mappingOf(value: Value): Result<Mapping, Problem> {
  const version = isRecord(value) ? entry(value, 'version') : undefined;
  if (version === 1) return parsed(FirstFileSchema, value, fromFirst);
  if (version === 2) return parsed(SecondFileSchema, value, fromSecond);
  return parsed(FileSchema, value, (mapping) => mapping);
}

function parsed<const S extends v.GenericSchema<unknown, { readonly format: string; readonly version: number }>>(
  schema: S,
  value: Value,
  upgrade: (file: Omit<v.InferOutput<S>, 'format' | 'version'>) => Mapping,
): Result<Mapping, Problem> {
  const read = v.safeParse(schema, value);
  if (!read.success) return err(noMapping(firstFault(read.issues)));
  const { format: _format, version: _version, ...file } = read.output;
  return ok(upgrade(file));
}

const noMapping = (fault: string): Problem => ({
  code: 'mapping/malformed',
  message: `This is no mapping of Contextscope: ${fault}. Copy it again from where it was saved.`,
});
