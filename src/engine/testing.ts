import { err, type Result } from '../base/result.ts';
import type { Problem } from './model/problem.ts';
import { readNow } from './importers/testing.ts';
import { recognise } from './recognition/recognise.ts';
import { openAs, partOf, type OpenText } from './opening/open-text.ts';
import { openEntry, type OpenSession } from './opening/open-session.ts';
import { readNow as readDocument } from './readers/testing.ts';
import { refusalOf } from './readers/refusal.ts';
import { systemOf } from './systems/systems.ts';

/** Like `openText`, with all importers loaded beforehand, so that a test need not wait. */
export function openNow(text: string): Result<OpenText, Problem> {
  const document = readDocument(text);
  if (!document.ok) return err(refusalOf(text, document.problem));
  const found = recognise(document.value);
  if (!found.ok) return err(refusalOf(text, found.problem));
  const { importer, document: known } = partOf(document.value, found.value);
  return openAs(importer, readNow(importer), known);
}

/** The first session of a text of a known format, and the opened text. Throws a problem. */
export function firstSession(text: string): { readonly opened: OpenText; readonly session: OpenSession } {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return { opened: opened.value, session: session.value };
}
