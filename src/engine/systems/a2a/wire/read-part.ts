import { entry, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { Part } from '../part.ts';

/** A part in any of the three spellings; null for something that holds nothing that we know. */
export function readPart(value: Value): Part | null {
  if (!isRecord(value)) return null;
  const file = entry(value, 'file');
  if (file !== undefined && isRecord(file)) return readFile(file, value);
  const described = descriptions(value, 'mediaType', 'filename');
  const [text, raw, url, data] = ['text', 'raw', 'url', 'data'].map((key) => entry(value, key));
  if (typeof text === 'string') return { text, ...described };
  if (typeof raw === 'string') return { raw, ...described };
  if (typeof url === 'string') return { url, ...described };
  if (data === undefined) return null;
  // Version 0.3 has no place for the media type, because there it is always this one.
  const isOld = entry(value, 'kind') === 'data' || entry(value, 'type') === 'data';
  return { data, ...(isOld && { media_type: 'application/json' }), ...described };
}

function readFile(file: RecordValue, part: RecordValue): Part | null {
  const described = { ...descriptions(file, 'mimeType', 'name'), ...metadataOf(part) };
  const [bytes, uri] = [entry(file, 'bytes'), entry(file, 'uri')];
  if (typeof bytes === 'string') return { raw: bytes, ...described };
  return typeof uri === 'string' ? { url: uri, ...described } : null;
}

function descriptions(value: RecordValue, mediaType: string, filename: string) {
  const [type, name] = [textAt(value, mediaType), textAt(value, filename)];
  return {
    ...(type !== undefined && { media_type: type }),
    ...(name !== undefined && { filename: name }),
    ...metadataOf(value),
  };
}

export function metadataOf(value: RecordValue): { readonly metadata?: RecordValue } {
  const metadata = entry(value, 'metadata');
  return metadata !== undefined && isRecord(metadata) && Object.keys(metadata).length > 0 ? { metadata } : {};
}

/** Version 1.0 writes "" for what is not there. */
export function textAt(value: RecordValue, key: string): string | undefined {
  const text = entry(value, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
