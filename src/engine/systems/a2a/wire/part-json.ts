import { isRecord, type RecordValue } from '../../../model/value.ts';
import type { Protocol } from '../header.ts';
import type { Part } from '../part.ts';

export const partJson = (part: Part, version: Protocol): RecordValue =>
  version === '0.3' ? discriminated(part) : flat(part);

/** Version 1.0: one flat object, whose kind follows from its member. */
function flat(part: Part): RecordValue {
  const { media_type, filename, metadata } = part;
  return {
    ...content(part),
    ...(media_type !== undefined && { mediaType: media_type }),
    ...(filename !== undefined && { filename }),
    ...(metadata !== undefined && { metadata }),
  };
}

function content(part: Part): RecordValue {
  if ('text' in part) return { text: part.text };
  if ('raw' in part) return { raw: part.raw };
  return 'url' in part ? { url: part.url } : { data: part.data };
}

/** Version 0.3: a `kind`. It has no media type for texts and data, and data must be an object. */
function discriminated(part: Part): RecordValue {
  const metadata = part.metadata === undefined ? {} : { metadata: part.metadata };
  if ('text' in part) return { kind: 'text', text: part.text, ...metadata };
  if ('data' in part)
    return { kind: 'data', data: isRecord(part.data) ? part.data : { value: part.data }, ...metadata };
  const file = {
    ...('raw' in part ? { bytes: part.raw } : { uri: part.url }),
    ...(part.media_type !== undefined && { mimeType: part.media_type }),
    ...(part.filename !== undefined && { name: part.filename }),
  };
  return { kind: 'file', file, ...metadata };
}
