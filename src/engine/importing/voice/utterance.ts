import type { Path } from '../../model/path.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';
import type { Said } from './call-log.ts';

/** An utterance that the recording contains in pieces: fragments, sentences or single words. */
export interface Utterance {
  readonly by: 'user' | 'agent';
  /** When it began, as UTC ISO 8601. */
  readonly at: string | undefined;
  /** The place where it begins in the recording. */
  readonly place: Path;
  readonly texts: string[];
  /** The recogniser's latest, not yet final guess: the next piece replaces it. */
  guess: string | undefined;
  /** The places of its words. */
  readonly wordPlaces: Path[];
  /** The model's text, if the recording has it beside the words that were heard. */
  intended: string | undefined;
  interrupted: boolean;
  tokens: RecordedTokens | undefined;
}

/** `entry`: where it begins. */
export const beginUtterance = (by: Utterance['by'], { at, place }: Pick<Utterance, 'at' | 'place'>): Utterance => ({
  by,
  at,
  place,
  texts: [],
  guess: undefined,
  wordPlaces: [],
  intended: undefined,
  interrupted: false,
  tokens: undefined,
});

export function addWords(utterance: Utterance, text: string, place: Path): void {
  utterance.texts.push(text);
  utterance.wordPlaces.push(place);
}

/** The utterance as one turn. `text`: its pieces put together, with the last guess at the end if it never became final. */
export const saidIn = (utterance: Utterance, text: string | undefined): Said => ({
  ...utterance,
  text,
  alsoAt: utterance.wordPlaces.filter((one) => one !== utterance.place),
});
