import { isRecord, type RecordValue, type Value } from '../../model/value.ts';

/**
 * A picture, a sound, a document: `{mimeType, file, metadata?}`, where `file` is its data, its address or its id.
 *
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
export function filePartOf(element: RecordValue): RecordValue | undefined {
  const kind = element['type'] ?? element['kind'] ?? null;
  const place = typeof kind === 'string' ? (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) : ofGemini;
  if (place === undefined) return undefined;
  const { mime, at, keys = [] } = place;
  const holder = at.map((key) => element[key]).find((one) => one !== undefined && one !== null);
  if (place === ofGemini && !isRecord(holder ?? null)) return undefined;
  const files = [holder, ...keys.flatMap((key) => [inner(element, key), inner(holder, key)])];
  const file = files.find((one) => typeof one === 'string' && one !== '');
  if (typeof file !== 'string') return undefined;
  const holders = [element, holder ?? null].filter(isRecord);
  const format = inner(holder, 'format');
  const ofFormat =
    kind === 'input_audio' && typeof format === 'string' && /^\w{1,10}$/.test(format) ? `audio/${format}` : mime;
  const mimeType = mimeIn(file) ?? firstText(holders, mimeKeys) ?? ofModality(element['modality']) ?? ofFormat;
  const about = { ...named('name', firstText(holders, nameKeys)), ...named('size', firstNumber(holders, sizeKeys)) };
  return { mimeType, file, ...(Object.keys(about).length > 0 && { metadata: about }) };
}

interface FilePlace {
  /** The fallback if no field has the exact type. */
  readonly mime: string;
  /** The file, or a record with it; the first that exists. */
  readonly at: readonly string[];
  /** The file in that record, or beside it. */
  readonly keys?: readonly string[];
}

const unknownKind = 'application/octet-stream';
const ofImageUrl: FilePlace = { mime: 'image/*', at: ['image_url'], keys: ['url', 'file_id'] };
const sourceKeys = ['data', 'base64', 'url', 'file_id'];
const fileKeys = ['file_data', 'file_url', 'file_id', 'data', 'url', 'filename'];

const kinds: { readonly [kind: string]: FilePlace } = {
  image_url: ofImageUrl,
  input_image: ofImageUrl,
  'image-url': { mime: 'image/*', at: ['url'] },
  'audio-url': { mime: 'audio/*', at: ['url'] },
  'video-url': { mime: 'video/*', at: ['url'] },
  'document-url': { mime: unknownKind, at: ['url'] },
  binary: { mime: unknownKind, at: ['data'] },
  image: { mime: 'image/*', at: ['image', 'source'], keys: sourceKeys },
  document: { mime: unknownKind, at: ['source'], keys: sourceKeys },
  input_audio: { mime: 'audio/*', at: ['input_audio'], keys: ['data'] },
  blob: { mime: unknownKind, at: ['content', 'data'] },
  uri: { mime: unknownKind, at: ['uri'] },
  file: { mime: unknownKind, at: ['file'], keys: fileKeys },
  input_file: { mime: unknownKind, at: ['file'], keys: fileKeys },
};

/** Its parts have no type. */
const ofGemini: FilePlace = {
  mime: unknownKind,
  at: ['inlineData', 'inline_data', 'fileData', 'file_data'],
  keys: ['data', 'fileUri', 'file_uri'],
};

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

const ofModality = (modality: Value | undefined): string | undefined =>
  modality === 'image' || modality === 'audio' || modality === 'video' ? `${modality}/*` : undefined;

const named = (key: string, value: Value | undefined) => (value === undefined ? {} : { [key]: value });

const values = (holders: readonly RecordValue[], keys: readonly string[]): readonly (Value | undefined)[] =>
  holders.flatMap((holder) => keys.map((key) => inner(holder, key)));

const firstText = (holders: readonly RecordValue[], keys: readonly string[]): string | undefined =>
  values(holders, keys).find((value): value is string => typeof value === 'string' && value !== '');

const firstNumber = (holders: readonly RecordValue[], keys: readonly string[]): Value | undefined =>
  values(holders, keys).find((value) => typeof value === 'number');
