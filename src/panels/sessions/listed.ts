import { counted } from '../../ui/format.ts';
import { actsInWords } from '../words.ts';
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

export function firesInWords(rule: Rule, { counts, problem }: Sweep, fires: number): string {
  if (rule.expression.trim() === '') return 'no rule';
  if (problem !== null) return 'the rule does not run here';
  return counts.eligible === 0 ? 'no eligible turn' : actsInWords(rule, fires, counts);
}
