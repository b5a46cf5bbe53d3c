import type { Path } from '../model/path.ts';
import { isList, isMap, isRecord, type Value } from '../model/value.ts';
import type { Document } from './document.ts';
import { readDocument } from './read-document.ts';

/** The document of a text that is expected to be readable. */
export function documentOf(text: string): Document {
  const read = readDocument(text);
  if (!read.ok) throw new Error(`not readable: ${read.problem.message}`);
  return read.value;
}

export const valueOf = (text: string): Value => documentOf(text).value;

/** What the reader says about a text: `severity code place`. */
export const notesOf = (text: string): readonly string[] =>
  documentOf(text).notes.map(({ severity, code, place = '' }) => `${severity} ${code} at ${place}`);

export function problemOf(text: string): string {
  const read = readDocument(text);
  if (read.ok) throw new Error('readable, though it should not be');
  return `${read.problem.code}: ${read.problem.message}`;
}

/** All paths of a value that lead through lists and string keys. */
export function pathsIn(value: Value): readonly Path[] {
  const paths: Path[] = [];
  const visit = (here: Value, path: Path) => {
    paths.push(path);
    if (isList(here)) [...here].forEach((inner, index) => visit(inner, [...path, index]));
    else if (here instanceof Map) {
      for (const [key, inner] of here) if (typeof key === 'string') visit(inner, [...path, key]);
    } else if (isMap(here) && isRecord(here)) {
      for (const key of Object.keys(here)) visit(here[key] ?? null, [...path, key]);
    }
  };
  visit(value, []);
  return paths;
}
