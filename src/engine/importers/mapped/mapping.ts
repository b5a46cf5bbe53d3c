import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Problem } from '../../model/problem.ts';
import { entry, isRecord, type Value } from '../../model/value.ts';
import { json } from '../../readers/json/index.ts';
import { firstFault } from '../schema.ts';

/** What an entry of the list of turns is. `skip` says that it is read and left out on purpose. */
export const entryKinds = ['input', 'llm', 'call', 'result', 'skip'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What one field says of an entry's kind; null says nothing, and the next field is asked. */
export interface KindTest {
  readonly field: Path;
  /** Pairs rather than a record, because `__proto__` is a value like any other. */
  readonly values: readonly { readonly value: string; readonly kind: EntryKind | null }[];
  /** For any other value, so that a field may say a kind by being there. Null, an empty text and an absent field say nothing. */
  readonly otherwise: EntryKind | null;
}

/**
 * Where the parts of a session stand in a document that no importer knows, as its user told us. All paths but `sessions`
 * and `turns` begin at an entry of the list of turns, or at an element of the list named beside them; `[]` is the entry itself.
 */
export interface Mapping {
  readonly title: string;
  /** A list each entry of which is a session of its own; null where the document is one session. */
  readonly sessions: Path | null;
  /** The list of turns: from the document's root, or from an entry of `sessions`. */
  readonly turns: Path;
  readonly kind: {
    /** Asked one after the other; none where all entries are of one kind, which is `otherwise`. */
    readonly tests: readonly KindTest[];
    readonly otherwise: EntryKind;
  };
  /** What was said to the agent, where its answer stands in the same entry. */
  readonly asked: Path | null;
  readonly text: Path | null;
  readonly calls: {
    readonly list: Path;
    /** Without a name there are no calls. */
    readonly name: Path | null;
    readonly arguments: Path | null;
    readonly id: Path | null;
  };
  readonly results: {
    readonly list: Path;
    readonly id: Path | null;
    readonly name: Path | null;
    /** Without content there are no results. */
    readonly content: Path | null;
    readonly flag: Path | null;
    /** What `true` means there. Words such as `error` and `denied` speak for themselves. */
    readonly flagSays: 'failed' | 'worked';
  };
  readonly time: Path | null;
  readonly tokens: { readonly prompt: Path | null; readonly completion: Path | null };
}

/** Deeper than anybody would choose by hand. */
const deepest = 32;

const PathSchema = v.pipe(
  v.array(v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))])),
  v.maxLength(deepest),
);
const Field = v.nullable(PathSchema);

const Kind = v.picklist(entryKinds);

const MappingSchema = v.object({
  title: v.string(),
  sessions: Field,
  turns: PathSchema,
  kind: v.object({
    tests: v.array(
      v.object({
        field: PathSchema,
        values: v.array(v.object({ value: v.string(), kind: v.nullable(Kind) })),
        otherwise: v.nullable(Kind),
      }),
    ),
    otherwise: Kind,
  }),
  asked: Field,
  text: Field,
  calls: v.object({ list: PathSchema, name: Field, arguments: Field, id: Field }),
  results: v.object({
    list: PathSchema,
    id: Field,
    name: Field,
    content: Field,
    flag: Field,
    flagSays: v.picklist(['failed', 'worked']),
  }),
  time: Field,
  tokens: v.object({ prompt: Field, completion: Field }),
});

const format = v.literal('contextscope/mapping');
const FileSchema = v.object({ format, version: v.literal(2), ...MappingSchema.entries });

/** A file of version 1 told the kind by one field at most. Never edited: old files open for ever. */
const FirstFileSchema = v.pipe(
  v.object({
    format,
    version: v.literal(1),
    ...v.omit(MappingSchema, ['asked', 'kind']).entries,
    kind: v.object({
      field: Field,
      values: v.array(v.object({ value: v.string(), kind: Kind })),
      otherwise: Kind,
    }),
  }),
  v.transform(({ kind: { field, values, otherwise }, ...file }) => ({
    ...file,
    version: 2 as const,
    kind: { tests: field === null ? [] : [{ field, values, otherwise: null }], otherwise },
    asked: null,
  })),
);

/** A mapping as it is saved and shared. */
export const writeMapping = (mapping: Mapping): string =>
  `${JSON.stringify({ format: 'contextscope/mapping', version: 2, ...mapping }, null, 2)}\n`;

/** A saved mapping's text; what it holds beside is left out. */
export function readMapping(text: string): Result<Mapping, Problem> {
  const document = json.read(text);
  return document.ok ? mappingOf(document.value.value) : document;
}

function mappingOf(value: Value): Result<Mapping, Problem> {
  const isFirst = isRecord(value) && entry(value, 'version') === 1;
  const parsed = v.safeParse(isFirst ? FirstFileSchema : FileSchema, value);
  if (!parsed.success) return err(noMapping(firstFault(parsed.issues)));
  const { format: _format, version: _version, ...mapping } = parsed.output;
  return ok(mapping);
}

const noMapping = (fault: string): Problem => ({
  code: 'mapping/malformed',
  message: `This is no mapping of Contextscope: ${fault}. Copy it again from where it was saved.`,
});
