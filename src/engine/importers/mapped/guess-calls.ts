import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { best, type FieldRole, kindOfField, named, rankOf } from './words.ts';
import { type Field, fieldsOf } from './fields.ts';
import { type Mapping, trueWorked } from './mapping.ts';
import { elementsAt } from './entries.ts';
import { isThere, scalarText, valueBy } from './entry-values.ts';

interface Place {
  readonly list: Path;
  readonly fields: readonly Field[];
}

/** Entries that are calls have priority; next, a list in the entries whose elements have a name and arguments. */
export function guessCalls(fields: readonly Field[], ofKind: readonly Value[]): Mapping['calls'] {
  const own: Place = { list: [], fields: ofKind.length > 0 ? fieldsOf(ofKind) : fields };
  const places = ofKind.length > 0 ? [own, ...listsIn(fields)] : [...listsIn(fields), own];
  for (const place of places) {
    const name = pathOf(place, 'callName');
    const argumentsPath = pathOf(place, 'callArguments', [name]);
    if (name === null) continue;
    // A name alone may be the speaker's name. In an entry that is no call, this is possible even for a name beside an input.
    const isCall =
      place !== own ? argumentsPath !== null : ofKind.length > 0 || (argumentsPath !== null && !isPlainName(name));
    if (isCall) return { list: place.list, name, arguments: argumentsPath, id: pathOf(place, 'callId', [name]) };
  }
  return { list: [], name: null, arguments: null, id: null };
}

const isPlainName = (path: Path): boolean => path.length === 1 && rankOf('callName', String(path[0])) === 0;

/** The calls with the ids that they share with results, and the results. */
export function guessAnswers(
  fields: readonly Field[],
  calls: Mapping['calls'],
  entries: readonly Value[],
  called: readonly Value[],
  answered: readonly Value[],
): Pick<Mapping, 'calls' | 'results'> {
  const found = guessResults(fields, calls, answered);
  const callElements = { entries: called.length > 0 ? called : entries, list: calls.list, having: calls.name };
  const resultElements = { entries: answered.length > 0 ? answered : entries, list: found.list, having: found.content };
  const isNamed =
    calls.name !== null && found.name !== null && sharesValues(callElements, calls.name, resultElements, found.name);
  const results = isNamed ? found : { ...found, name: null };
  const ids = sharedIds(callElements, resultElements);
  const isBeside = isSame(calls.list, results.list) && called.length === 0 && answered.length === 0;
  if (ids === null || isBeside) return { calls, results };
  return { calls: { ...calls, id: ids.called }, results: { ...results, id: ids.answered } };
}

function guessResults(fields: readonly Field[], calls: Mapping['calls'], ofKind: readonly Value[]): Mapping['results'] {
  if (ofKind.length > 0) {
    const own = fieldsOf(ofKind);
    const places = [{ list: [], fields: own }, ...listsIn(own)];
    const isWhole = (place: Place) => pathOf(place, 'resultId') !== null && pathOf(place, 'resultContent') !== null;
    return resultsIn(places.find(isWhole) ?? { list: [], fields: own });
  }
  if (calls.name === null) return none;
  const isCalls = ({ list }: Place) => isSame(list, calls.list);
  const others = listsIn(fields).filter((place) => !isCalls(place) && pathOf(place, 'resultContent') !== null);
  const answering =
    others.find((place) => pathOf(place, 'resultId') !== null) ??
    // Without ids, the list needs a name that means results. Its elements then answer the calls in order.
    others.find(({ list }) => kindOfField(String(list.at(-1))) === 'result');
  const place = answering ?? [{ list: [], fields }, ...listsIn(fields)].find(isCalls);
  return place === undefined ? none : resultsIn(place, isCalls(place) ? [calls.name, calls.arguments] : []);
}

const none: Mapping['results'] = { list: [], id: null, name: null, content: null, flag: null, ends: [] };

function resultsIn(place: Place, taken: readonly (Path | null)[] = []): Mapping['results'] {
  const flag = pathOf(place, 'flag', taken);
  const flagName = String(flag?.at(-1)).toLowerCase();
  return {
    list: place.list,
    id: pathOf(place, 'resultId', taken),
    name: pathOf(place, 'callName', taken),
    content: pathOf(place, 'resultContent', [...taken, flag]),
    flag,
    ends: /^(ok|success|succeeded|successful)$/.test(flagName) ? trueWorked : [],
  };
}

const listsIn = (fields: readonly Field[]): readonly Place[] =>
  fields.flatMap(({ path, elements }) =>
    // An entry that is a list has its positions as fields.
    elements === null || path.length === 0 ? [] : [{ list: path, fields: elements }],
  );

const typesOf = {
  callName: ['string'],
  callArguments: ['map', 'string', 'list'],
  callId: ['string', 'int'],
  resultId: ['string', 'int'],
  resultContent: null,
  flag: null,
} as const;

/** `taken` fields already have a role, and so do all fields inside them. */
function pathOf(
  { fields }: Place,
  role: FieldRole & keyof typeof typesOf,
  taken: readonly (Path | null)[] = [],
): Path | null {
  const free = fields.filter(
    ({ path }) => !taken.some((one) => one !== null && isSame(one, path.slice(0, one.length))),
  );
  return best(free, (field) => named(field, role, typesOf[role]))?.path ?? null;
}

interface Elements {
  readonly entries: readonly Value[];
  readonly list: Path;
  /** The field that a relevant element must have: calls a name, results a content. */
  readonly having: Path | null;
}

/** The two ids of calls and results that share most values, so that each result finds its call; null where none do. */
function sharedIds(calls: Elements, results: Elements) {
  const answered = idsOf(elementsOf(results));
  const pairs = idsOf(elementsOf(calls)).flatMap((one) =>
    answered.map((other) => ({
      called: one.path,
      answered: other.path,
      shared: [...one.values].filter((value) => other.values.has(value)).length,
    })),
  );
  const [most] = pairs.filter(({ shared }) => shared > 0).toSorted((a, b) => b.shared - a.shared);
  return most ?? null;
}

/**
 * Whether two fields share their words: the results repeat the names of calls. Otherwise the names belong to something else.
 */
function sharesValues(calls: Elements, name: Path, results: Elements, other: Path): boolean {
  const values = new Set(valuesOf(elementsOf(calls), name));
  return valuesOf(elementsOf(results), other).some((value) => values.has(value));
}

const valuesOf = (elements: readonly Value[], path: Path): readonly string[] =>
  elements.flatMap((element) => scalarText(valueBy(element, path)) ?? []);

const maxElements = 400;

function elementsOf({ entries, list, having }: Elements): readonly Value[] {
  return elementsIn(entries, list).filter((element) => having !== null && isThere(valueBy(element, having)));
}

function elementsIn(entries: readonly Value[], list: Path): readonly Value[] {
  if (list.length === 0) return entries;
  const elements: Value[] = [];
  for (const entry of entries) {
    for (const { value } of elementsAt({ value: entry, place: [] }, list)) {
      if (elements.length >= maxElements) return elements;
      elements.push(value);
    }
  }
  return elements;
}

/** Fields with the name of an id whose values distinguish most elements, likeliest name first. */
function idsOf(elements: readonly Value[]) {
  return fieldsOf(elements, false)
    .map((field) => ({ path: field.path, rank: rankOfId(field) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ path }) => {
      const all = valuesOf(elements, path);
      const values = new Set(all);
      return values.size * 2 > all.length ? [{ path, values }] : [];
    });
}

const rankOfId = (field: Field): number =>
  Math.min(...(['callId', 'resultId'] as const).map((role) => named(field, role, ['string', 'int']) ?? Infinity));
