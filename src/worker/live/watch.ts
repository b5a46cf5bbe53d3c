import { unhurried } from '../../base/pace.ts';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import type { Growth } from '../../engine/model/growth.ts';
import { verdictCodes, withRoom } from '../../engine/model/verdict.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import type { Rule } from '../../engine/rules/rule.ts';
import { readSwept } from '../../engine/rules/swept.ts';
import type { LiveFire, LiveFires, TurnMove, Watched } from '../live-protocol.ts';

/** Fires that are remembered with their turns; all are counted. */
const maxFires = 200;

const noFires: LiveFires = { total: 0, latest: [] };

/** The rules to judge at each new turn of a live session. */
export interface WatchedRules {
  readonly rulesOf: (session: OpenSession) => readonly { readonly title: string; readonly rule: Rule }[];
  readonly declared: readonly string[];
  readonly decisions: Watched['decisions'];
}

/** A policy without its `invoke` steps, which evaluate nothing. */
export async function watchedPolicy(policy: Policy, decisions: Watched['decisions']): Promise<WatchedRules> {
  const { declaredBy, ruleOf } = await import('../../engine/policies/index.ts');
  return {
    declared: declaredBy(policy),
    decisions,
    rulesOf: ({ history }) =>
      policy.rules
        .filter(({ kind }) => kind !== 'invoke')
        .map((rule) => ({ title: rule.title, rule: ruleOf(policy, rule, history.functions) })),
  };
}

export interface WatchedSession {
  readonly entry: number;
  readonly session: OpenSession;
}

/** Counts where watched rules begin to fire in a stream while it grows. */
export class Watch {
  #watched: WatchedRules | null = null;
  /** The last verdicts of each rule, by the session's entry and the rule's place in the policy. */
  readonly #verdicts = new Map<string, Known>();
  /** Number of verdicts that were read so far. */
  verdictsRead = 0;
  #fires = noFires;
  /** The first verdicts under these rules are the state that later ones are compared with. */
  #isFirst = true;
  /** Judging is asynchronous, and each comparison needs the verdicts of the one before. */
  #queue: Promise<unknown> = Promise.resolve();

  /** Another policy, or an edit of it: the turns that are there already count as known. */
  watch(watched: WatchedRules | null): void {
    this.#watched = watched;
    this.#verdicts.clear();
    this.#isFirst = true;
  }

  /** Judges the sessions of a stream. `isNew`: what fires is news, and not from before the stream was attached. */
  judge(sessions: readonly WatchedSession[], moves: readonly TurnMove[], isNew: boolean): Promise<LiveFires> {
    const judged = this.#queue.then(() => this.#judge(sessions, moves, isNew));
    this.#queue = judged.catch(() => undefined);
    return judged;
  }

  async #judge(sessions: readonly WatchedSession[], moves: readonly TurnMove[], isNew: boolean): Promise<LiveFires> {
    const watched = this.#watched;
    const isNews = isNew && !this.#isFirst;
    this.#isFirst = false;
    const found: LiveFire[] = [];
    for (const { entry, session } of watched === null ? [] : sessions) {
      const decisions = {
        ...defaultDecisions,
        ...session.session.header.decisions,
        ...watched?.decisions,
        declared: watched?.declared ?? [],
      };
      const moved = moves.filter((move) => move.entry === entry);
      for (const [index, { title, rule }] of (watched?.rulesOf(session) ?? []).entries()) {
        const { growth } = session.history;
        // Changes that come while the rule is judged are read again the next time.
        const changes = growth.count;
        const began = await readSwept(session, rule, decisions, unhurried, ({ codes }) => {
          // Meanwhile the user may have chosen other rules.
          if (watched !== this.#watched) return null;
          const key = `${entry} ${index}`;
          const known = this.#verdicts.get(key);
          const before = shifted(known?.codes ?? new Uint8Array(), moved);
          const from = known?.growth === growth ? Math.max(0, growth.since(known.changes)) : 0;
          const turns = begunIn(codes, before, from);
          this.verdictsRead += Math.max(0, codes.length - from);
          const after = withRoom(before, codes.length);
          after.set(codes.subarray(from), Math.min(from, codes.length));
          // Turns that the session no longer has.
          after.fill(0, codes.length);
          this.#verdicts.set(key, { codes: after, growth, changes });
          return turns;
        });
        if (began === null) return this.#fires;
        if (isNews) found.push(...began.map((turn) => ({ entry, turn, rule: title })));
      }
    }
    const known = this.#fires.latest.map((fire) => ({ ...fire, turn: turnAfter(fire, moves) }));
    this.#fires = { total: this.#fires.total + found.length, latest: [...known, ...found].slice(-maxFires) };
    return this.#fires;
  }
}

/** Verdicts up to a change of a session's history; those from the next change on are read again. */
interface Known {
  /** With room for more turns. */
  readonly codes: Uint8Array<ArrayBuffer>;
  readonly growth: Growth;
  readonly changes: number;
}

/** The turns from an index on at which a rule fires that did not fire there before. */
function begunIn(codes: Uint8Array, before: Uint8Array, from: number): readonly TurnIndex[] {
  const turns: TurnIndex[] = [];
  for (let turn = from; turn < codes.length; turn++)
    if (codes[turn] === verdictCodes.fire && before[turn] !== verdictCodes.fire) turns.push(turn);
  return turns;
}

const turnAfter = ({ entry, turn }: LiveFire, moves: readonly TurnMove[]) =>
  moves.reduce((at, move) => (move.entry === entry && at >= move.from ? at + move.by : at), turn);

/** Verdicts at the places where their turns are after turns were inserted; inserted turns have none yet. */
function shifted(codes: Uint8Array<ArrayBuffer>, moves: readonly TurnMove[]): Uint8Array<ArrayBuffer> {
  return moves.reduce((before, { from, by }) => {
    const after = new Uint8Array(before.length + by);
    after.set(before.subarray(0, from));
    after.set(before.subarray(from), from + by);
    return after;
  }, codes);
}
