import * as v from 'valibot';
import type { Path } from '../../model/path.ts';

/** What an entry of the list of turns is. `skip` says that it is read and left out on purpose. */
export const entryKinds = ['input', 'llm', 'call', 'result', 'skip'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** How a call ended, as far as a value tells it. */
export const callEnds = ['worked', 'failed', 'blocked'] as const;
export type CallEnd = (typeof callEnds)[number];

/** What one field says of an entry's kind; null says nothing, and the next field is asked. */
export interface KindTest {
  readonly field: Path;
  /** Pairs rather than a record, because `__proto__` is a value like any other. */
  readonly values: readonly { readonly value: string; readonly kind: EntryKind | null }[];
  /** For any other value, so that a field may say a kind by being there. Null, an empty text and an absent field say nothing. */
  readonly otherwise: EntryKind | null;
}

/**
 * Where the parts of a session stand in a document that no importer knows, as its user told us. `turns` and `also` begin at
 * a session, all other paths at an entry of the list of turns, or at an element of the list named beside them; `[]` is the
 * entry itself. Paths lead through texts that hold JSON or a printed Python value, and a record is as good as a list.
 */
export interface Mapping {
  readonly title: string;
  /** A list each entry of which is a session of its own; null where the document is one session. */
  readonly sessions: Path | null;
  /** The list of turns: from the document's root, or from an entry of `sessions`. */
  readonly turns: Path;
  /** Other lists whose entries are turns too: taken in the order of their times, or after it where there are none. */
  readonly also: readonly Path[];
  /** A list in an entry that holds entries too, at any depth; `[]` where lists of entries lie in lists. Null for none. */
  readonly inside: Path | null;
  /** A field of an entry: those in which it is the same are one session. Null where a list of turns is one. */
  readonly session: Path | null;
  readonly kind: {
    /** Asked one after the other; none where all entries are of one kind, which is `otherwise`. */
    readonly tests: readonly KindTest[];
    readonly otherwise: EntryKind;
  };
  /** What was said to the agent, where its answer stands in the same entry. */
  readonly asked: Path | null;
  readonly text: Path | null;
  /** Asked one after the other where `text` has nothing. */
  readonly orText: readonly Path[];
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
    /** What values mean there. Others, such as `error` and `denied`, speak for themselves. */
    readonly ends: readonly { readonly value: string; readonly end: CallEnd }[];
  };
  readonly time: Path | null;
  readonly tokens: { readonly prompt: Path | null; readonly completion: Path | null };
}

/** Deeper than anybody would choose by hand. */
const deepest = 32;
const mostLists = 20;

const PathSchema = v.pipe(
  v.array(v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))])),
  v.maxLength(deepest),
);
export const FieldSchema = v.nullable(PathSchema);

export const KindSchema = v.picklist(entryKinds);

export const ResultsSchema = v.object({
  list: PathSchema,
  id: FieldSchema,
  name: FieldSchema,
  content: FieldSchema,
  flag: FieldSchema,
  ends: v.array(v.object({ value: v.string(), end: v.picklist(callEnds) })),
});

export const MappingSchema = v.object({
  title: v.string(),
  sessions: FieldSchema,
  turns: PathSchema,
  also: v.pipe(v.array(PathSchema), v.maxLength(mostLists)),
  inside: FieldSchema,
  session: FieldSchema,
  kind: v.object({
    tests: v.array(
      v.object({
        field: PathSchema,
        values: v.array(v.object({ value: v.string(), kind: v.nullable(KindSchema) })),
        otherwise: v.nullable(KindSchema),
      }),
    ),
    otherwise: KindSchema,
  }),
  asked: FieldSchema,
  text: FieldSchema,
  orText: v.pipe(v.array(PathSchema), v.maxLength(mostLists)),
  calls: v.object({ list: PathSchema, name: FieldSchema, arguments: FieldSchema, id: FieldSchema }),
  results: ResultsSchema,
  time: FieldSchema,
  tokens: v.object({ prompt: FieldSchema, completion: FieldSchema }),
});
