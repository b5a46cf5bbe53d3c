import { isRecord, Unknown } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { below, type Path } from '../../model/path.ts';
import { counted } from '../noting.ts';
import type { Noting } from '../noting.ts';

/**
 * Message content as the content parts of the task context: `{mimeType, text?, file?, metadata?}`.
 * Formats write it as a string, as null, or as a list of typed parts; every spelling seen so far is in `partOf`.
 */
export type Part = RecordValue;

const textPart = (text: string): Part => ({ mimeType: 'text/plain', text });

export function readContent(content: Value | undefined, place: Path, noting: Noting): readonly Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [textPart(content)];
  // An elision: there was text, and the recording does not hold it.
  if (content instanceof Unknown) return [{ mimeType: 'text/plain', text: content }];
  if (!Array.isArray(content)) return [partOf(content, place, noting)];
  // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
  const elements = content as readonly Value[];
  return elements.map((element, index) => partOf(element, below(place, index), noting));
}

/** All text of the parts, as a person would read it. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => part['text'])
    .filter((text) => typeof text === 'string')
    .join('\n');
}

function partOf(element: Value, place: Path, noting: Noting): Part {
  if (typeof element === 'string') return textPart(element);
  if (!isRecord(element)) return unknownPart(element, place, noting);
  switch (element['type'] ?? element['kind']) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
    case 'reasoning_text':
      return typedText(element, place, noting);
    case 'refusal':
      return refusalPart(typeof element['refusal'] === 'string' ? element['refusal'] : '');
    case 'image_url':
    case 'input_image':
      return filePart('image/*', urlOf(element['image_url']) ?? element['file_id'], element, place, noting);
    // Of Pydantic AI.
    case 'image-url':
      return filePart('image/*', element['url'], element, place, noting);
    case 'audio-url':
      return filePart('audio/*', element['url'], element, place, noting);
    case 'video-url':
      return filePart('video/*', element['url'], element, place, noting);
    case 'document-url':
      return filePart('application/octet-stream', element['url'], element, place, noting);
    case 'binary': {
      const mime = element['media_type'];
      return filePart(
        typeof mime === 'string' ? mime : 'application/octet-stream',
        element['data'],
        element,
        place,
        noting,
      );
    }
    // Of the AI SDK.
    case 'image':
      return filePart('image/*', element['image'], element, place, noting);
    case 'input_audio':
      return filePart('audio/*', inner(element['input_audio'], 'data'), element, place, noting);
    case 'file':
    case 'input_file':
      return filePart('application/octet-stream', fileOf(element), element, place, noting);
    default:
      return unknownPart(element, place, noting);
  }
}

export const refusalPart = (text: string): Part => ({ ...textPart(text), metadata: { refusal: true } });

/** AgentDojo puts the text of a `text` part under `content`. */
function typedText(element: RecordValue, place: Path, noting: Noting): Part {
  const text = element['text'] ?? element['content'];
  return typeof text === 'string' ? textPart(text) : unknownPart(element, place, noting);
}

function filePart(mime: string, file: Value | undefined, whole: RecordValue, place: Path, noting: Noting): Part {
  if (typeof file !== 'string') return unknownPart(whole, place, noting);
  const written = /^data:([\w.+-]+\/[\w.+-]+)/.exec(file.slice(0, 120));
  return { mimeType: written?.[1] ?? mime, file };
}

const urlOf = (image: Value | undefined): Value | undefined =>
  typeof image === 'string' ? image : inner(image, 'url');

function fileOf(element: RecordValue): Value | undefined {
  const file = element['file'];
  const holder = isRecord(file) ? file : element;
  return holder['file_data'] ?? holder['file_url'] ?? holder['file_id'] ?? holder['data'] ?? holder['filename'];
}

const inner = (value: Value | undefined, key: string): Value | undefined => (isRecord(value) ? value[key] : undefined);

/** A kind of part nobody told us about: kept whole, so that rules can still look into it. */
function unknownPart(element: Value, place: Path, noting: Noting): Part {
  noting.note(
    'assumed',
    'import/content-part',
    place,
    (n) => `${counted(n, 'content part')} of a kind that is not known here: kept whole as “metadata”.`,
  );
  return { mimeType: 'application/json', metadata: element };
}
