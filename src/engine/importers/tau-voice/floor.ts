import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { fieldAt, textAt } from '../../importing/voice/fields.ts';
import { addWords, beginUtterance, type Utterance } from '../../importing/voice/utterance.ts';

type Side = Utterance['by'];

interface Spoken {
  readonly utterance: Utterance;
  /** The tick of its beginning, and its latest one. */
  readonly from: number;
  to: number;
}

/**
 * Puts the ticks in which somebody speaks together. A pause divides what is said only where the other side began or ended
 * meanwhile: people breathe, and so do synthetic voices.
 */
export class Floor {
  readonly spoken: Spoken[] = [];
  readonly #latest: { [S in Side]?: Spoken } = {};
  /** The tick at which each side last began or fell silent. */
  readonly #turned = { user: -1, agent: -1 };
  readonly #isSpeaking = { user: false, agent: false };
  #isBackchannel = false;

  /** Gives the utterance that begins in this tick. */
  hear(by: Side, chunk: Value | undefined, tick: number, at: string | undefined, place: Path): Utterance | undefined {
    const speaks = fieldAt(chunk, 'contains_speech') === true;
    const action = textAt(chunk, 'turn_taking_action.action');
    const isNew = action === 'generate_message' || action === 'backchannel';
    if (speaks !== this.#isSpeaking[by]) this.#turned[by] = tick;
    const begun = speaks && this.#begins(by, tick, isNew) ? beginUtterance(by, at, place) : undefined;
    if (begun !== undefined) {
      const spoken = { utterance: begun, from: tick, to: tick };
      this.#latest[by] = spoken;
      this.spoken.push(spoken);
    }
    if (speaks) this.#speak(by, chunk, tick, place);
    else if (this.#isSpeaking[by] && by === 'agent') this.#fellSilent(tick);
    if (by === 'user' && speaks && action !== undefined && action !== 'keep_talking') {
      this.#isBackchannel = action === 'backchannel';
    }
    this.#isSpeaking[by] = speaks;
    return begun;
  }

  #begins(by: Side, tick: number, isNew: boolean): boolean {
    const latest = this.#latest[by];
    if (latest === undefined || isNew) return true;
    const isPause = latest.to < tick - 1;
    return isPause && this.#turned[by === 'user' ? 'agent' : 'user'] > latest.to;
  }

  #speak(by: Side, chunk: Value | undefined, tick: number, place: Path): void {
    const latest = this.#latest[by];
    if (latest === undefined) return;
    latest.to = tick;
    const words = fieldAt(chunk, 'is_audio') === true ? '' : (textAt(chunk, 'content') ?? '');
    if (words !== '') addWords(latest.utterance, words, place);
  }

  #fellSilent(tick: number): void {
    const { agent, user } = this.#latest;
    if (agent === undefined || user === undefined || !this.#isSpeaking.user || this.#isBackchannel) return;
    agent.utterance.interrupted = user.from > agent.from && user.from < tick;
  }
}
