import { entry, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { Part } from '../part.ts';
import { fieldAt, metadataAt, textAt, unwrapped } from './field.ts';

/** A part in any of the three spellings; null when it has no known content. */
export function readPart(wrapped: Value): Part | null {
  const value = unwrapped(wrapped);
  if (!isRecord(value)) return null;
  const file = entry(value, 'file');
  if (file !== undefined && isRecord(file)) return readFile(file, value);
  const described = descriptions(value, 'mediaType', 'filename');
  const [text, raw, url, data] = ['text', 'raw', 'url', 'data'].map((key) => entry(value, key));
  if (typeof text === 'string') return { text, ...described };
  if (typeof raw === 'string') return { raw, ...described };
  if (typeof url === 'string') return { url, ...described };
  if (data === undefined) return null;
  // Version 0.3 has no field for the media type, because it is always this one.
  const isOld = entry(value, 'kind') === 'data' || entry(value, 'type') === 'data';
  return { data, ...(isOld && { media_type: 'application/json' }), ...described };
}

/** Drafts of version 1.0 have `fileWithBytes` and `fileWithUri`, old pages `data` for the bytes. */
function readFile(file: RecordValue, part: RecordValue): Part | null {
  const described = { ...descriptions(file, 'mimeType', 'name'), ...metadataAt(part) };
  const bytes = fieldAt(file, 'bytes') ?? fieldAt(file, 'fileWithBytes') ?? fieldAt(file, 'data');
  if (typeof bytes === 'string') return { raw: bytes, ...described };
  const uri = fieldAt(file, 'uri') ?? fieldAt(file, 'fileWithUri');
  return typeof uri === 'string' ? { url: uri, ...described } : null;
}

function descriptions(value: RecordValue, mediaType: string, filename: string) {
  const [type, name] = [textAt(value, mediaType), textAt(value, filename)];
  return {
    ...(type !== undefined && { media_type: type }),
    ...(name !== undefined && { filename: name }),
    ...metadataAt(value),
  };
}
