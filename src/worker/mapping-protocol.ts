import type { Field } from '../engine/importers/mapped/fields.ts';
import type { ListPlace } from '../engine/importers/mapped/lists.ts';
import type { CallEnd, KindTest, Mapping } from '../engine/importers/mapped/mapping.ts';
import type { Path } from '../engine/model/path.ts';
import type { Note, Problem } from '../engine/model/problem.ts';
import type { StateEntry, TurnRow } from './previews.ts';

export type { CallEnd, Field, KindTest, ListPlace, Mapping };

/** Where the entries stand; without `inside`, the engine guesses it. */
export type DraftLayout = Pick<Mapping, 'sessions' | 'turns' | 'also'> & { readonly inside?: Path | null };

/** A text that no importer knows: its values, and what sessions a mapping would make of them. */
export interface MappingApi {
  /** Reads a text and keeps it for the questions below, under a name of the page's. Only the latest is kept. */
  readDraft(input: { readonly draft: string; readonly text: string }): Draft;
  /** The children of one place in the document, for a tree that opens branch by branch. */
  draftChildren(input: { readonly draft: string; readonly path: Path }): readonly StateEntry[];
  /** What the entries of a list have in common, and what that suggests for the rest of a mapping. */
  draftFields(input: { readonly draft: string; readonly layout: DraftLayout }): DraftFields;
  /** Of a long session the first entries only, so that the answer follows every choice. */
  previewMapping(input: { readonly draft: string; readonly mapping: Mapping }): MappingPreview;
  /** A saved mapping's text, checked. */
  readMapping(input: { readonly text: string }): Mapping;
  /** A mapping as the text that is saved and shared. */
  writeMapping(input: { readonly mapping: Mapping }): { readonly text: string };
}

export interface Draft {
  /** How the text is written: `json`, `jsonl`, `python`, … */
  readonly syntax: string;
  /** What the reader repaired or left out. */
  readonly notes: readonly Note[];
  readonly lists: readonly ListPlace[];
  readonly guess: Mapping;
  /** Titles of what opens without a mapping. */
  readonly known: readonly string[];
}

export interface DraftFields {
  readonly fields: readonly Field[];
  readonly guess: Mapping;
  /** Of fields with few values, what these most likely mean where they tell an entry's kind. */
  readonly tests: readonly KindTest[];
}

export interface MappingPreview {
  readonly sessions: number;
  /** Of the first session. */
  readonly turns: number;
  readonly kinds: { readonly input: number; readonly llm: number; readonly capability: number };
  /** Only the first entries were looked at: the session may have more turns. */
  readonly isCut: boolean;
  /** The first of them. */
  readonly rows: readonly PreviewRow[];
  /** What is most likely wrong with the mapping. */
  readonly doubts: readonly Problem[];
  readonly notes: readonly Note[];
}

/** A turn, and what its call came to; null for what is no call or has no result. */
export interface PreviewRow extends TurnRow {
  readonly output: string | null;
}
