import { paced, Stopped, unhurried, type Pace } from '../../base/pace.ts';
import type { Decisions } from '../model/decisions.ts';
import type { Growth } from '../model/growth.ts';
import type { History, InvocationOutcome, Turn, TurnIndex } from '../model/history.ts';
import { indexOf } from '../model/history-index.ts';
import { addToTally, type PolicyOutcome, policyOutcomes, withRoom } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { nextMark, TurnMarks } from '../rules/turn-marks.ts';
import { declaredBy } from './declared.ts';
import { type Draft, SettledDraft } from './draft.ts';
import { DraftHistory } from './draft-history.ts';
import { Pipeline } from './pipeline.ts';
import type { Policy } from './policy.ts';
import { quietTurn, type ReplayedTurn } from './replayed-turn.ts';
import { allInvoked } from './step-lists.ts';

/** A recorded session under a policy, as far as the recording decides it. */
export interface Replay {
  /** One index into `policyOutcomes` per turn. */
  readonly codes: Uint8Array;
  readonly counts: { readonly [O in PolicyOutcome]: number };
  /**
   * The first turn with another outcome than recorded. The turns after it are still judged, on the recorded data: a
   * model's other answer is never made up. Null when no turn differs.
   */
  readonly divergesAt: TurnIndex | null;
  /** The first turn at which the task was locked; nothing runs after it. */
  readonly lockedAt: TurnIndex | null;
  /** Per function: outcomes as recorded, and with the policy's blocks. */
  readonly functions: readonly FunctionCounts[];
}

export interface FunctionCounts {
  readonly function: string;
  readonly recorded: OutcomeCounts;
  readonly replayed: OutcomeCounts;
}

export type OutcomeCounts = { readonly [O in InvocationOutcome]: number };

export interface Replayed {
  readonly replay: Replay;
  /**
   * The result of one turn, step by step: computed on request, because only a few turns of a long session are viewed.
   */
  turnAt(turn: TurnIndex): ReplayedTurn;
}

/** Judges the turns in order, with the counters changed by the policy's own blocks; up to `end`, or all of them. */
export async function replay(
  session: OpenSession,
  policy: Policy,
  chosen: Decisions,
  pace: Pace,
  end = session.history.turns.length,
): Promise<Replayed> {
  const replaying = new Replaying(session, policy, chosen);
  await replaying.goOn(session, pace, end);
  return replaying.result(session);
}

/** The same for a policy that is shown: the latest replay of a session is kept, and continues when the session has grown. */
export function keptReplay(session: OpenSession, policy: Policy, chosen: Decisions, pace: Pace): Promise<Replayed> {
  const { history } = session;
  const before = latest.get(history.growth);
  const going = (async () => {
    // With two requests at the same time, the second continues the first.
    const known = await before;
    const replaying = known?.isOf(session, policy, chosen) === true ? known : new Replaying(session, policy, chosen);
    const stop = await replaying.goOn(session, pace, history.turns.length).catch(wasStopped);
    return { replaying, stop };
  })();
  const kept = going.then(
    ({ replaying }) => replaying,
    () => null,
  );
  latest.set(history.growth, kept);
  return going.then(({ replaying, stop }) => {
    if (stop !== undefined) throw stop;
    return replaying.result(session);
  });
}

const latest = new WeakMap<Growth, Promise<Replaying | null>>();

/** A replay that was stopped can continue later; after a bug it cannot. */
function wasStopped(cause: unknown): Stopped {
  if (cause instanceof Stopped) return cause;
  throw cause;
}

/** A replay that continues where it ended, or at a mark before the first turn that has changed since. */
class Replaying {
  readonly #history: History;
  readonly #policy: Policy;
  readonly #chosen: string;
  readonly #draft: DraftHistory;
  readonly #pipeline: Pipeline;
  /** For turns in any order. */
  readonly #settled: Pipeline;
  readonly #pipelineOf: (session: OpenSession, draft: Draft) => Pipeline;
  readonly #marks = new TurnMarks();
  #pace = unhurried;
  /** The changes of the history that the outcomes know. */
  #changes = 0;
  #codes = new Uint8Array(64);
  readonly #tally = new Uint32Array(policyOutcomes.length);
  /** Number of turns that were judged. */
  #judged = 0;
  #divergesAt: TurnIndex | null = null;
  #lockedAt: TurnIndex | null = null;

  constructor(session: OpenSession, policy: Policy, chosen: Decisions) {
    this.#history = session.history;
    this.#policy = policy;
    this.#chosen = JSON.stringify(chosen);
    const decisions = { ...chosen, declared: declaredBy(policy) };
    this.#draft = new DraftHistory(session.history, allInvoked(policy));
    this.#pipelineOf = (open, draft) => new Pipeline(open, policy, decisions, draft);
    this.#pipeline = new Pipeline(session, policy, decisions, this.#draft, () => this.#pace.stopped);
    this.#settled = this.#pipelineOf(session, new SettledDraft(this.#draft.history));
    this.#marks.add(0, this.#pipeline.mark());
  }

  /** Whether it can continue. Columns that were rebuilt, and those of child tasks, begin again. */
  isOf({ history }: OpenSession, policy: Policy, chosen: Decisions): boolean {
    const isSame = history === this.#history && policy === this.#policy && JSON.stringify(chosen) === this.#chosen;
    const changed = history.growth.since(this.#changes);
    return isSame && (history.own === undefined ? changed >= 0 : changed === Infinity);
  }

  async goOn(session: OpenSession, pace: Pace, end: number): Promise<void> {
    const { growth, turns } = session.history;
    const changed = Math.max(0, growth.since(this.#changes));
    if (changed < this.#judged) this.#backTo(changed);
    this.#changes = growth.count;
    const from = this.#judged;
    this.#pace = pace;
    this.#pipeline.follow(session);
    this.#settled.follow(session);
    this.#codes = withRoom(this.#codes, end);
    let toMark = nextMark(from, end);
    await paced(end - from, pace, (done) => {
      const index = from + done;
      const turn = turns[index];
      // Another reading may have removed it meanwhile.
      if (turn === undefined) return;
      if (index >= toMark) {
        this.#marks.add(index, this.#pipeline.mark());
        toMark = nextMark(index + 1, end);
      }
      this.#judge(turn);
    });
    this.#marks.thin(end);
  }

  #judge(turn: Turn): void {
    const { index } = turn;
    const { outcome, diverges } = this.#pipeline.turn(turn);
    const code = policyOutcomes.indexOf(outcome);
    this.#codes[index] = code;
    this.#tally[code] = (this.#tally[code] ?? 0) + 1;
    if (diverges) this.#divergesAt ??= index;
    if (outcome === 'lock') this.#lockedAt ??= index;
    this.#judged = index + 1;
  }

  #backTo(changed: TurnIndex): void {
    const from = this.#marks.backTo(changed);
    this.#draft.backTo(from);
    addToTally(this.#tally, this.#codes.subarray(from, this.#judged), -1);
    this.#judged = from;
    if ((this.#divergesAt ?? -1) >= from) this.#divergesAt = null;
    if ((this.#lockedAt ?? -1) >= from) this.#lockedAt = null;
  }

  result(session: OpenSession): Replayed {
    const { history } = session;
    const { turns, functions } = history;
    const codes = new Uint8Array(turns.length);
    codes.set(this.#codes.subarray(0, Math.min(turns.length, this.#judged)));
    const judged = this.#judged;
    return {
      replay: {
        codes,
        counts: countsOf(this.#tally, turns.length - judged),
        divergesAt: this.#divergesAt,
        lockedAt: this.#lockedAt,
        functions: functions.map(({ key }) => ({
          function: key,
          recorded: outcomesOf(history, key),
          replayed: outcomesOf(this.#draft.history, key),
        })),
      },
      turnAt: (index) => {
        const turn = turns[index];
        if (turn === undefined || index >= judged) return quietTurn;
        const pipeline = this.#draft.isSettled(turn) ? this.#settled : this.#pipelineOf(session, this.#draft.at(turn));
        const { diverges: _, ...result } = pipeline.turn(turn);
        return result;
      },
    };
  }
}

function countsOf(tally: Uint32Array, notJudged: number): Replay['counts'] {
  const of = (outcome: PolicyOutcome) => tally[policyOutcomes.indexOf(outcome)] ?? 0;
  return {
    none: of('none') + notJudged,
    pass: of('pass'),
    continued: of('continued'),
    unknown: of('unknown'),
    block: of('block'),
    lock: of('lock'),
  };
}

function outcomesOf(history: History, key: string): OutcomeCounts {
  const column = indexOf(history).functions.get(key);
  const of = (outcome: Exclude<InvocationOutcome, 'pending'>) => column?.[outcome].at(-1) ?? 0;
  const ended = {
    successful: of('successful'),
    errored: of('errored'),
    restricted: of('restricted'),
    'no-result': of('no-result'),
  };
  const pending = (column?.invocations.length ?? 0) - Object.values(ended).reduce((sum, count) => sum + count);
  return { ...ended, pending };
}
