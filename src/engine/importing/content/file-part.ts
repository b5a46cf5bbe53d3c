import { isRecord, type RecordValue, type Value } from '../../model/value.ts';

/** A picture, a sound, a document: `{mimeType, file, metadata?}`, where `file` is its data, its address or its id. */
export type FilePart = RecordValue;

/**
 * | spelling | by |
 * | --- | --- |
 * | `{type: "blob" \| "uri" \| "file", modality, mime_type, content \| uri \| file_id}` | OpenTelemetry |
 * | `{type: "image_url", image_url: {url}}`, `{type: "input_image" \| "input_file" \| "input_audio" \| "file"}` | OpenAI |
 * | `{type: "image" \| "document", source: {media_type, data \| url \| file_id}}` | Anthropic |
 * | `{type: "image" \| "file", image \| data, mediaType, filename}` | the AI SDK |
 * | `{inlineData: {mimeType, data}}`, `{fileData: {mimeType, fileUri}}` | Gemini |
 * | `{kind: "image-url" \| …, url}`, `{kind: "binary", data, media_type}` | Pydantic AI |
 *
 * Undefined if the part is none of these, or does not contain its file.
 *
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-input-messages.json
 */
export function filePartOf(element: RecordValue): FilePart | undefined {
  const kind = element['type'] ?? element['kind'];
  const found = typeof kind === 'string' ? placesOf(kind, element) : ofGemini(element);
  const file = found?.files.find((one) => typeof one === 'string' && one !== '');
  if (found === undefined || typeof file !== 'string') return undefined;
  const holders = [element, ...found.holders].filter(isRecord);
  const mimeType = mimeIn(file) ?? firstText(holders, mimeKeys) ?? ofModality(element['modality']) ?? found.mime;
  const about = { ...named('name', firstText(holders, nameKeys)), ...named('size', firstNumber(holders, sizeKeys)) };
  return { mimeType, file, ...(Object.keys(about).length > 0 && { metadata: about }) };
}

interface Places {
  /** The fallback if no field has the exact type. */
  readonly mime: string;
  readonly files: readonly (Value | undefined)[];
  /** Records within the part that may have more facts about the file. */
  readonly holders: readonly Value[];
}

const unknownKind = 'application/octet-stream';

function placesOf(kind: string, element: RecordValue): Places | undefined {
  const places = (mime: string, holder: Value | undefined, keys: readonly string[]): Places => {
    const inside = keys.flatMap((key) => [inner(element, key), inner(holder, key)]);
    return { mime, files: [holder, ...inside], holders: holder === undefined ? [] : [holder] };
  };
  switch (kind) {
    case 'image_url':
    case 'input_image':
      return places('image/*', element['image_url'], ['url', 'file_id']);
    case 'image-url':
      return places('image/*', element['url'], []);
    case 'audio-url':
      return places('audio/*', element['url'], []);
    case 'video-url':
      return places('video/*', element['url'], []);
    case 'document-url':
      return places(unknownKind, element['url'], []);
    case 'binary':
      return places(unknownKind, element['data'], []);
    case 'image':
      return places('image/*', element['image'] ?? element['source'], ['data', 'base64', 'url', 'file_id']);
    case 'document':
      return places(unknownKind, element['source'], ['data', 'base64', 'url', 'file_id']);
    case 'input_audio':
      return places(ofFormat(inner(element['input_audio'], 'format')), element['input_audio'], ['data']);
    case 'blob':
      return places(unknownKind, element['content'] ?? element['data'], []);
    case 'uri':
      return places(unknownKind, element['uri'], []);
    case 'file':
    case 'input_file':
      return places(unknownKind, element['file'], ['file_data', 'file_url', 'file_id', 'data', 'url', 'filename']);
    default:
      return undefined;
  }
}

function ofGemini(element: RecordValue): Places | undefined {
  const keys = ['inlineData', 'inline_data', 'fileData', 'file_data'];
  const held = keys.map((key) => element[key]).find((one) => one !== undefined && isRecord(one));
  const files = ['data', 'fileUri', 'file_uri'].map((key) => inner(held, key));
  return held === undefined ? undefined : { mime: unknownKind, files, holders: [held] };
}

const inner = (value: Value | undefined, key: string): Value | undefined =>
  value !== undefined && isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const mimeKeys = ['mime_type', 'mimeType', 'media_type', 'mediaType'];
const nameKeys = ['filename', 'file_name', 'displayName', 'display_name', 'name', 'title'];
const sizeKeys = ['size', 'size_bytes', 'byte_size', 'sizeBytes'];

/**
 * The facts in a data URL, or Langfuse's mark for a file that it removed.
 * https://langfuse.com/docs/observability/features/multi-modality
 */
export const mimeIn = (file: string): string | undefined =>
  /^(?:data:|@@@langfuseMedia:type=)([\w.+-]+\/[\w.+-]+)/.exec(file.slice(0, 160))?.[1];

/** A text that consists only of Langfuse's mark. */
export const isMark = (text: string): boolean =>
  text.length < 500 && /^@@@langfuseMedia:type=[^|]+\|id=[^|]+\|source=[^|]+@@@$/.test(text);

const ofFormat = (format: Value | undefined): string =>
  typeof format === 'string' && /^\w{1,10}$/.test(format) ? `audio/${format}` : 'audio/*';

const ofModality = (modality: Value | undefined): string | undefined =>
  modality === 'image' || modality === 'audio' || modality === 'video' ? `${modality}/*` : undefined;

const named = (key: string, value: Value | undefined) => (value === undefined ? {} : { [key]: value });

const values = (holders: readonly RecordValue[], keys: readonly string[]): readonly (Value | undefined)[] =>
  holders.flatMap((holder) => keys.map((key) => inner(holder, key)));

const firstText = (holders: readonly RecordValue[], keys: readonly string[]): string | undefined =>
  values(holders, keys).find((value): value is string => typeof value === 'string' && value !== '');

const firstNumber = (holders: readonly RecordValue[], keys: readonly string[]): Value | undefined =>
  values(holders, keys).find((value) => typeof value === 'number');
