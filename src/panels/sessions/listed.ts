import { count, counted } from '../../ui/format.ts';
import { errorsAmong } from '../words.ts';
import type { Rule, SessionOutline, Sweep } from '../../worker/protocol.ts';

/** What the list shows of a session. */
export interface Listed {
  readonly title: string;
  readonly outline: SessionOutline;
  /** Null while there is none. */
  readonly rule: Rule | null;
  /** Undefined while the rule is judged. */
  readonly sweep: Sweep | undefined;
  /** How often the rule fires; errors count as well where they count as failed. */
  readonly fires: number;
}

/** By the button of a session, so that all of them can be drawn as one picture. */
export const listed = new WeakMap<Element, Listed>();

/** `14 turns, task` */
export const factsInWords = ({ kinds, turns, system }: SessionOutline): string =>
  `${kinds.snapshot > 0 ? 'snapshot' : counted(turns, 'turn')}, ${system}`;

export const firesInWords = ({ counts, problem }: Sweep, fires: number): string =>
  problem !== null
    ? 'the rule does not run here'
    : counts.eligible === 0
      ? 'no eligible turn'
      : `fires at ${count(fires)} of ${count(counts.eligible)} eligible${errorsAmong(fires, counts.fire)}${counts.unknown > 0 ? `, unknown at ${count(counts.unknown)}` : ''}`;
