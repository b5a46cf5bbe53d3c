import { formatPath, type Path } from '../model/path.ts';
import { Double, isList, isMap, isRecord, typeName, Unknown, type Value } from '../model/value.ts';
import type { Document } from './document.ts';
import type { Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import { readDocument } from './read-document.ts';
import { transcriptDocument } from './transcript/document.ts';

/** Like `readText`, without waiting for the reader of chats as text. */
export function readNow(text: string): Result<Document, Problem> {
  const chat = transcriptDocument(text);
  return chat?.ok === true ? chat : readDocument(text);
}

/** The document of a text that is expected to be readable. */
export function documentOf(text: string): Document {
  const read = readNow(text);
  if (!read.ok) throw new Error(`not readable: ${read.problem.message}`);
  return read.value;
}

export const valueOf = (text: string): Value => documentOf(text).value;

/** The notes of the reader about a text: `severity code place`. */
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

/** A document as an indented outline, meant to be read in a diff: notes first, then values with the names in front of them. */
export function outlineOf(document: Document): string {
  const notes = document.notes.map(({ severity, place = '', message }) => `# ${severity}, ${place}: ${message}`);
  return [...notes, ...linesOf(document.value, '', '', document)].join('\n') + '\n';
}

function linesOf(value: Value, indent: string, label: string, document: Document): readonly string[] {
  const inner = `${indent}  `;
  const head = (kind: string) => {
    const name = typeof value === 'object' && value !== null ? document.typeName(value) : undefined;
    return `${indent}${label}${name ?? kind}`;
  };
  if (Array.isArray(value)) {
    const items: readonly Value[] = value;
    return [head('list'), ...items.flatMap((item) => linesOf(item, inner, '- ', document))];
  }
  if (value instanceof Map) {
    return [head('map'), ...[...value].flatMap(([key, item]) => linesOf(item, inner, `${scalar(key)} => `, document))];
  }
  if (isRecord(value)) {
    return [
      head('record'),
      ...Object.entries(value).flatMap(([key, item]) => linesOf(item, inner, `${key}: `, document)),
    ];
  }
  return [`${indent}${label}${scalar(value)}`];
}

function scalar(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (value instanceof Double) return `${value.value}.0`;
  if (value instanceof Unknown) return `(unknown: ${value.missing.map((path) => formatPath(path)).join(', ')})`;
  return typeof value === 'object' && value !== null ? typeName(value) : String(value);
}
