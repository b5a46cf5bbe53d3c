import { isRecord, Unknown } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { below, type Path } from '../../model/path.ts';
import { filePartOf, isMark, mimeIn } from './file-part.ts';
import { createImportReport, type ImportReport } from '../import-report.ts';

/**
 * Message content as the content parts of the task context: `{mimeType, text?, file?, metadata?}`.
 * Formats write it as a string, as null, or as a list of typed parts; every spelling seen so far is in `partOf`.
 */
export type Part = RecordValue;

const textPart = (text: string): Part =>
  isMark(text)
    ? { mimeType: mimeIn(text) ?? 'application/octet-stream', file: text }
    : { mimeType: 'text/plain', text };

export function readContent(content: Value | undefined, place: Path, report: ImportReport): readonly Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [textPart(content)];
  // An elision: there was text, but the recording does not contain it.
  if (content instanceof Unknown) return [{ mimeType: 'text/plain', text: content }];
  if (!Array.isArray(content)) return [partOf(content, place, report)];
  // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
  const elements = content as readonly Value[];
  return elements.map((element, index) => partOf(element, below(place, index), report));
}

/** All text of the parts, in reading order. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => part['text'])
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** The text of a content, without notes about its parts. */
export const contentText = (content: Value | undefined): string =>
  textOf(readContent(content, [], createImportReport()));

/** A part with the name of its speaker. */
export function spokenBy(part: Part, name: string): Part {
  const metadata = part['metadata'];
  return { ...part, metadata: metadata !== undefined && isRecord(metadata) ? { ...metadata, name } : { name } };
}

/** The pieces of a streamed text as one part. */
export function withTextsJoined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  const pieces: string[] = [];
  for (const part of [...parts, null]) {
    const text = part?.['text'];
    if (typeof text === 'string') {
      pieces.push(text);
      continue;
    }
    if (pieces.length > 0) all.push({ mimeType: 'text/plain', text: pieces.splice(0).join('') });
    if (part !== null) all.push(part);
  }
  return all;
}

function partOf(element: Value, place: Path, report: ImportReport): Part {
  if (typeof element === 'string') return textPart(element);
  if (!isRecord(element)) return unknownPart(element, place, report);
  switch (element['type'] ?? element['kind']) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
    case 'reasoning_text':
      return typedText(element, place, report);
    case 'refusal':
      return refusalPart(typeof element['refusal'] === 'string' ? element['refusal'] : '');
    default:
      return filePartOf(element) ?? unknownPart(element, place, report);
  }
}

export const refusalPart = (text: string): Part => ({ ...textPart(text), metadata: { refusal: true } });

/** AgentDojo puts the text of a `text` part under `content`. */
function typedText(element: RecordValue, place: Path, report: ImportReport): Part {
  const text = element['text'] ?? element['content'];
  return typeof text === 'string' ? textPart(text) : unknownPart(element, place, report);
}

/** An unknown kind of part: kept whole, so that rules can still examine it. */
function unknownPart(element: Value, place: Path, report: ImportReport): Part {
  report.note(
    'assumed',
    'import/content-part',
    place,
    '{# content part} of an unknown kind: kept whole as “metadata”.',
  );
  return { mimeType: 'application/json', metadata: element };
}
