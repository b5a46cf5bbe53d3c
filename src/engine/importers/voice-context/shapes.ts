import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Document } from '../../readers/document.ts';
import type { Claim } from '../../importing/importer.ts';
import { Dispatch, likenessOf, StatusEvent } from './format.ts';

export interface Listed {
  readonly value: Value;
  readonly place: Path;
}

/** One export, or several in a row. */
export const listed = (value: Value): readonly Listed[] =>
  // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
  Array.isArray(value)
    ? (value as readonly Value[]).map((element, index) => ({ value: element, place: [index] }))
    : [{ value, place: [] }];

export function claimOf(value: Value, document: Document): Claim {
  if (!isRecord(value)) return 'no';
  if (document.typeName(value) === 'CallContext' || v.is(StatusEvent, value)) return 'certain';
  if (v.is(Dispatch, value)) return 'likely';
  const { namespaces, isWhole, isPure } = likenessOf(value);
  if (isWhole || (isPure && namespaces.length > 2)) return 'certain';
  if (!isPure) return 'no';
  return namespaces.length === 2 ? 'likely' : 'possible';
}
