import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { openJson } from '../json-text.ts';
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

/**
 * The library keeps every result as a text; one that is a JSON object or list is opened for rules, also where Gemini's API, which
 * takes records only, has it as the one field of a record.
 */
export function resultOf(result: Value | undefined): Value | undefined {
  if (typeof result === 'string') return openJson(result);
  if (result === undefined || !isRecord(result)) return result;
  const [only, ...others] = Object.entries(result);
  if (only === undefined || others.length > 0 || typeof only[1] !== 'string') return result;
  const opened = openJson(only[1]);
  return opened === only[1] ? result : { [only[0]]: opened };
}
