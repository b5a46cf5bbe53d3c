import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { entry, isRecord, type Value } from '../../model/value.ts';
import { json } from '../../readers/json/index.ts';

/** The kind of an entry in the list of turns. `skip` means that the entry is left out on purpose. */
export const entryKinds = ['input', 'llm', 'call', 'result', 'skip'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** A call's outcome, as far as a value gives it. */
export const callEnds = ['worked', 'failed', 'blocked'] as const;
export type CallEnd = (typeof callEnds)[number];

/** Deeper than any path that a user would choose by hand. */
const maxDepth = 32;
const maxLists = 20;

const PathSchema = v.pipe(
  v.array(v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))])),
  v.maxLength(maxDepth),
);
const FieldSchema = v.nullable(PathSchema);
const ListsSchema = v.pipe(v.array(PathSchema), v.maxLength(maxLists));
const KindSchema = v.picklist(entryKinds);

const TestSchema = v.object({
  field: PathSchema,
  /** Pairs rather than a record, because `__proto__` is a value like any other. A null kind does not decide. */
  values: v.array(v.object({ value: v.string(), kind: v.nullable(KindSchema) })),
  /**
   * The kind for any other value, so that the presence of a field may decide. Null, an empty text and an absent field never
   * decide.
   */
  otherwise: v.nullable(KindSchema),
});

const ResultsSchema = v.object({
  list: PathSchema,
  id: FieldSchema,
  name: FieldSchema,
  /** Without content there are no results. */
  content: FieldSchema,
  flag: FieldSchema,
  /** The meaning of values in this field. Other values, such as `error` and `denied`, are interpreted by their words. */
  ends: v.array(v.object({ value: v.string(), end: v.picklist(callEnds) })),
});

const MappingSchema = v.object({
  title: v.string(),
  /** A list whose entries are separate sessions; null where the document is one session. */
  sessions: FieldSchema,
  /** The path of the list of turns: from the document's root, or from an entry of `sessions`. */
  turns: PathSchema,
  /** Other lists whose entries are turns too: merged by time, or appended where they have no times. */
  also: ListsSchema,
  /** A list in an entry that contains further entries, at any depth; `[]` where lists of entries are in lists. Null for none. */
  inside: FieldSchema,
  /** A field of an entry: entries with the same value are one session. Null where a list of turns is one session. */
  session: FieldSchema,
  /** The tests are tried in order; none where all entries are of one kind, which is `otherwise`. */
  kind: v.object({ tests: v.array(TestSchema), otherwise: KindSchema }),
  /** The input to the agent, where the same entry contains its answer. */
  asked: FieldSchema,
  text: FieldSchema,
  /** Tried in order where `text` is empty. */
  orText: ListsSchema,
  /** Without a name there are no calls. */
  calls: v.object({ list: PathSchema, name: FieldSchema, arguments: FieldSchema, id: FieldSchema }),
  results: ResultsSchema,
  time: FieldSchema,
  tokens: v.object({ prompt: FieldSchema, completion: FieldSchema }),
});

/**
 * The places of a session's parts in a document that no importer recognises, as the user chose them. `turns` and `also` begin
 * at a session; all other paths begin at an entry of the list of turns, or at an element of the list named beside them. `[]` is
 * the entry itself. Paths lead through texts that hold JSON or a printed Python value, and a record may replace a list.
 */
export type Mapping = Immutable<v.InferOutput<typeof MappingSchema>>;

/** The kind that one field gives an entry. A null kind means that this field does not decide, and the next field is tried. */
export type KindTest = Mapping['kind']['tests'][number];

type Immutable<T> = { readonly [Key in keyof T]: Immutable<T[Key]> };

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

/** The meanings of a flag that says whether a call worked. */
export const trueWorked = [
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
  message: `This is not a Contextscope mapping: ${fault}. Choose a file that was saved as a mapping, or copy its whole text again.`,
});

/** A schema's first error as part of a sentence: `“turns” is missing`. */
function firstFault([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const where = v.getDotPath(issue);
  const place = where === null ? 'the text' : `“${where}”`;
  if (issue.received === 'undefined') return `${place} is missing`;
  return `${place} is ${issue.received.slice(0, 60)} where ${issue.expected ?? 'something else'} was expected`;
}
