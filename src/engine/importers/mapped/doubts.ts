import type { History } from '../../model/history.ts';
import type { Note, Problem } from '../../model/problem.ts';
import { isList, isRecord, type RecordValue, Unknown, type Value } from '../../model/value.ts';
import { assumed, counted } from '../../importing/import-report.ts';
import { unnamedFunction } from '../../importing/transcript/call-matcher-notes.ts';
import { formatPath, type Path } from '../../model/path.ts';
import type { Importer, Read } from '../../importing/importer.ts';
import type { Document } from '../../readers/document.ts';
import { entriesOf } from './entries.ts';
import { guessMapping } from './guess.ts';
import { mappedBy, pathsOf, readBy } from './index.ts';
import { kindOf, scalarText, valueBy } from './entry-values.ts';
import { listsIn } from './lists.ts';
import type { EntryKind, Mapping } from './mapping.ts';
import { kindOfWord, rankOf, wordsOf } from './words.ts';

/** The most likely errors of a mapping, found in the session that it produces. Whole sentences, the most serious first. */
export function doubtsAbout({ turns, invocations }: History, notes: readonly Note[]): readonly Problem[] {
  if (turns.length === 0) return [noTurns];
  const count = (kind: string) => turns.filter((turn) => turn.kind === kind).length;
  const [inputs, models] = [count('input'), count('llm')];
  const silent = turns.filter(({ kind, text: said }) => kind === 'input' && (said ?? '') === '').length;
  // A result that matches no call is shown as the result of a function without a name, because no entry requested that call.
  const asked = invocations.filter((call) => call.function !== unnamedFunction);
  const open = asked.filter(({ output }) => output === undefined || output instanceof Unknown).length;
  const astray = notes.filter(({ code }) => code === 'import/result-without-call' || code === 'import/no-result-read');
  const unnamed = notes.filter(({ code }) => code === 'import/no-call-read');
  return [
    ...unless(models > 0 || invocations.length > 0, 'mapping/one-sided', oneSided(turns.length)),
    ...unless(inputs > 0, 'mapping/no-input', noInput),
    ...unless(inputs === 0 || silent < inputs, 'mapping/no-text', noText(inputs)),
    ...unless(unnamed.length === 0, 'mapping/no-call-name', noCallName),
    ...unless(asked.length === 0 || open < asked.length, 'mapping/unpaired', unpaired(asked.length)),
    ...unless(astray.length === 0 || open === asked.length, 'mapping/astray', astrayResults),
  ];
}

const unless = (holds: boolean, code: string, message: string): readonly Problem[] =>
  holds ? [] : [{ code, message }];

const noTurns: Problem = {
  code: 'mapping/no-turns-made',
  message: 'The mapping finds no turns: choose another list of turns, or set the kinds of its entries under Kinds.',
};

const oneSided = (turns: number): string =>
  `No answer was found: ${turns === 1 ? 'the one turn is an input' : `all ${turns} turns are inputs`}. Choose under Kinds which entries are the model’s.`;

const noInput =
  'No input was found: choose under Kinds which entries are inputs, or name the field of the question beside an answer.';

const noText = (inputs: number): string =>
  `${inputs === 1 ? 'The input has no text' : `None of the ${inputs} inputs has a text`}: choose the field under Text.`;

const noCallName = 'Entries that are calls have no name where the mapping looks for it: choose Name under Calls.';

const unpaired = (calls: number): string =>
  `${calls === 1 ? 'The call has no result' : `None of the ${counted(calls, 'call')} has a result`}: choose under Results the field of the content and the one that matches it with its call.`;

const astrayResults =
  'Some results find no call: choose Id under Calls and Id of the call under Results, so that the two are the same.';

/**
 * Reads a document by the mapping that its shape suggests, if nothing about it is in doubt: one list of messages, and each of them has
 * a role that is a known word, and a text or a call. Undefined if anything is ambiguous: the user then maps the fields. A
 * wrong mapping would be worse than none, so logs of servers and tables of data must never pass.
 */
export function assumedImporter(document: Document): Importer | undefined {
  const mapping = assumedMapping(document);
  return mapping && { ...mappedBy(mapping), title: 'Assumed mapping', load: async () => readAssumed(mapping) };
}

const readAssumed = (mapping: Mapping): Read =>
  readBy(mapping, Infinity, () =>
    assumed(
      'import/mapping-assumed',
      () =>
        `Format not recognised. It was read with a mapping guessed from its fields: ${describe(mapping)}. If this is wrong, map the fields yourself.`,
    ),
  );

function assumedMapping(document: Document): Mapping | undefined {
  if (document.notes.some(({ severity }) => severity !== 'info')) return undefined;
  const guess = guessMapping(document.value);
  const entries = [...entriesOf({ value: document.value, place: [] }, guess.turns, null)].map(({ value }) => value);
  const isSure =
    isOneList(guess, document.value) &&
    entries.every(isRecord) &&
    haveKnownRoles(entries, guess) &&
    entries.every((entry) => hasContent(entry, guess)) &&
    entries.every((entry) => isAllRead(entry, guess)) &&
    readsWithoutDoubt(guess, document);
  return isSure ? guess : undefined;
}

/** No other list of records, and nothing with parts, is beside the list of turns. */
function isOneList({ sessions, turns, also, inside, session }: Mapping, document: Value): boolean {
  if (sessions !== null || session !== null || inside !== null || also.length > 0 || turns.length > 1) return false;
  if (turns.length === 0) return isList(document);
  const beside = isRecord(document) ? Object.entries(document).filter(([key]) => key !== turns[0]) : [];
  const others = listsIn(document).filter((list) => list.sessions === null && String(list.turns[0]) !== turns[0]);
  return others.length === 0 && beside.every(([, value]) => isPlain(value));
}

const isPlain = (value: Value): boolean =>
  scalarText(value) !== undefined ||
  value === null ||
  (isRecord(value) && Object.values(value).every((one) => one === null || scalarText(one) !== undefined));

/** Fields that say who speaks. An `actor`, a `source` or a `level` is in any log of a program. */
const speakerFields: ReadonlySet<string> = new Set('role type kind event speaker sender author from who'.split(' '));
const speakers: ReadonlySet<string> = new Set(
  'user human customer caller visitor guest assistant agent ai bot chatbot model llm gpt chatgpt claude gemini'.split(
    ' ',
  ),
);
const instructions: ReadonlySet<string> = new Set(['system', 'developer']);
const ofTools: ReadonlySet<string> = new Set(['tool', 'function']);

/** The kind that a word gives without any doubt: `user`, `agent_message`, `tool_call`. */
function certainKind(word: string): EntryKind | undefined {
  const [first = '', second, ...more] = wordsOf(word);
  if (more.length > 0) return undefined;
  const isMessage = second === undefined || /^(?:message|msg|said|says)$/.test(second);
  if (isMessage && instructions.has(first)) return 'skip';
  if (isMessage && speakers.has(first)) return kindOfWord(first);
  return ofTools.has(first) && (second !== undefined || first === 'tool') ? kindOfWord(word) : undefined;
}

/** Every record has a known role, no two of its fields disagree about it, and both sides speak. */
function haveKnownRoles(entries: readonly RecordValue[], mapping: Mapping): boolean {
  const kinds = entries.map((entry) => {
    const { kind, field, value } = kindOf(entry, mapping);
    const isRole = field?.length === 1 && speakerFields.has(String(field[0]).toLowerCase());
    if (!isRole || value === undefined || certainKind(value) !== kind) return undefined;
    const others = Object.entries(entry).filter(([key]) => speakerFields.has(key.toLowerCase()));
    const words = others.flatMap(([, word]) => (typeof word === 'string' ? [kindOfWord(word)] : []));
    return words.every((word) => word === undefined || word === kind) ? kind : undefined;
  });
  return !kinds.includes(undefined) && kinds.includes('input') && kinds.includes('llm') && areMatched(kinds, mapping);
}

/** Without ids, a result can only answer the call directly before it. */
const areMatched = (kinds: readonly (EntryKind | undefined)[], { calls, results }: Mapping): boolean =>
  (calls.id !== null && results.id !== null) ||
  kinds.every((kind, index) => kind !== 'result' || calls.list.length > 0 || kinds[index - 1] === 'call');

/** A message has a text, or calls; a call has a name and arguments; a result has content. */
function hasContent(entry: RecordValue, mapping: Mapping): boolean {
  const { text, orText, calls, results } = mapping;
  const isText = (path: Path | null) => path !== null && isWords(valueBy(entry, path));
  const has = (list: Path, path: Path | null) => path !== null && valueBy(entry, [...list, ...path]) !== undefined;
  switch (kindOf(entry, mapping).kind) {
    case 'input':
      return orText.length === 0 && isText(text);
    case 'llm':
      return (
        orText.length === 0 &&
        (isText(text) || (calls.list.length > 0 && calls.name !== null && isFilled(valueBy(entry, calls.list))))
      );
    case 'call':
      return calls.list.length === 0 && has([], calls.name) && has([], calls.arguments);
    case 'result':
      return results.list.length === 0 && has([], results.content);
    default:
      return true;
  }
}

const isWords = (value: Value | undefined): boolean => typeof value === 'string' && value.trim() !== '';

const isFilled = (value: Value | undefined): boolean => value !== undefined && isList(value) && value.length > 0;

const maxUnread = 60;

/** Fields that the mapping does not read are short and not texts: ids, models, counts. */
function isAllRead(entry: RecordValue, mapping: Mapping): boolean {
  const read = new Set(pathsOf(mapping).map(([first]) => String(first)));
  return Object.entries(entry).every(([key, value]) => {
    if (read.has(key) || value === null) return true;
    const short = scalarText(value);
    if (short === undefined) return isList(value) && value.length === 0;
    const isText = typeof value === 'string' && rankOf('text', key) !== undefined;
    return short.length <= maxUnread && !isText;
  });
}

/** Fields without meaning for the session, and units of times, are named in the report but leave no doubt. */
const harmless: ReadonlySet<string> = new Set([
  'import/unmapped',
  'import/beside',
  'import/time-unit',
  'import/no-result',
]);

function readsWithoutDoubt(mapping: Mapping, document: Document): boolean {
  const read = readBy(mapping)(document);
  const [first, ...others] = read.ok ? read.value.sessions : [];
  const opened = others.length === 0 ? first?.open() : undefined;
  if (opened?.ok !== true) return false;
  return opened.value.session.notes.every(({ severity, code }) => severity === 'info' || harmless.has(code));
}

/** The mapping in words, for the report. */
function describe({ turns, kind, text, calls, results }: Mapping): string {
  const named = (path: Path) => `“${formatPath(path)}”`;
  const meanings = kind.tests.flatMap(({ values }) =>
    values.flatMap(({ value, kind: meaning }) => (meaning === null ? [] : [`“${value}” ${meaningOf[meaning]}`])),
  );
  return [
    `turns from ${turns.length === 0 ? 'the list itself' : named(turns)}`,
    `kinds from ${kind.tests.map(({ field }) => named(field)).join(', ')} (${meanings.join(', ')})`,
    ...(text === null ? [] : [`text from ${named(text)}`]),
    ...(calls.name === null ? [] : [`calls from ${named([...calls.list, ...calls.name])}`]),
    ...(results.content === null ? [] : [`results from ${named([...results.list, ...results.content])}`]),
  ].join('; ');
}

const meaningOf: Readonly<Record<EntryKind, string>> = {
  input: 'is the user',
  llm: 'is the model',
  call: 'is a call',
  result: 'is a result',
  skip: 'is left out',
};
