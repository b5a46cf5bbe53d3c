import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { best, named } from './best.ts';
import { fieldsOf, type Field } from './fields.ts';
import type { Mapping } from './mapping.ts';
import type { FieldRole } from './words.ts';

interface Place {
  readonly list: Path;
  readonly fields: readonly Field[];
}

/** Entries that are calls come first; then a list in the entries whose elements have a name and arguments. */
export function guessCalls(fields: readonly Field[], ofKind: readonly Value[]): Mapping['calls'] {
  const own: Place = { list: [], fields: ofKind.length > 0 ? fieldsOf(ofKind) : fields };
  const places = ofKind.length > 0 ? [own, ...listsIn(fields)] : [...listsIn(fields), own];
  for (const place of places) {
    const name = pathOf(place, 'callName');
    const given = pathOf(place, 'callArguments');
    // A name alone may be that of whoever speaks.
    const isCall = name !== null && (given !== null || (place === own && ofKind.length > 0));
    if (isCall) return { list: place.list, name, arguments: given, id: pathOf(place, 'callId', [name]) };
  }
  return { list: [], name: null, arguments: null, id: null };
}

/** Entries that are results; then a list whose elements name the call they answer; then what stands beside each call. */
export function guessResults(
  fields: readonly Field[],
  calls: Mapping['calls'],
  ofKind: readonly Value[],
): Mapping['results'] {
  if (ofKind.length > 0) return resultsIn({ list: [], fields: fieldsOf(ofKind) });
  const answering = listsIn(fields).find(
    (place) => pathOf(place, 'resultId') !== null && pathOf(place, 'resultContent') !== null,
  );
  const beside = [{ list: [], fields }, ...listsIn(fields)].find(({ list }) => isSame(list, calls.list));
  const others = answering !== undefined && !isSame(answering.list, calls.list) ? answering : beside;
  return calls.name === null || others === undefined ? none : resultsIn(others, [calls.name, calls.arguments]);
}

const none: Mapping['results'] = {
  list: [],
  id: null,
  name: null,
  content: null,
  flag: null,
  flagSays: 'failed',
};

function resultsIn(place: Place, taken: readonly (Path | null)[] = []): Mapping['results'] {
  const flag = pathOf(place, 'flag', taken);
  const says = String(flag?.at(-1)).toLowerCase();
  return {
    list: place.list,
    id: pathOf(place, 'resultId', taken),
    name: pathOf(place, 'callName', taken),
    content: pathOf(place, 'resultContent', [...taken, flag]),
    flag,
    flagSays: /^(ok|success|succeeded|successful)$/.test(says) ? 'worked' : 'failed',
  };
}

const listsIn = (fields: readonly Field[]): readonly Place[] =>
  fields.flatMap(({ path, elements }) => (elements === null ? [] : [{ list: path, fields: elements }]));

const typesOf = {
  callName: ['string'],
  callArguments: ['map', 'string', 'list'],
  callId: ['string', 'int'],
  resultId: ['string', 'int'],
  resultContent: null,
  flag: null,
} as const;

function pathOf(
  { fields }: Place,
  role: FieldRole & keyof typeof typesOf,
  taken: readonly (Path | null)[] = [],
): Path | null {
  const free = fields.filter(({ path }) => !taken.some((one) => one !== null && isSame(one, path)));
  return best(free, (field) => named(field, role, typesOf[role]))?.path ?? null;
}
