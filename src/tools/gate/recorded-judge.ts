import { toJson } from '../../engine/model/json.ts';
import type { Value } from '../../engine/model/value.ts';
import type { Decision } from './decision.ts';
import type { Hook } from './agents/hook-agent.ts';
import { resultOf } from './hook-values.ts';
import { Judge } from './judge.ts';
import type { GateChoices } from './options.ts';
import { addToLog, recordOf, troubleOf } from './record.ts';
import { SentDecisions } from './send-decisions.ts';

/** Judges, and records what was decided: in the log and at the server, where they were chosen. */
export class RecordedJudge {
  readonly #choices: GateChoices;
  readonly #judge: Judge;
  #sent: SentDecisions | null = null;
  #notice: string | null = null;

  constructor(choices: GateChoices) {
    this.#choices = choices;
    this.#judge = new Judge(choices);
  }

  /** `isWaiting`: whether the hook still waits; if not, it asks again, and that is recorded. */
  async judge(input: string, isWaiting = () => true): Promise<Decision> {
    const began = performance.now();
    const judged = await this.#judge.judge(input);
    const { decision, hook } = judged;
    const { log, to } = this.#choices;
    if ((log === null && to === null) || (hook === null && decision.kind === 'pass') || !isWaiting()) return decision;
    const record = recordOf(this.#choices, { ...judged, hook: asRead(hook), tookMs: performance.now() - began });
    // What the hook was given was read by our own reader, which keeps exact numbers.
    const line = toJson(record as Value);
    if (log !== null) addToLog(log, line);
    if (to !== null && hook !== null) {
      this.#sent ??= new SentDecisions(to, hook.session, (sentence) => this.#trouble(sentence));
      this.#sent.send(line);
    }
    return decision;
  }

  prepare(transcript: string): Promise<void> {
    return this.#judge.prepare(transcript);
  }

  readAgain(isStopped: () => boolean): Promise<boolean> {
    return this.#judge.readAgain(isStopped);
  }

  /** What is wrong with sending decisions, for the user: once. */
  takeNotice(): string | null {
    const notice = this.#notice;
    if (notice !== null) this.#notice = '';
    return notice === '' ? null : notice;
  }

  #trouble(sentence: string): void {
    this.#notice ??= sentence;
    const { log, agent } = this.#choices;
    if (log !== null) addToLog(log, JSON.stringify(troubleOf(agent, sentence)));
  }

  async settled(): Promise<void> {
    await this.#sent?.settled();
  }
}

/** The result of a call as the policy judged it, which is what the model reads. */
function asRead(hook: Hook | null): Hook | null {
  if (hook?.pending.at !== 'after-call') return hook;
  const { pending } = hook;
  // What the hook was given was read by our own reader, so all in it is a value.
  return { ...hook, pending: { ...pending, output: resultOf((pending.output ?? null) as Value) } };
}
