import type { Path } from '../../model/path.ts';
import type { Part } from '../content/content.ts';
import type { GeneratedTurn, RequestedCall } from '../transcript/call-matcher.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';

/** An answer of the model that its journal writes in several records. */
export interface GatheredAnswer {
  /** Of its first record. */
  readonly place: Path;
  at: string | undefined;
  readonly parts: Part[];
  readonly calls: RequestedCall[];
  /** Places of its further parts. */
  readonly alsoAt: Path[];
  thinks: boolean;
  tokens: RecordedTokens | undefined;
  model?: string | undefined;
  tookMs?: number | undefined;
}

export type AnswersInPieces = ReturnType<typeof answersInPieces>;

export function answersInPieces(add: (answer: GatheredAnswer) => void) {
  let gathered: GatheredAnswer | undefined;
  return {
    /** The answer that is being gathered; a new one if there is none. */
    at: (place: Path, at?: string): GatheredAnswer =>
      (gathered ??= { place, at, parts: [], calls: [], alsoAt: [], thinks: false, tokens: undefined }),
    /** The answer that is being gathered, if any. */
    open: () => gathered,
    /** Adds the answer: a record follows that does not belong to it. */
    close() {
      const answer = gathered;
      gathered = undefined;
      if (answer !== undefined) add(answer);
    },
  };
}

/** Adds a text to an answer. */
export function addText(text: string, place: Path, answer: GatheredAnswer): void {
  answer.parts.push({ mimeType: 'text/plain', text });
  if (answer.place !== place) answer.alsoAt.push(place);
}

/** An answer as a turn of the model. */
export const turnOf = ({ parts, calls, thinks, ...answer }: GatheredAnswer): GeneratedTurn => ({
  ...answer,
  message: parts,
  otherwise: calls.length > 0 ? undefined : thinks ? '[thinking]' : '[no text]',
});
