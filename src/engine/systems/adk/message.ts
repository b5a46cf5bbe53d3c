import type { RecordValue } from '../../model/value.ts';
import { partsOf, type SessionEvent } from './session-event.ts';

/** What an event says, as the content parts of the task context: `{mimeType, text?, file?, metadata?}`. */
export function messageOf(event: SessionEvent): readonly RecordValue[] {
  return partsOf(event)
    .map(contentPart)
    .filter((part) => part !== undefined);
}

/** Calls, responses and thoughts are no part of what is said. */
function contentPart(part: RecordValue): RecordValue | undefined {
  const { text, data, uri, inline_bytes, name, mime_type } = part;
  switch (part['type']) {
    case 'text':
      return { mimeType: 'text/plain', text: text ?? '' };
    case 'data':
      return { mimeType: 'application/json', metadata: data ?? null };
    case 'file': {
      const file = [uri, inline_bytes, name].find((source) => typeof source === 'string');
      const mimeType = typeof mime_type === 'string' ? mime_type : 'application/octet-stream';
      return file === undefined ? { mimeType } : { mimeType, file };
    }
    default:
      return undefined;
  }
}
