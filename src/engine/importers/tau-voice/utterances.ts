import type { Path } from '../../model/path.ts';
import type { Chunk } from './format.ts';

/** Someone speaks, from one tick to another. */
export interface Utterance {
  readonly by: 'user' | 'agent';
  readonly from: number;
  to: number;
  text: string;
  /** The other began while this went on, and this fell silent while the other went on. */
  interrupted: boolean;
  readonly place: Path;
  /** The ticks that have words of it. */
  readonly lines: Path[];
}

/**
 * Brings the ticks in which someone speaks together. A pause divides what is said only where the other side began or
 * ended meanwhile: people breathe, and so do synthetic voices.
 */
export class Floor {
  readonly utterances: Utterance[] = [];
  readonly #latest: { user?: Utterance; agent?: Utterance } = {};
  /** The tick at which each side last began or fell silent. */
  readonly #turned = { user: -1, agent: -1 };
  readonly #isSpeaking = { user: false, agent: false };
  #isBackchannel = false;

  hear(by: Utterance['by'], chunk: Chunk | undefined, tick: number, place: Path): void {
    const speaks = chunk?.contains_speech === true;
    const action = chunk?.turn_taking_action?.action;
    if (speaks !== this.#isSpeaking[by]) this.#turned[by] = tick;
    if (speaks) this.#speak(by, chunk, tick, place, action === 'generate_message' || action === 'backchannel');
    else if (this.#isSpeaking[by] && by === 'agent') this.#fellSilent(tick);
    if (by === 'user' && speaks && action !== undefined && action !== 'keep_talking') {
      this.#isBackchannel = action === 'backchannel';
    }
    this.#isSpeaking[by] = speaks;
  }

  #speak(by: Utterance['by'], chunk: Chunk | undefined, tick: number, place: Path, isNew: boolean): void {
    const other = by === 'user' ? 'agent' : 'user';
    let utterance = this.#latest[by];
    const isPause = utterance !== undefined && utterance.to < tick - 1;
    if (utterance === undefined || isNew || (isPause && this.#turned[other] > utterance.to)) {
      utterance = { by, from: tick, to: tick, text: '', interrupted: false, place, lines: [] };
      this.#latest[by] = utterance;
      this.utterances.push(utterance);
    }
    utterance.to = tick;
    const words = chunk?.is_audio === true ? '' : (chunk?.content ?? '');
    utterance.text += words;
    if (words !== '') utterance.lines.push(place);
  }

  #fellSilent(tick: number): void {
    const { agent, user } = this.#latest;
    if (agent === undefined || user === undefined || !this.#isSpeaking.user || this.#isBackchannel) return;
    agent.interrupted = user.from > agent.from && user.from < tick;
  }
}
