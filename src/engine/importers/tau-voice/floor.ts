import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { fieldAt, textAt } from '../../importing/values/where.ts';
import { addWords, beginUtterance, type Utterance } from '../../importing/voice/utterance.ts';

type Side = Utterance['by'];

interface Spoken {
  readonly utterance: Utterance;
  /** The first and the latest tick of the utterance. */
  readonly from: number;
  to: number;
}

/**
 * Joins the ticks with speech to utterances. A pause divides an utterance only if the other side began or stopped speaking
 * during the pause, because people and synthetic voices also pause to breathe.
 */
export class Floor {
  readonly spoken: Spoken[] = [];
  readonly #latest: { [S in Side]?: Spoken } = {};
  /** The latest tick at which each side began or stopped speaking. */
  readonly #turned = { user: -1, agent: -1 };
  readonly #isSpeaking = { user: false, agent: false };
  #isBackchannel = false;

  /** Returns the utterance that begins in this tick, if one does. */
  hear(by: Side, chunk: Value | undefined, tick: number, at: string | undefined, place: Path): Utterance | undefined {
    const speaks = fieldAt(chunk, 'contains_speech') === true;
    const action = textAt(chunk, 'turn_taking_action.action');
    const isNew = action === 'generate_message' || action === 'backchannel';
    // The agent's greeting is a text without sound.
    const words = fieldAt(chunk, 'is_audio') === true ? '' : (textAt(chunk, 'content') ?? '');
    if (speaks !== this.#isSpeaking[by]) this.#turned[by] = tick;
    const isHeard = speaks || words.trim() !== '';
    const started = isHeard && this.#begins(by, tick, isNew) ? beginUtterance(by, { at, place }) : undefined;
    if (started !== undefined) {
      const spoken = { utterance: started, from: tick, to: tick };
      this.#latest[by] = spoken;
      this.spoken.push(spoken);
    }
    const latest = this.#latest[by];
    if (speaks && latest !== undefined) latest.to = tick;
    if (isHeard && words !== '' && latest !== undefined) addWords(latest.utterance, words, place);
    if (!speaks && this.#isSpeaking[by] && by === 'agent') this.#fellSilent(tick);
    if (by === 'user' && speaks && action !== undefined && action !== 'keep_talking') {
      this.#isBackchannel = action === 'backchannel';
    }
    this.#isSpeaking[by] = speaks;
    return started;
  }

  #begins(by: Side, tick: number, isNew: boolean): boolean {
    const latest = this.#latest[by];
    if (latest === undefined || isNew) return true;
    const isPause = latest.to < tick - 1;
    return isPause && this.#turned[by === 'user' ? 'agent' : 'user'] > latest.to;
  }

  #fellSilent(tick: number): void {
    const { agent, user } = this.#latest;
    if (agent === undefined || user === undefined || !this.#isSpeaking.user || this.#isBackchannel) return;
    agent.utterance.interrupted = user.from > agent.from && user.from < tick;
  }
}
