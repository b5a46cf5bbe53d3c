import type { Pace } from '../../base/pace.ts';
import type { TurnIndex } from '../model/history.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { turnsBefore, type Cut } from './cut.ts';
import { verdictsOf, type Judged } from './judged.ts';
import type { HiddenKind } from './patterns/pattern.ts';

/** Compares the verdicts on the session that leaves with those on the session here. */
export interface Proof {
  /** Number of rules, the policy counted as one. Nothing is proved without one. */
  readonly judges: number;
  /** Turns that were compared. */
  readonly turns: number;
  /** Turns with another verdict, as they are counted in the session that leaves. The first of them. */
  readonly differing: readonly DifferingTurn[];
  readonly differingTurns: number;
  /** What hides the values that these verdicts need; empty where something else changed them, such as missing turns. */
  readonly causes: readonly HiddenKind[];
}

export interface DifferingTurn {
  readonly turn: TurnIndex;
  readonly here: TurnIndex | null;
  /** As the verdict is here, and as it is on the session that leaves. */
  readonly before: string;
  readonly after: string;
}

const mostListed = 100;

export async function prove(
  open: OpenSession,
  again: OpenSession,
  cut: Cut,
  judged: Judged,
  pace: Pace,
): Promise<Proof> {
  const judges = judged.rules.length + (judged.policy === null ? 0 : 1);
  const turns = turnsBefore(open.history, again.history, cut);
  if (judges === 0) return { judges, turns: turns.length, differing: [], differingTurns: 0, causes: [] };
  const before = await verdictsOf(open, judged, pace);
  const after = await verdictsOf(again, judged, pace);
  const all = turns.flatMap((here, turn): DifferingTurn[] => {
    const words = after.map(
      (of, judge) => [here === null ? 'no turn' : (before[judge]?.[here] ?? ''), of[turn] ?? ''] as const,
    );
    const other = words.find(([was, is]) => was !== is);
    return other === undefined ? [] : [{ turn, here, before: other[0], after: other[1] }];
  });
  return { judges, turns: turns.length, differing: all.slice(0, mostListed), differingTurns: all.length, causes: [] };
}
