import { giveWay, unhurried, type Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Importer, Read, SessionEntry } from '../importing/importer.ts';
import { sessionFile } from '../importers/session-file/index.ts';
import type { Mapping } from '../importers/mapped/mapping.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from '../readers/document.ts';
import { json } from '../readers/json/index.ts';
import { Lines } from '../readers/lines.ts';
import type { Recognised } from '../recognition/claims.ts';

/** The importer of a text. */
export type ImporterName = Pick<
  Importer,
  'id' | 'title' | 'holdsContext' | 'statesOutcomes' | 'goesOn' | 'withoutEvents'
> &
  Partial<Pick<Importer, 'claim'>>;

/** A recognised text: its document, its importer, and the sessions in it. */
export interface OpenText {
  readonly document: Document;
  /** Lines of the document's text. */
  readonly lines: Lines;
  readonly importer: ImporterName;
  /** The importer's code. */
  readonly read: Read;
  readonly entries: readonly SessionEntry[];
}

/** Mappings for unknown formats. */
export interface Mappings {
  /** Reads the text even if an importer recognises it. */
  readonly chosen?: Mapping;
  /** The first that fits reads a text that no importer recognises. */
  readonly remembered: readonly Mapping[];
  /** A text that nothing else reads is read by the mapping that its fields suggest, if nothing about it is in doubt. */
  readonly mayAssume?: boolean;
}

const noMappings: Mappings = { remembered: [] };

// All readers and all claims load with the first recording. The page's samples and saved sessions need none of them.
const reading = () => import('../readers/read-text.ts');
const recognition = () => import('../recognition/recognise.ts');
const mapped = () => import('../importers/mapped/index.ts');

/** Loads the code that the first recording needs, so that it opens without waiting for it. */
export const prepareToRead = (): Promise<unknown> => Promise.all([reading(), recognition()]);

/** Finds the importer of the text, and loads its code. `document`: set if the text was already parsed. */
export async function openText(
  text: string,
  mappings: Mappings = noMappings,
  document?: Document,
  pace: Pace = unhurried,
): Promise<Result<OpenText, Problem>> {
  const own = mappings.chosen === undefined && document === undefined ? ownFile(text) : undefined;
  if (own !== undefined) return openAs(sessionFile, await sessionFile.load(), own);
  const parsed = document === undefined ? await (await reading()).readText(text, pace) : ok(document);
  if (!parsed.ok) return parsed;
  await giveWay(pace);
  const found = await recognised(parsed.value, mappings);
  if (!found.ok) return found;
  const { importer, document: known } = partOf(parsed.value, found.value);
  const read = await importer.load();
  await giveWay(pace);
  const opened = openAs(importer, read, known);
  const isCut = opened.ok && known.notes.some(({ code }) => code === 'reader/cut-off');
  return isCut ? ok((await import('./cut-results.ts')).withoutCutResults(opened.value)) : opened;
}

/** The document of an intact file that Contextscope wrote. */
function ownFile(text: string): Document | undefined {
  if (!/^\s*\{\s*"format"\s*:\s*"contextscope\/session"/.test(text.slice(0, 200))) return undefined;
  const read = json.read(text);
  const isIntact = read.ok && read.value.notes.length === 0 && sessionFile.claim(read.value) === 'certain';
  return isIntact ? read.value : undefined;
}

type Found = Pick<Recognised, 'document' | 'importer'>;

/** The importer may read only a part of the document: the report compares the session with all of it. */
export const partOf = (whole: Document, { importer, document }: Found): Found => ({
  importer,
  document: document === whole || document.partOf !== undefined ? document : { ...document, partOf: whole },
});

async function recognised(
  document: Document,
  { chosen, remembered, mayAssume = false }: Mappings,
): Promise<Result<Found, Problem>> {
  if (chosen !== undefined) return ok({ document, importer: (await mapped()).mappedBy(chosen) });
  const known = remembered.length === 0 ? [] : remembered.map((await mapped()).mappedBy);
  const found = (await recognition()).recognise(document, known);
  if (found.ok) return found;
  const assumed = mayAssume ? (await import('../importers/mapped/doubts.ts')).assumedImporter(document) : undefined;
  if (assumed !== undefined) return ok({ document, importer: assumed });
  const refusal = (await import('../readers/refusal.ts')).refusalOf(document.text, found.problem);
  return err((await import('../recognition/nearest-format.ts')).withNearest(refusal, document.value));
}

/** The sessions that an importer makes of a document; `read` is its code. */
export function openAs(importer: Importer, read: Read, document: Document): Result<OpenText, Problem> {
  const imported = read(document);
  if (!imported.ok) return imported;
  return ok({ document, lines: new Lines(document.text), importer, read, entries: imported.value.sessions });
}
