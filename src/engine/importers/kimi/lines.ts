import { entry, isRecord, type Value } from '../../model/value.ts';
import { type LineEntries, lineEntries, type LineEntry } from '../../importing/values/line-entries.ts';
import { Line } from './format.ts';
import { firstValues } from '../../importing/values/elements.ts';

export type Entry = LineEntry<Line>;
export type Lines = LineEntries<Line>;

export const readLines = (value: Value): Lines => lineEntries(Line, value);

/** The number of lines checked to recognise the format. More than one, because a journal may lack its beginning. */
const maxLines = 40;

export function isKimi(value: Value): boolean {
  const lines = firstValues(value, maxLines);
  return lines.some(isHeader) || lines.some(isLoopEvent) || lines.some(isPrompt) || lines.some(isWire);
}

const isPrompt = (value: Value): boolean =>
  isRecord(value) &&
  entry(value, 'type') === 'turn.prompt' &&
  typeof entry(value, 'time') === 'number' &&
  entry(value, 'input') !== undefined;

const isHeader = (value: Value): boolean =>
  isRecord(value) && entry(value, 'type') === 'metadata' && typeof entry(value, 'protocol_version') === 'string';

function isLoopEvent(value: Value): boolean {
  const event = isRecord(value) && entry(value, 'type') === 'context.append_loop_event' && entry(value, 'event');
  return typeof event === 'object' && isRecord(event) && typeof entry(event, 'type') === 'string';
}

/** A line of Kimi CLI, the predecessor of Kimi Code. */
function isWire(value: Value): boolean {
  const message = isRecord(value) ? entry(value, 'message') : undefined;
  if (message === undefined || !isRecord(message) || !isRecord(entry(message, 'payload') ?? null)) return false;
  return wireTypes.has(entry(message, 'type') ?? null);
}

const wireTypes: ReadonlySet<Value> = new Set(['TurnBegin', 'StepBegin', 'ContentPart', 'ToolCall', 'ToolResult']);
