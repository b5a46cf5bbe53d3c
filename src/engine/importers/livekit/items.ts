import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { fieldOf, keyOf, textIn } from '../../importing/messages/gemini-content.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Found } from './shapes.ts';

export interface PlacedItem {
  readonly value: Value;
  readonly place: Path;
  /** When the event came that brought it: of what has no time of its own, when it had come to its end. */
  readonly told: Value | undefined;
}

/** The items of a context, or those that the events of a session bring, one after the other. */
export function itemsIn({ kind, list, place }: Found, report: ImportReport): readonly PlacedItem[] {
  if (kind === 'items') return list.map((value, index) => ({ value, place: [...place, index], told: undefined }));
  return list.flatMap((value, index) => broughtBy(isRecord(value) ? value : {}, [...place, index], report));
}

/**
 * What one event brings. https://github.com/livekit/agents/blob/main/livekit-agents/livekit/agents/voice/events.py
 *
 * | event | brings |
 * | --- | --- |
 * | `conversation_item_added` | its item, a message or a handoff |
 * | `function_tools_executed` | its calls, then their outputs; the output of a call stands at the same index, or is null |
 * | any other | nothing that the others do not tell |
 */
function broughtBy(event: RecordValue, place: Path, report: ImportReport): readonly PlacedItem[] {
  const told = fieldOf(event, 'created_at');
  switch (event['type']) {
    case 'conversation_item_added':
      return [{ value: event['item'] ?? null, place: [...place, 'item'], told }];
    case 'function_tools_executed': {
      const at = (name: string, time: Value | undefined) =>
        elementsOf(fieldOf(event, name) ?? null).flatMap((value, index) =>
          value === null ? [] : [{ value, place: [...place, keyOf(event, name), index], told: time }],
        );
      return [...at('function_calls', undefined), ...at('function_call_outputs', told)];
    }
    case 'error':
      noteError(event, place, report);
      return [];
    case 'metrics_collected':
    case 'session_usage_updated':
      report.note(
        'lost',
        'livekit/measured',
        place,
        (n) => `${counted(n, 'measurement')}, tokens among them, of which no event says to what they belong: left out.`,
      );
      return [];
    default:
      report.note(
        'info',
        'livekit/progress',
        place,
        (n) =>
          `${counted(n, 'event')} about how it came to pass (states, speech, guesses of the recogniser): no turns.`,
      );
      return [];
  }
}

function noteError(event: RecordValue, place: Path, report: ImportReport): void {
  const error = event['error'] ?? null;
  const words = (isRecord(error) ? textIn(error, 'message') || textIn(error, 'label') : '') || textIn(event, 'message');
  report.note(
    'info',
    'livekit/error',
    place,
    (n) => `${counted(n, 'error')} of the session, the first being “${words.slice(0, 200) || 'without words'}”.`,
  );
}
