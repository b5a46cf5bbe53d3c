import type { Result } from '../base/result.ts';
import type { Problem } from './model/problem.ts';
import { readNow } from './importers/testing.ts';
import { importerOf } from './importers/importer-of.ts';
import { openAs, type OpenText } from './open-text.ts';
import { readDocument } from './readers/read-document.ts';

/** As `openText`, with all importers loaded beforehand, so that a test need not wait. */
export function openNow(text: string): Result<OpenText, Problem> {
  const document = readDocument(text);
  if (!document.ok) return document;
  const importer = importerOf(document.value);
  return importer.ok ? openAs(importer.value, readNow(importer.value), document.value) : importer;
}
