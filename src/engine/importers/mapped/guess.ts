import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { best, named } from './best.ts';
import { entriesAt } from './entries.ts';
import { fieldsOf, type Field } from './fields.ts';
import { guessAnswers, guessCalls } from './guess-calls.ts';
import { guessKind } from './guess-kind.ts';
import { kindOf } from './kind-of.ts';
import { listsIn, type ListPlace } from './lists.ts';
import type { EntryKind, Mapping } from './mapping.ts';

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
  const told = guessKind(fields, entries);
  // A role that is the same everywhere is that of a part: of the question, say, beside its answer.
  const isTold = new Set(entries.map((entry) => kindOf(entry, { kind: told }).kind)).size > 1;
  const inPairs = arePairs(entries);
  const asked = inPairs ? [0] : isTold ? null : guessExchange(fields);
  // Whoever asks for calls is the model.
  const isModel = asked !== null || (told.tests.length === 0 && guessCalls(fields, []).name !== null);
  const kind = isModel ? { tests: [], otherwise: 'llm' as const } : told;
  const ofKind = (...wanted: readonly EntryKind[]) =>
    entries.filter((entry) => wanted.includes(kindOf(entry, { kind }).kind));
  const called = ofKind('call');
  const calls = guessCalls(fields, called);
  const path = (role: 'time' | 'prompt' | 'completion', types: readonly Field['types'][number][]) =>
    best(fields, (field) => named(field, role, types))?.path ?? null;
  return {
    title: 'My format',
    sessions,
    turns,
    kind,
    asked,
    text: inPairs ? [1] : guessText(fieldsOf(ofKind('input', 'llm'), false), asked),
    ...guessAnswers(fields, calls, entries, called, ofKind('result')),
    time: path('time', ['string', 'int', 'double']),
    tokens: { prompt: path('prompt', ['int']), completion: path('completion', ['int']) },
  };
}

const textTypes = ['string', 'list', 'map'] as const;

function guessText(spoken: readonly Field[], asked: Path | null): Path | null {
  const others = spoken.filter(({ path }) => asked === null || !isSame(path.slice(0, asked.length), asked));
  const found = best(others, (field) => named(field, 'text', textTypes));
  if (found !== undefined) return found.path;
  if (spoken.some((field) => field.path.length === 0 && field.types.includes('string'))) return [];
  // Several words in a row, in a field of no known name, are a text rather than an id or a state.
  return (
    others.find(({ types, values, example }) => types.includes('string') && values === null && / .* /.test(example))
      ?.path ?? null
  );
}

/** Where a question and its answer stand in one entry: the question's field. */
function guessExchange(fields: readonly Field[]): Path | null {
  const asked = best(fields, (field) => named(field, 'asked', textTypes));
  const isAnswered = asked !== undefined && guessText(fields, asked.path) !== null;
  return isAnswered ? asked.path : null;
}

/** `[["hi", "hello"], ["and?", null]]`: what was said, and what was answered as far as it was. */
const arePairs = (entries: readonly Value[]): boolean =>
  entries.length > 0 &&
  entries.every(
    (entry) =>
      isList(entry) && entry.length === 2 && [...entry].every((one) => typeof one === 'string' || one === null),
  );

/** A list of records with a role, a text and a time looks like turns; the longer the likelier. */
function scoreOf({ sessions, turns, length }: ListPlace, document: Value): number {
  const entries = entriesAt(document, sessions, turns);
  const records = entries.filter(isRecord).length;
  const fields = fieldsOf(entries, false);
  const has = (role: 'text' | 'callName' | 'time') => fields.some((one) => named(one, role, null) !== undefined);
  const kind = guessKind(fields, entries);
  const kinds = new Set(
    entries.map((entry) => kindOf(entry, { kind })).flatMap((told) => (told.field === null ? [] : [told.kind])),
  );
  // Definitions of tools have a type too; somebody speaks among turns, and best of all somebody else answers.
  const speakers = (kinds.has('input') ? 1 : 0) + (kinds.has('llm') ? 1 : 0);
  const telling =
    (speakers === 2 ? 8 : speakers === 1 ? 5 : kinds.size > 0 ? 2 : guessExchange(fields) === null ? 0 : 3) +
    (has('text') ? 3 : 0) +
    (has('callName') ? 1 : 0) +
    (has('time') ? 1 : 0);
  const flat = entries.every((entry) => typeof entry === 'string') ? 1 : arePairs(entries) ? 4 : 0;
  return (telling * records) / Math.max(1, entries.length) + flat + Math.log2(1 + Math.min(length, 1000)) / 4;
}
