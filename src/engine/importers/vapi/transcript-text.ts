import type { Path } from '../../model/path.ts';
import type { Reading } from './messages.ts';

const speaker = /(?:^|\s)(AI|Assistant|Bot|User|Customer):\s/g;

/** A transcript as one text: `AI: How can I help? User: …`. */
export function readTranscriptText(text: string, place: Path, { log, report }: Reading): void {
  report.note(
    'assumed',
    'vapi/transcript-text',
    place,
    () => 'The transcript is one text: it is divided where it names a speaker, and holds no times and no tools.',
  );
  const marks = [...text.matchAll(speaker)];
  for (const [index, mark] of marks.entries()) {
    const said = text.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? text.length).trim();
    const isCaller = mark[1] === 'User' || mark[1] === 'Customer';
    if (said !== '') log.add({ type: isCaller ? 'user-spoke' : 'agent-spoke', text: said }, place);
  }
}
