import { below, type Path } from '../model/path.ts';
import { isList, isRecord, Unknown, valueAt, type Value } from '../model/value.ts';
import type { Document, Gap } from './document.ts';

/** A reader's note about each ellipsis. */
export const gapCode = 'reader/gap';

/** No importer finds turns deeper than this. */
const deepest = 64;

const known = new WeakMap<Document, readonly Gap[]>();

/** The gaps of a document's lists of records, in the order of the text. All sessions of the document ask for them. */
export function gapsIn(document: Document): readonly Gap[] {
  const gaps = document.gaps ?? known.get(document) ?? findGaps(document);
  known.set(document, gaps);
  return gaps;
}

function findGaps(document: Document): readonly Gap[] {
  if (!document.notes.some(({ code }) => code === gapCode)) return [];
  return pathsIn(document.value).flatMap(({ list, index }) => {
    const mark = document.locate(below(list, index));
    const whole = document.locate(list);
    return mark === null || whole === null ? [] : [{ mark, list: whole }];
  });
}

/** The document with each list of records without the elements that were left out; undefined when there are none. */
export function withoutGaps(document: Document): Document | undefined {
  const gaps = gapsIn(document);
  if (gaps.length === 0) return undefined;
  const closing = new Closing();
  const value = closing.closed(document.value, 0);
  return {
    ...document,
    value,
    gaps,
    typeName: (of) => document.typeName(closing.given(of)),
    locate: (path) => document.locate(closing.givenPath(value, path)),
  };
}

const isGap = (value: Value): boolean => value instanceof Unknown;

const isOfRecords = (list: readonly Value[]): boolean => list.some(isRecord);

function pathsIn(value: Value): readonly { readonly list: Path; readonly index: number }[] {
  const found: { readonly list: Path; readonly index: number }[] = [];
  const walk = (here: Value, path: Path) => {
    if (path.length > deepest) return;
    if (isList(here)) {
      const elements = [...here];
      const isWanted = isOfRecords(elements);
      for (const [index, element] of elements.entries()) {
        if (isWanted && isGap(element)) found.push({ list: path, index });
        else walk(element, below(path, index));
      }
    } else if (isRecord(here)) for (const [key, held] of Object.entries(here)) walk(held, below(path, key));
  };
  walk(value, []);
  return found;
}

/** Copies the lists and records with a gap, and remembers their originals. */
class Closing {
  readonly #given = new Map<object, object>();
  readonly #places = new Map<object, readonly number[]>();

  given(of: object): object {
    return this.#given.get(of) ?? of;
  }

  closed(value: Value, depth: number): Value {
    if (depth > deepest) return value;
    if (isList(value)) return this.#list([...value], value, depth);
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([key, held]) => [key, this.closed(held, depth + 1)] as const);
    if (entries.every(([key, held]) => Object.is(held, value[key]))) return value;
    // `fromEntries` makes `__proto__` a key like any other.
    return this.#copied(value, Object.fromEntries(entries));
  }

  #list(elements: readonly Value[], given: Value & object, depth: number): Value {
    const isWanted = isOfRecords(elements);
    const places = [...elements.keys()].filter((index) => !(isWanted && isGap(elements[index] ?? null)));
    const kept = places.map((index) => this.closed(elements[index] ?? null, depth + 1));
    if (kept.length === elements.length && kept.every((element, index) => Object.is(element, elements[index])))
      return given;
    this.#places.set(kept, places);
    return this.#copied(given, kept);
  }

  #copied<T extends object>(given: object, copy: T): T {
    this.#given.set(copy, given);
    return copy;
  }

  /** The path of a value before the gaps were closed. */
  givenPath(root: Value, path: Path): Path {
    let here: Value | undefined = root;
    return path.map((step) => {
      const places = typeof here === 'object' && here !== null ? this.#places.get(here) : undefined;
      const place = typeof step === 'number' ? places?.[step] : undefined;
      here = here === undefined ? undefined : valueAt(here, [step]);
      return place ?? step;
    });
  }
}
