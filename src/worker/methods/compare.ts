import type { Pace } from '../../base/pace.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Comparable } from '../../engine/compare/pair.ts';
import type { VisibleState } from '../../engine/compare/states.ts';
import { type AlignedRow, type Alignment, rowAt, rowCount } from '../../engine/model/alignment.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import { isSnapshot } from '../../engine/model/snapshot-moment.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { decisionsOf } from '../../engine/rules/decisions.ts';
import { swept } from '../../engine/rules/swept.ts';
import type { CompareApi, ComparedRow } from '../compare-protocol.ts';
import type { Input } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import type { OpenSources } from './open-sources.ts';
import { previewed, rootAt } from './state.ts';
import { rowOf } from './turns.ts';

/** Loaded at the first call: users with one session do not need it. */
const engine = () => import('../../engine/compare/compare.ts');
const states = () => import('../../engine/compare/states.ts');
const totals = () => import('../../engine/compare/totals.ts');
const texts = () => import('./compared-texts.ts');

interface Both {
  readonly session: SessionRef;
  readonly other: SessionRef;
}

/** Compares two open sessions. */
export function compareMethods(sources: OpenSources): Pick<Methods, keyof CompareApi> {
  const alignments = new Alignments();

  /** A method for two sessions: resolves their references first. */
  const ofBoth =
    <I extends Both, O>(answer: (here: OpenSession, there: OpenSession, input: I, pace: Pace) => Promise<O>) =>
    async (input: I, pace: Pace): Promise<Result<O, Problem>> => {
      const here = await sources.resolve(input.session, pace);
      if (!here.ok) return here;
      const there = await sources.resolve(input.other, pace);
      return there.ok ? ok(await answer(here.value, there.value, input, pace)) : there;
    };

  return {
    compare: ofBoth(async (here, there, asked, pace) => {
      const alignment = await alignments.of(asked, here, there, pace);
      const { totalsOf } = await totals();
      return { alignment, totals: totalsOf(alignment, here.history, there.history) };
    }),
    comparedRows: ofBoth(async (here, there, { from, to, ...asked }, pace) => {
      const alignment = await alignments.of(asked, here, there, pace);
      const { comparedTexts } = await texts();
      const end = Math.min(to, rowCount(alignment));
      const aligned = Array.from({ length: Math.max(0, end - from) }, (_, at) => rowAt(alignment, from + at));
      return aligned.map((row) => comparedRow(here, there, row, comparedTexts));
    }),
    comparedActs: ofBoth(async (here, there, { rule, ...asked }, pace) => {
      const alignment = await alignments.of(asked, here, there, pace);
      const { decisions, otherDecisions } = asked;
      const own = await swept(here, rule, decisions, pace);
      const others = await swept(there, rule, otherDecisions, pace);
      const { compareActs } = await totals();
      return compareActs(alignment, rule, { ...own, decisions }, { ...others, decisions: otherDecisions });
    }),
    comparedState: ofBoth(async (here, there, { turn, otherTurn, decisions, otherDecisions }) => {
      const { stateDifferences } = await states();
      return previewed(stateDifferences(visibleAt(there, otherTurn, otherDecisions), visibleAt(here, turn, decisions)));
    }),
  };
}

/** What a rule sees after a turn. */
const visibleAt = (session: OpenSession, turn: TurnIndex, decisions: Decisions): VisibleState => ({
  context: rootAt(session, 'context', turn, decisions),
  [session.system.root]: rootAt(session, 'system', turn, decisions),
});

function comparedRow(
  { history }: OpenSession,
  { history: otherHistory }: OpenSession,
  { kind, differs, here, there }: AlignedRow,
  comparedTexts: Awaited<ReturnType<typeof texts>>['comparedTexts'],
): ComparedRow {
  const turn = here === null ? undefined : history.turns[here];
  const otherTurn = there === null ? undefined : otherHistory.turns[there];
  return {
    kind,
    differs,
    here: turn === undefined ? null : rowOf(history, turn),
    there: otherTurn === undefined ? null : rowOf(otherHistory, otherTurn),
    texts:
      turn === undefined || otherTurn === undefined
        ? []
        : comparedTexts({ history, turn }, { history: otherHistory, turn: otherTurn }, differs),
  };
}

/** The shown pair of sessions, the next state of it while one grows, and the pair before it. */
const mostKept = 3;

/** With the turns that it has now: a live session grows while it is being compared. */
const asItIs = (session: OpenSession, decisions = decisionsOf(session)): Comparable => ({
  history: { ...session.history, turns: [...session.history.turns] },
  snapshot: isSnapshot(session.history) ? visibleAt(session, 0, decisions) : undefined,
});

class Alignments {
  /** The latest comes last. */
  readonly #kept = new Map<string, Alignment>();

  async of(
    { session, other, decisions, otherDecisions }: Input<'compare'>,
    here: OpenSession,
    there: OpenSession,
    pace: Pace,
  ): Promise<Alignment> {
    // Only the states of two snapshots depend on decisions; all others have one alignment.
    const decided = isSnapshot(here.history) && isSnapshot(there.history) ? [decisions, otherDecisions] : [];
    // Of these revisions, whatever has arrived since: all windows of rows must be of one alignment.
    const key = JSON.stringify([session, other, ...decided]);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const { compare } = await engine();
    const alignment = await compare(asItIs(here, decisions), asItIs(there, otherDecisions), pace);
    this.#kept.set(key, alignment);
    for (const [oldest] of this.#kept) if (this.#kept.size > mostKept) this.#kept.delete(oldest);
    return alignment;
  }
}
