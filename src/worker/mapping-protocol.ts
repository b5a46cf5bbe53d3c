import type { Field } from '../engine/importers/mapped/fields.ts';
import type { ListPlace } from '../engine/importers/mapped/lists.ts';
import type { CallEnd, KindTest, Mapping } from '../engine/importers/mapped/mapping.ts';
import type { Path } from '../engine/model/path.ts';
import type { Note, Problem } from '../engine/model/problem.ts';
import type { StateEntry, TurnRow } from './previews.ts';

export type { CallEnd, Field, KindTest, ListPlace, Mapping };

/** Where the sessions and turns of a draft are. `inside`: the path of the entry in each turn; absent, the engine guesses it. */
export type DraftLayout = Pick<Mapping, 'sessions' | 'turns' | 'also'> & { readonly inside?: Path | null };

/** A text of an unknown format: its values, and the sessions that a mapping would make from it. */
export interface MappingApi {
  /** Reads a text and keeps it for the methods below, under an id that the page chooses. Only the latest is kept. */
  readDraft(input: { readonly draft: string; readonly text: string }): Draft;
  /** The children of one place in the document, for a tree that opens branch by branch. */
  draftChildren(input: { readonly draft: string; readonly path: Path }): readonly StateEntry[];
  /** The fields that the entries of a list have in common, and suggestions for the rest of a mapping. */
  draftFields(input: { readonly draft: string; readonly layout: DraftLayout }): DraftFields;
  /** For a long session only the first entries, so that the preview follows every choice quickly. */
  previewMapping(input: { readonly draft: string; readonly mapping: Mapping }): MappingPreview;
  /** A saved mapping's text, checked. */
  readMapping(input: { readonly text: string }): Mapping;
  /** A mapping as the text that is saved and shared. */
  writeMapping(input: { readonly mapping: Mapping }): { readonly text: string };
}

export interface Draft {
  /** The syntax of the text: `json`, `jsonl`, `python`, … */
  readonly syntax: string;
  /** Repairs and omissions of the reader. */
  readonly notes: readonly Note[];
  readonly lists: readonly ListPlace[];
  readonly guess: Mapping;
  /** Titles of the sessions that open without a mapping. */
  readonly known: readonly string[];
}

export interface DraftFields {
  readonly fields: readonly Field[];
  readonly guess: Mapping;
  /** For fields with few different values: the likely meaning of each value as an entry's kind. */
  readonly tests: readonly KindTest[];
}

export interface MappingPreview {
  readonly sessions: number;
  /** Facts of the first session. */
  readonly turns: number;
  readonly kinds: { readonly input: number; readonly llm: number; readonly capability: number };
  /** Only the first entries were read: the session may have more turns. */
  readonly isCut: boolean;
  /** The first of them. */
  readonly rows: readonly PreviewRow[];
  /** The most likely mistake in the mapping. */
  readonly doubts: readonly Problem[];
  readonly notes: readonly Note[];
}

/** A turn, and the outcome of its call; null for a turn that is no call or has no result. */
export interface PreviewRow extends TurnRow {
  readonly output: string | null;
}
