import type { Path } from '../../model/path.ts';
import { geminiTokens } from '../../importing/messages/gemini-usage.ts';
import { Double, isRecord, valueAt } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { SpentTokens } from '../../systems/a2a/event.ts';
import { fieldAt, recordAt } from '../../systems/a2a/wire/field.ts';

/**
 * Reads the tokens of a message, if its agent records them. ADK writes Gemini's `usageMetadata` into the metadata of the
 * update; other agents write it into the metadata of the message.
 * https://github.com/google/adk-python/blob/main/src/google/adk/a2a/converters/event_converter.py
 */
export function spentAt(document: Value, place: Path): SpentTokens | undefined {
  const holder = place.slice(0, place.at(-2) === 'status' ? -2 : place.at(-1) === 'artifact' ? -1 : place.length);
  return spentIn(valueAt(document, place)) ?? spentIn(valueAt(document, holder));
}

function spentIn(value: Value | undefined): SpentTokens | undefined {
  if (value === undefined || !isRecord(value)) return undefined;
  const metadata = recordAt(value, 'metadata');
  const key = Object.keys(metadata).find((name) => name.endsWith('usage_metadata'));
  const usage = key === undefined ? undefined : metadata[key];
  if (usage === undefined || !isRecord(usage)) return undefined;
  const total = numberOf(fieldAt(usage, 'totalTokenCount'));
  const tokens = { ...geminiTokens(usage), ...(total !== undefined && { total }) };
  return Object.keys(tokens).length === 0 ? undefined : tokens;
}

function numberOf(written: Value | undefined): number | undefined {
  const count = written instanceof Double ? written.value : written;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
