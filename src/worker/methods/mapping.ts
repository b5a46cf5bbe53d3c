import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { preview } from '../../engine/cel/index.ts';
import type { History, Turn } from '../../engine/model/history.ts';
import { Unknown } from '../../engine/model/value.ts';
import { openAs } from '../../engine/opening/open-text.ts';
import { openEntry } from '../../engine/opening/open-session.ts';
import type { Document } from '../../engine/readers/document.ts';
import { loadSystem } from '../../engine/systems/load-system.ts';
import type { MappingApi, PreviewRow } from '../mapping-protocol.ts';
import type { Methods } from '../serve.ts';
import { childrenAt } from './state.ts';
import { invocationOf, rowOf } from './turns.ts';

/** Loaded for the first text of an unknown format. */
const guesses = () => import('../../engine/importers/mapped/guess.ts');
const lists = () => import('../../engine/importers/mapped/lists.ts');
const files = () => import('../../engine/importers/mapped/mapping.ts');
const readers = () => import('../../engine/readers/read-text.ts');
const registry = () => import('../../engine/importers/registry.ts');

const previewed = 50;
/** Number of entries of a session that a preview reads. */
const looked = 2000;
const outputLength = 120;

export function mappingMethods(): Pick<Methods, keyof MappingApi> {
  let latest: { readonly draft: string; readonly reading: Promise<Result<Document, Problem>> } | null = null;

  /** Waits for a text that is still being read, for example after the engine was replaced. */
  const documentOf = async (draft: string): Promise<Result<Document, Problem>> =>
    latest?.draft === draft ? latest.reading : err(closed);

  return {
    async readDraft({ draft, text }, pace) {
      const reading = readers().then(({ readText }) => readText(text, pace));
      latest = { draft, reading };
      const read = await reading;
      if (!read.ok) return read;
      const { syntax, notes, value } = read.value;
      const { guessMapping } = await guesses();
      const { listsIn } = await lists();
      const { importers } = await registry();
      const known = importers.map(({ title }) => title);
      return ok({ syntax, notes, lists: listsIn(value), guess: guessMapping(value), known });
    },
    async draftChildren({ draft, path }) {
      const document = await documentOf(draft);
      return document.ok ? ok(childrenAt(document.value.value, undefined, path)) : document;
    },
    async draftFields({ draft, layout }) {
      const document = await documentOf(draft);
      if (!document.ok) return document;
      const { guessFields } = await guesses();
      const { entriesAt } = await import('../../engine/importers/mapped/entries.ts');
      const { fieldsOf } = await import('../../engine/importers/mapped/fields.ts');
      const { value } = document.value;
      const guess = guessFields(value, layout);
      const { guessTest } = await import('../../engine/importers/mapped/guess-kind.ts');
      const entries = entriesAt(value, guess);
      const fields = fieldsOf(entries);
      return ok({ fields, guess, tests: fields.flatMap((field) => guessTest(field, entries) ?? []) });
    },
    async previewMapping({ draft, mapping }) {
      const document = await documentOf(draft);
      if (!document.ok) return document;
      const { mappedBy, readBy } = await import('../../engine/importers/mapped/index.ts');
      const opened = openAs(mappedBy(mapping), readBy(mapping, looked), document.value);
      if (!opened.ok) return opened;
      const system = await loadSystem('task');
      const session = openEntry(opened.value, 0, () => system);
      if (!session.ok) return session;
      const { history, notes } = session.value;
      const { doubtsAbout } = await import('../../engine/importers/mapped/doubts.ts');
      const count = (kind: string) => history.turns.filter((turn) => turn.kind === kind).length;
      return ok({
        sessions: opened.value.entries.length,
        turns: history.turns.length,
        kinds: { input: count('input'), llm: count('llm'), capability: count('capability') },
        isCut: notes.some(({ code }) => code === 'import/first-entries'),
        rows: history.turns.slice(0, previewed).map((turn) => previewRow(history, turn)),
        doubts: doubtsAbout(history, notes),
        notes,
      });
    },
    async readMapping({ text }) {
      const { readMapping } = await files();
      return readMapping(text);
    },
    async writeMapping({ mapping }) {
      const { writeMapping } = await files();
      return ok({ text: writeMapping(mapping) });
    },
  };
}

function previewRow(history: History, turn: Turn): PreviewRow {
  const output = invocationOf(history, turn)?.output;
  const isKnown = output !== undefined && !(output instanceof Unknown);
  return { ...rowOf(history, turn), output: isKnown ? preview(output, outputLength).text : null };
}

const closed: Problem = {
  code: 'mapping/closed',
  message: 'The engine was replaced and no longer has this text. Close the dialog and open the file again.',
};
