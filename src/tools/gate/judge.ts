import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from '../../base/result.ts';
import type { History } from '../../engine/model/history.ts';
import { isRecord } from '../../engine/model/value.ts';
import { openEntry, type OpenSession } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { decisionsUnder } from '../../engine/policies/declared.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import { SettledDraft } from '../../engine/policies/draft.ts';
import { Pipeline } from '../../engine/policies/pipeline.ts';
import { json } from '../../engine/readers/json/index.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import type { Hook, HookAgent } from './agents/hook-agent.ts';
import { agentNamed } from './agents/registry.ts';
import { decide, type Decided } from './decide.ts';
import { fallBack, type Decision } from './decision.ts';
import { FollowedTranscript } from './followed-transcript.ts';
import type { GateChoices } from './options.ts';
import { PendingTurns } from './pending-turn.ts';
import { PolicyFile } from './policy-file.ts';

/** What was decided about one hook. */
export interface Judged extends Decided {
  /** Null when the input is of no hook, or of one that no rule is about. */
  readonly hook: Hook | null;
  /** The turn of the session at which it was judged. */
  readonly turn: number | null;
}

/** A pipeline with the facts that it was made from. The columns of a session that grows stay one object. */
interface KnownPipeline {
  readonly pipeline: Pipeline;
  readonly history: History;
  readonly header: object;
  readonly policy: Policy;
  /** Names: the lists of steps are made for each. */
  readonly functions: string;
}

/** An agent may create or write its transcript a moment after it calls the hook. */
const waits = 4;
const waitMs = 100;

/** Judges what is pending in one session, which it follows. */
export class Judge {
  readonly #choices: GateChoices;
  readonly #agent: HookAgent;
  readonly #policy: PolicyFile;
  readonly #pending: PendingTurns;
  #path: string | null = null;
  #transcript: FollowedTranscript | null = null;
  #judging: Promise<unknown> = Promise.resolve();
  #pipeline: KnownPipeline | null = null;

  constructor(choices: GateChoices) {
    this.#choices = choices;
    this.#agent = agentNamed(choices.agent);
    this.#pending = new PendingTurns(this.#agent);
    this.#policy = new PolicyFile(choices.policy);
  }

  /** One after the other: each is judged on the session with those before it. `input`: what the hook was given. */
  judge(input: string): Promise<Judged> {
    const judged = this.#judging.then(() =>
      this.#judged(input).catch((bug: unknown): Judged => {
        const why = bug instanceof Error ? bug.message : String(bug);
        return { ...this.#failed(`this is a bug in Contextscope: ${why}`), hook: null, turn: null };
      }),
    );
    this.#judging = judged;
    return judged;
  }

  /** Reads a transcript before the first call; what is wrong with it is said then. */
  async prepare(transcript: string): Promise<void> {
    const read = this.#judging.then(() => this.#transcriptAt(transcript).read());
    this.#judging = read.catch(() => undefined);
    await this.#judging;
  }

  /** Reads the whole transcript again, unless it was read as a whole. False if it was stopped. */
  async readAgain(isStopped: () => boolean): Promise<boolean> {
    const before = this.#transcript;
    if (before?.hasGrown !== true) return true;
    const after = await before.again(isStopped);
    if (after !== null && this.#transcript === before && !isStopped()) this.#transcript = after;
    return after !== null;
  }

  async #judged(input: string): Promise<Judged> {
    const read = json.read(input);
    if (!read.ok || read.value.notes.length > 0 || !isRecord(read.value.value))
      return { ...this.#failed('the input of the hook is no JSON object'), hook: null, turn: null };
    const hook = this.#agent.read(read.value.value);
    if (hook === null) return { decision: { kind: 'pass' }, rules: [], hook: null, turn: null };
    if (typeof hook === 'string') return { ...this.#failed(hook), hook: null, turn: null };
    const policy = await this.#policy.policy();
    if (!policy.ok) return { ...this.#failed(policy.problem), hook, turn: null };
    const base = await this.#sessionOf(hook);
    if (!base.ok) return { ...this.#failed(base.problem), hook, turn: null };
    const { session, turn } = this.#pending.of(base.value, hook);
    const pipeline = this.#pipelineOn(session, policy.value);
    const decided = decide(hook, policy.value, pipeline.turn(turn), this.#choices.onUnknown);
    if (decided.decision.kind === 'deny') this.#pending.denied(hook, decided.decision.reason);
    return { ...decided, hook, turn: turn.index };
  }

  /** The one of the last time, which keeps the plans of its expressions and what they have seen of lists, unless its facts changed. */
  #pipelineOn(session: OpenSession, policy: Policy): Pipeline {
    const { history } = session;
    const { header } = session.session;
    const functions = history.functions.map(({ key }) => key).join('\n');
    const known = this.#pipeline;
    if (
      known?.history === history &&
      known.header === header &&
      known.policy === policy &&
      known.functions === functions
    ) {
      known.pipeline.follow(session);
      return known.pipeline;
    }
    // What happened, happened: earlier calls count as the transcript says, not as the policy would have them.
    const pipeline = new Pipeline(session, policy, decisionsUnder(policy, session), new SettledDraft(history));
    this.#pipeline = { pipeline, history, header, policy, functions };
    return pipeline;
  }

  #failed(why: string): Decided {
    return { decision: failure(this.#choices, why), rules: [] };
  }

  #transcriptAt(path: string): FollowedTranscript {
    if (this.#path !== path || this.#transcript === null) this.#transcript = new FollowedTranscript(path);
    this.#path = path;
    return this.#transcript;
  }

  async #sessionOf(hook: Hook): Promise<Result<OpenSession, string>> {
    for (let attempt = 1; ; attempt++) {
      const read = await this.#transcriptAt(hook.transcript).read();
      if (read.ok && read.value !== null) {
        const { system } = read.value.session;
        return system === 'task' ? ok(read.value) : err(unread(hook, `it is of the system ${system}`));
      }
      // Before the first prompt, a transcript is absent, or has only lines about the program.
      if (hook.pending.at === 'prompt') return emptySession(this.#agent);
      const why = read.ok ? 'it has no turn' : read.problem.message;
      if (attempt === waits) return err(unread(hook, why));
      await wait(waitMs);
    }
  }
}

const failure = ({ onFailure }: GateChoices, why: string): Decision =>
  fallBack(onFailure, `Contextscope could not judge this: ${why}`);

const unread = ({ transcript }: Hook, why: string): string => `the transcript ${transcript} cannot be used: ${why}`;

async function emptySession({ title }: HookAgent): Promise<Result<OpenSession, string>> {
  const header = { title, agent: { name: title }, capabilities: [] };
  const text = JSON.stringify({ format: 'contextscope/session', version: 1, system: 'task', header, events: [] });
  const opened = await openText(text);
  const entry = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  return entry.ok ? entry : err(entry.problem.message);
}
