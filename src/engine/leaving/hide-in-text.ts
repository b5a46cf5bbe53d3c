import type { Pace } from '../../base/pace.ts';
import type { Session } from '../model/session.ts';
import { isJsonText } from './json-tokens.ts';
import { foundKinds } from './patterns/registry.ts';
import { redact } from './redact.ts';

/** A text with stand-ins for all recognised values: a title, a report, or the records of a live session. */
export async function hideInText(text: string, seed: string, pace: Pace): Promise<string> {
  const lines = text.split('\n');
  const isRecords = lines.length > 1 && lines.every((line) => line.trim() === '' || isJsonText(line));
  const parts: Session = { system: 'task', header: { title: '' }, events: isRecords ? lines : [text], notes: [] };
  const { session } = await redact(parts, { kinds: new Set(foundKinds), names: [], paths: [] }, seed, pace);
  return session.events.join('\n');
}
