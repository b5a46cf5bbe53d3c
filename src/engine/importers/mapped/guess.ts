import { isRecord, type Value, valueAt } from '../../model/value.ts';
import { entriesAt } from './entries.ts';
import { guessCalls, guessResults } from './guess-calls.ts';
import { fieldsOf, scalarText, type Field } from './fields.ts';
import { listsIn, type ListPlace } from './lists.ts';
import type { EntryKind, Mapping } from './mapping.ts';
import { best, named } from './best.ts';
import { kindOfWord } from './words.ts';

/** What a document's shape suggests; where it suggests nothing, the fields are null and the user chooses. */
export function guessMapping(document: Value): Mapping {
  const lists = listsIn(document);
  const [place] = lists.map((list) => ({ list, score: scoreOf(list, document) })).toSorted((a, b) => b.score - a.score);
  return guessFields(document, place?.list ?? { sessions: null, turns: [], length: 0, many: 1 });
}

/** The rest of a mapping, once it is known where the turns are. */
export function guessFields(document: Value, { sessions, turns }: Pick<ListPlace, 'sessions' | 'turns'>): Mapping {
  const entries = entriesAt(document, sessions, turns);
  const fields = fieldsOf(entries);
  const kind = guessKind(fields);
  const ofKind = (...wanted: readonly EntryKind[]) => entries.filter((entry) => wanted.includes(kindIn(kind, entry)));
  const calls = guessCalls(fields, ofKind('call'));
  const path = (role: 'text' | 'time' | 'prompt' | 'completion', types: readonly Field['types'][number][]) =>
    best(fields, (field) => named(field, role, types))?.path ?? null;
  const spoken = fieldsOf(ofKind('input', 'llm'), false);
  return {
    title: 'My format',
    sessions,
    turns,
    kind,
    text:
      best(spoken, (field) => named(field, 'text', ['string', 'list', 'map']))?.path ??
      (fields.some((field) => field.path.length === 0 && field.types.includes('string')) ? [] : null),
    calls,
    results: guessResults(fields, calls, ofKind('result')),
    time: path('time', ['string', 'int', 'double']),
    tokens: { prompt: path('prompt', ['int']), completion: path('completion', ['int']) },
  };
}

function kindIn({ field, values, otherwise }: Mapping['kind'], entry: Value): EntryKind {
  const value = field === null ? undefined : scalarText(valueAt(entry, field));
  return values.find((one) => one.value === value)?.kind ?? otherwise;
}

/** The field with few short values of which words say what an entry is. */
function guessKind(fields: readonly Field[]): Mapping['kind'] {
  const field = best(fields, (one) => {
    const rank = named(one, 'kind', ['string', 'bool', 'int']);
    if (rank === undefined || one.values === null) return undefined;
    const known = one.values.filter(({ value }) => kindOfWord(value) !== undefined);
    return known.length === 0 ? undefined : rank - 20 * (known.length / one.values.length);
  });
  if (field === undefined) return { field: null, values: [], otherwise: 'input' };
  const values = (field.values ?? []).map(({ value }) => ({ value, kind: kindOfWord(value) ?? 'skip' }));
  return { field: field.path, values, otherwise: 'skip' };
}

/** A list of records with a role, a text and a time looks like turns; the longer the likelier. */
function scoreOf({ sessions, turns, length }: ListPlace, document: Value): number {
  const entries = entriesAt(document, sessions, turns);
  const records = entries.filter(isRecord).length;
  const fields = fieldsOf(entries, false);
  const has = (role: 'text' | 'callName' | 'time') => fields.some((one) => named(one, role, null) !== undefined);
  const kinds = guessKind(fields).values.map(({ kind }) => kind);
  // Definitions of tools have a type too; somebody speaks among turns.
  const isSpoken = kinds.includes('input') || kinds.includes('llm');
  const telling =
    (isSpoken ? 6 : kinds.length > 0 ? 2 : 0) +
    (has('text') ? 3 : 0) +
    (has('callName') ? 1 : 0) +
    (has('time') ? 1 : 0);
  const flat = entries.every((entry) => typeof entry === 'string') ? 1 : 0;
  return (telling * records) / Math.max(1, entries.length) + flat + Math.log2(1 + Math.min(length, 1000)) / 4;
}
