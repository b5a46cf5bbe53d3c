import { writeSessionFile } from '../../../model/session-file.ts';
import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { openAs } from '../../../opening/open-text.ts';
import { openEntry, type OpenSession } from '../../../opening/open-session.ts';
import type { Document } from '../../../readers/document.ts';
import { recogniseWhole } from '../../../recognition/recognise.ts';
import { systemOf } from '../../../systems/systems.ts';
import { foundIn, planted, secrets } from '../planted/testing.ts';
import { readNow } from '../../testing.ts';

/** A recording with secrets, opened, and how many of them its session has. */
export interface PlantedSession {
  readonly session: OpenSession;
  readonly count: number;
}

/**
 * Plants all secrets in the places of a document from which its importer keeps texts: in running texts, in JSON texts
 * (as values, keys and deeper texts), and as fields of objects that hold data, such as arguments. Null if it does not open.
 */
export function withSecrets(document: Document): PlantedSession | null {
  const { kept, harmless } = probedPlaces(document);
  const first = plantedAt(document, kept, harmless);
  if (first === null || first.count === planted.length) return first;
  // A format may cut a long text, or keep one of several equal ones: the places that kept all of theirs get the others, too.
  const roomy = kept.filter((_, at) => shareOf(at, kept.length).every(({ part }) => first.text.includes(part)));
  const second = plantedAt(document, roomy, harmless);
  return second === null || second.count < first.count ? first : second;
}

function plantedAt(
  document: Document,
  places: readonly number[],
  harmless: ReadonlySet<number>,
): (PlantedSession & { readonly text: string }) | null {
  const at = new Map(places.map((place, index) => [place, index] as const));
  const session = openedWith(
    withWords(document, (place, isObject) => {
      const own = at.get(place);
      if (!harmless.has(place)) return { words: '', fields: {} };
      const values = own === undefined ? secretsFrom(place, 1) : shareOf(own, places.length);
      return {
        words: `My keys are ${values.map(({ value }) => value).join(' and ')} so far.`,
        fields: isObject ? fieldsWith(secretsFrom(place, 5)) : {},
      };
    }),
  );
  if (session === null) return null;
  const text = writeSessionFile(session.session);
  return { session, text, count: foundIn(text).length };
}

const secretsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => secrets[(from + at) % secrets.length] ?? { value: '', part: '' });

/** The secrets of one of so many places. */
function shareOf(index: number, places: number) {
  const most = Math.ceil(secrets.length / places);
  return secretsFrom(index * most, most);
}

function fieldsWith(values: ReturnType<typeof secretsFrom>): RecordValue {
  const [key = '', password = '', text = '', deep = '', number = ''] = values.map(({ value }) => value);
  return {
    [key]: 1,
    login: { password },
    memo: `please use ${text} for it`,
    body: JSON.stringify({ deep: { list: [deep] } }),
    items: [number],
  };
}

/**
 * Gives each place a word of its own and looks for it in the session. `harmless`: the format is still recognised by the
 * other texts.
 */
function probedPlaces(document: Document): {
  readonly kept: readonly number[];
  readonly harmless: ReadonlySet<number>;
} {
  const all = new Set<number>();
  let harmless: ReadonlySet<number> = all;
  const probed = (isProbed: (place: number) => boolean): OpenSession | null =>
    openedWith(
      withWords(document, (place) => {
        all.add(place);
        return { words: isProbed(place) ? `zq${place}qz` : '', fields: {} };
      }),
    );
  let session = probed(() => true);
  if (session === null) {
    // A text by which the format is recognised must stay as it is, perhaps only where others of its kind were changed.
    const kept = new Set<number>();
    for (const place of all) if (probed((one) => one === place || kept.has(one)) !== null) kept.add(place);
    harmless = kept;
    session = probed((place) => harmless.has(place));
  }
  const text = session === null ? '' : writeSessionFile(session.session);
  return { kept: [...all].filter((place) => text.includes(`zq${place}qz`)), harmless };
}

function openedWith(document: Document): OpenSession | null {
  const found = recogniseWhole(document);
  if (!found.ok) return null;
  const { importer } = found.value;
  const opened = openAs(importer, readNow(importer), document);
  const session = opened.ok && opened.value.entries.length > 0 ? openEntry(opened.value, 0, systemOf) : null;
  return session?.ok === true && session.value.history.turns.length > 0 ? session.value : null;
}

/** What is added at a place: words in a text, and fields where it is an object. */
type Added = (place: number, isObject: boolean) => { readonly words: string; readonly fields: RecordValue };

/** The document with words added at each place that can take some; places are counted in the order of the document. */
function withWords(document: Document, added: Added): Document {
  let place = 0;
  const originals = new WeakMap<object, object>();
  const fieldsAt = (): readonly (readonly [string, Value])[] => {
    const { words, fields } = added(place++, true);
    return [...Object.entries(fields), ...(words === '' ? [] : [['remark', words] as const])];
  };
  const plant = (value: Value, name: string): Value => {
    if (typeof value === 'string') return text(value, name);
    if (Array.isArray(value)) return (value as readonly Value[]).map((element) => plant(element, name));
    if (!isRecord(value)) return value;
    const copy = record(value, holdsData.test(name));
    originals.set(copy, value);
    return copy;
  };
  const record = (value: RecordValue, isData: boolean): RecordValue => {
    const fields = Object.entries(value).map(([key, field]): readonly [string, Value] => [key, plant(field, key)]);
    return Object.fromEntries([...fields, ...(isData ? fieldsAt() : [])]);
  };
  const text = (value: string, name: string): string => {
    const parsed = /^\s*[[{]/.test(value) ? jsonIn(value) : null;
    if (parsed !== null) return JSON.stringify(isRecord(parsed) ? record(parsed, true) : plant(parsed, name));
    // Identifiers, times and names of models have no blanks between words. A format may look at how a text begins and ends.
    const gap = [...value.matchAll(/(?<=[a-z]{2}) (?=[a-z]{2})/gi)].at(-1)?.index;
    const end = gap ?? (holdsText.test(name) && /^\p{Lu}[\p{L}’']*[.!?]?$/u.test(value) ? value.length : null);
    if (end === null) return value;
    const { words } = added(place++, false);
    return words === '' ? value : `${value.slice(0, end)} ${words}${value.slice(end)}`;
  };
  return {
    ...document,
    value: plant(document.value, ''),
    typeName: (of) => document.typeName(originals.get(of) ?? of),
  };
}

/** Objects with the data of the agent, whose keys are its own. */
const holdsData =
  /^(?:args|arguments|input|inputs|output|outputs|result|parameters|params|state|metadata|response|data)$/;
const holdsText = /^(?:text|content|message|transcript|value|body)$/;

function jsonIn(text: string): Value | null {
  try {
    return JSON.parse(text) as Value; // JSON has no other values
  } catch {
    return null; // a text that begins like JSON
  }
}
