import type { Result } from '../base/result.ts';
import type { Problem } from './model/problem.ts';
import { readNow } from './importers/testing.ts';
import { recognise } from './recognition/recognise.ts';
import { openAs, type OpenText } from './open-text.ts';
import { readDocument } from './readers/read-document.ts';

/** As `openText`, with all importers loaded beforehand, so that a test need not wait. */
export function openNow(text: string): Result<OpenText, Problem> {
  const document = readDocument(text);
  if (!document.ok) return document;
  const found = recognise(document.value);
  return found.ok ? openAs(found.value.importer, readNow(found.value.importer), found.value.document) : found;
}
