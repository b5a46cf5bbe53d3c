import type { Path } from '../../model/path.ts';
import type { CallLog } from './call-log.ts';

/**
 * Reads a transcript that is one text: `AI: How can I help? User: …`. `speaker` matches the beginning of an utterance,
 * with the name in its first group; `by` maps the name to a speaker. `other` receives the utterances of other speakers.
 */
export function readTranscriptText(
  text: string,
  { speaker, by }: { readonly speaker: RegExp; readonly by: { readonly [name: string]: 'user' | 'agent' } },
  place: Path,
  log: CallLog,
  other?: () => void,
): void {
  const marks = [...text.matchAll(speaker)];
  for (const [index, mark] of marks.entries()) {
    const words = text.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim();
    const who = by[mark[1] ?? ''];
    if (who === undefined) other?.();
    else if (words !== '') log.said({ by: who, text: words, place });
  }
}
