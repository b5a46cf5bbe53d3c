import { err, ok } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import { isList, isRecord, typeName } from '../model/value.ts';
import type { ListValue, Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { claimantOf } from './claimant-of.ts';
import { areSessionFiles, eachElement, isMixed } from './each-element.ts';
import type { Importer } from '../importing/importer.ts';
import { importers } from '../importers/registry.ts';

/** The importer that claims a document, or those that claim the elements of a list. */
export function importerOf(document: Document): Result<Importer, Problem> {
  const whole = areSessionFiles(document) ? undefined : claimantOf(document);
  if (whole !== undefined && whole.claim !== 'possible' && !isMixed(document, whole)) return ok(whole.importer);
  const found = eachElement(document) ?? whole?.importer;
  return found === undefined ? err(unknownKind(document)) : ok(found);
}

/** A part that the reader left out may be the reason, so the message mentions it. */
function unknownKind({ value, notes }: Document): Problem {
  const [lost] = notes.filter(({ severity }) => severity === 'lost');
  const incomplete = lost === undefined ? '' : ` ${lost.message}`;
  return {
    code: 'import/unknown-kind',
    message: `Format not recognised: ${described(value)}.${incomplete} ${importers.length} formats can be read (docs/formats.md). For any other, map its fields.`,
  };
}

/** A description that the user can compare with the file. */
function described(value: Value): string {
  if (isList(value)) return describedList(value);
  if (value === null) return 'it is null';
  if (!isRecord(value)) return `it is a single value of type ${typeName(value)}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'it is an empty record' : `it is a record with ${listed(keys)}`;
}

function describedList(list: ListValue): string {
  const [first] = list;
  if (first === undefined) return 'it is an empty list';
  const element = isRecord(first) ? `a record with ${listed(Object.keys(first))}` : `of type ${typeName(first)}`;
  return `it is a list of ${list.length}, whose first element is ${element}`;
}

function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, 8).map((key) => `“${key.slice(0, 40)}”`);
  return `${shown.join(', ')}${keys.length > shown.length ? `, … (${keys.length} keys)` : ''}`;
}
