import type { Pace } from '../../base/pace.ts';
import type { Session } from '../model/session.ts';
import { decoded, isJsonText } from './json-tokens.ts';
import { foundKinds } from './patterns/registry.ts';
import { redact, type FoundKind } from './redact.ts';

export interface HiddenText {
  readonly text: string;
  /** What was recognised; nothing if the text is unchanged. */
  readonly found: readonly FoundKind[];
}

/**
 * A text with stand-ins for all recognised values: a title, a report, a copied value, or the records of a live session.
 * `field`: the name of the field that holds it, which may say that it is a password.
 */
export async function hideInText(text: string, field: string | null, seed: string, pace: Pace): Promise<HiddenText> {
  const lines = text.split('\n');
  const isRecords = lines.length > 1 && lines.every((line) => line.trim() === '' || isJsonText(line));
  const literal = field !== null && /^"[^\n]*"$/.test(text) ? decoded(text) : null;
  const parts: Session = {
    system: 'task',
    header: { title: '' },
    events: field !== null ? [{ [field]: literal ?? text }] : isRecords ? lines : [text],
    notes: [],
  };
  const { session, found } = await redact(parts, { kinds: new Set(foundKinds), names: [], paths: [] }, seed, pace);
  if (field === null) return { text: session.events.join('\n'), found };
  // The name of the field may be private, too: it has a stand-in then.
  const [hidden = text] = session.events.flatMap((event) => Object.values(event as Record<string, string>)); // see `parts`
  return { text: literal === null ? hidden : JSON.stringify(hidden), found };
}
