import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { best, named } from './words.ts';
import { entriesAt, type Layout } from './entries.ts';
import { type Field, fieldsOf } from './fields.ts';
import { isThere, kindOf, valueBy } from './entry-values.ts';
import { guessAnswers, guessCalls } from './guess-calls.ts';
import { guessKind } from './guess-kind.ts';
import { type ListPlace, listsIn } from './lists.ts';
import type { EntryKind, Mapping } from './mapping.ts';

/** The mapping that a document's shape suggests. Where nothing is suggested, the fields are null and the user chooses. */
export function guessMapping(document: Value): Mapping {
  const lists = listsIn(document);
  const [place] = lists.map((list) => ({ list, score: scoreOf(list, document) })).toSorted((a, b) => b.score - a.score);
  const { sessions, turns, inside } = place?.list ?? { sessions: null, turns: [], inside: null };
  return guessFields(document, { sessions, turns, also: [], ...(inside !== null && { inside }) });
}

/** Without `inside`, `guessFields` guesses it too; null means that there is none. */
type KnownLayout = Omit<Layout, 'inside'> & Partial<Pick<Layout, 'inside'>>;

/** The rest of a mapping, once the place of the turns is known. */
export function guessFields(document: Value, { sessions, turns, also, inside: known }: KnownLayout): Mapping {
  const guessed = () => guessInside(fieldsOf(entriesAt(document, { sessions, turns, also, inside: null })));
  const inside = known === undefined ? guessed() : known;
  const layout: Layout = { sessions, turns, also, inside };
  const entries = entriesAt(document, layout);
  const all = fieldsOf(entries).filter(({ path }) => inside === null || !isSame(path, inside));
  // Fields inside texts belong to calls and results: a tool's output has its own times and roles.
  const fields = all.filter(({ isInText }) => !isInText);
  const guessedKind = guessKind(fields, entries);
  // A role with the same value everywhere belongs to a part of the entry, for example to the question beside its answer.
  const hasSeveralKinds = new Set(entries.map((entry) => kindOf(entry, { kind: guessedKind }).kind)).size > 1;
  const asked = hasSeveralKinds ? null : guessExchange(fields);
  // Only a model requests calls.
  const isModel = asked !== null || (guessedKind.tests.length === 0 && guessCalls(all, []).name !== null);
  const kind = isModel ? { tests: [], otherwise: 'llm' as const } : guessedKind;
  const ofKind = (...wanted: readonly EntryKind[]) =>
    entries.filter((entry) => wanted.includes(kindOf(entry, { kind }).kind));
  const called = ofKind('call');
  const answered = ofKind('result');
  const answers = guessAnswers(all, guessCalls(all, called), entries, called, answered);
  const seen =
    answers.results.list.length === 0 && called.length + answered.length === 0 ? answers.results.content : null;
  const text = guessText(without(fieldsOf(ofKind('input', 'llm'), false), seen), asked);
  const path = (role: 'time' | 'prompt' | 'completion', types: readonly Field['types'][number][]) =>
    best(fields, (field) => named(field, role, types))?.path ?? null;
  return {
    title: 'My format',
    ...layout,
    kind,
    asked,
    text,
    orText:
      text === null
        ? []
        : guessOrText(ofKind('input', 'llm'), text, [asked, answers.results.content, answers.calls.arguments]),
    ...answers,
    session: guessSession(fields, entries.length),
    time: path('time', ['string', 'int', 'double']),
    tokens: { prompt: path('prompt', ['int', 'string']), completion: path('completion', ['int', 'string']) },
  };
}

const without = (fields: readonly Field[], taken: Path | null): readonly Field[] =>
  fields.filter(({ path }) => taken === null || !isSame(path, taken));

const textTypes = ['string', 'list', 'map'] as const;

function guessText(spoken: readonly Field[], asked: Path | null): Path | null {
  const others = spoken.filter(({ path }) => asked === null || !isSame(path.slice(0, asked.length), asked));
  const found = best(others, (field) => named(field, 'text', textTypes));
  if (found !== undefined) return saidIn(found, others).path;
  // Several words in a row, in a field with an unknown name, are a text rather than an id or a state.
  const worded = others.filter((field) => field.types.includes('string') && hasWords(field));
  return (
    best(worded, ({ path, values }) => path.length + (values === null ? 0 : 1 / (1 + values.length)))?.path ?? null
  );
}

const maxOthers = 3;

/** Fields with text in the entries whose main text field is empty, such as a thought among the messages. */
function guessOrText(spoken: readonly Value[], text: Path, taken: readonly (Path | null)[]): readonly Path[] {
  const found: Path[] = [];
  const isTaken = ({ path }: Field) =>
    [text, ...taken].some((one) => one !== null && isSame(one, path.slice(0, one.length)));
  let silent = spoken.filter((entry) => !isThere(valueBy(entry, text)));
  while (silent.length > 0 && found.length < maxOthers) {
    const fields = fieldsOf(silent, false).filter((field) => !isTaken(field) && !field.isInText);
    const next = best(fields, (field) => named(field, 'text', ['string']))?.path;
    if (next === undefined) break;
    found.push(next);
    silent = silent.filter((entry) => !isThere(valueBy(entry, next)));
  }
  return found;
}

/** The text inside a record, where that text has a known name. */
const saidIn = (found: Field, fields: readonly Field[]): Field =>
  found.types.includes('map')
    ? (best(
        fields.filter(
          ({ path }) => path.length > found.path.length && isSame(path.slice(0, found.path.length), found.path),
        ),
        (field) => named(field, 'text', ['string', 'list']),
      ) ?? found)
    : found;

const hasWords = ({ values, example }: Field): boolean =>
  [example, ...(values ?? []).map(({ value }) => value)].some((text) =>
    text.split('\n').some((line) => /^[^\p{L}\n]*\p{L}[^ \n]* [^\p{L}\n]*\p{L}/u.test(line)),
  );

/** A field that nearly every entry has and that distinguishes several sessions. */
function guessSession(fields: readonly Field[], entries: number): Path | null {
  const found = best(fields, (field) => named(field, 'session', ['string', 'int']));
  const isDistinguishing =
    found !== undefined && found.count * 10 >= entries * 9 && (found.values === null || found.values.length > 1);
  // A field with a different id in each entry does not identify a session.
  return isDistinguishing && (found.values === null || found.values.length * 2 <= entries) ? found.path : null;
}

/** Where one entry contains a question and its answer: the question's field. */
function guessExchange(fields: readonly Field[]): Path | null {
  const asked = best(fields, (field) => named(field, 'asked', textTypes));
  const isAnswered = asked !== undefined && guessText(fields, asked.path) !== null;
  return isAnswered ? saidIn(asked, fields).path : null;
}

/** A list of records with a role, a text and a time looks like turns. A longer list is more likely. */
function scoreOf({ sessions, turns, inside, length }: ListPlace, document: Value): number {
  const entries = entriesAt(document, { sessions, turns, also: [], inside });
  const rows = entries.filter((entry) => isRecord(entry) || (isList(entry) && entry.length <= 4)).length;
  const fields = fieldsOf(entries, false);
  const has = (role: 'text' | 'callName' | 'time') => fields.some((one) => named(one, role, null) !== undefined);
  const kind = guessKind(fields, entries);
  const kinds = new Set(
    entries
      .map((entry) => kindOf(entry, { kind }))
      .flatMap((decided) => (decided.field === null ? [] : [decided.kind])),
  );
  // Definitions of tools have a type too. Turns have at least one speaker, and a second speaker who answers is the best
  // evidence.
  const speakers = (kinds.has('input') ? 1 : 0) + (kinds.has('llm') ? 1 : 0);
  const evidence =
    (speakers === 2 ? 8 : speakers === 1 ? 5 : kinds.size > 0 ? 2 : guessExchange(fields) === null ? 0 : 3) +
    (has('text') ? 3 : 0) +
    (has('callName') ? 1 : 0) +
    (has('time') ? 1 : 0);
  return (
    (evidence * rows) / Math.max(1, entries.length) +
    Math.log2(1 + Math.min(inside === null ? length : entries.length, 1000)) / 4
  );
}

/** The list in an entry that contains further entries: its elements have the same list. */
export function guessInside(fields: readonly Field[]): Path | null {
  const found = fields.find(
    ({ path, elements }) =>
      path.length === 1 &&
      elements?.some((inside) => isSame(inside.path, path) && inside.types.includes('list')) === true,
  );
  return found?.path ?? null;
}
