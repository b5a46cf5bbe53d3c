import type { EngineAgreement, Portability } from '../../../engine/model/portability.ts';
import type { VerdictCounts } from '../../../engine/model/verdict.ts';
import { count, counted } from '../../../ui/format.ts';
import type { JudgedByEngine } from '../../../worker/engines-protocol.ts';

/** What an engine makes of the rule, in one line. */
export function answerWords({ agreement, refusal, differs, eligible, judged }: JudgedByEngine): string {
  if (refusal !== null) return `Does not accept the rule: ${refusal}`;
  const late = judged < eligible ? `; the time was over after ${counted(judged, 'turn')}` : '';
  if (agreement.agrees) return judged === 0 ? 'Accepts the rule' : `Agrees ${atTurns(judged)}${late}`;
  return `Differs at ${count(differs.length)} of ${counted(judged, 'turn')}${late}`;
}

const atTurns = (turns: number) => (turns === 1 ? 'at the turn that it judges' : `at all ${count(turns)} turns`);

/** `3 fire, 9 pass, 1 error` */
export const countWords = ({ fire, pass, error, unknown, value }: VerdictCounts): string =>
  [
    `${count(fire)} fire`,
    `${count(pass)} pass`,
    ...(error > 0 ? [counted(error, 'error')] : []),
    ...(unknown > 0 ? [`${count(unknown)} unknown`] : []),
    ...(value > 0 ? [counted(value, 'value')] : []),
  ].join(', ');

/** Whether the rule gives the same verdicts elsewhere. */
export function portableWords({ portable, engines }: Portability): string {
  const apart = engines.filter(({ agrees }) => !agrees).map(({ engine }) => engine);
  if (portable === 'yes') return 'All engines give the same verdicts in this session.';
  if (portable === 'no') return 'Each other engine refuses the rule or gives another answer at some turn.';
  return `${listed(apart)} ${apart.length === 1 ? 'gives' : 'give'} another answer.`;
}

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** An engine that was ended says nothing about the turns after that. */
export const endedAgreement = (engine: string, message: string): EngineAgreement => ({
  engine,
  agrees: false,
  differs: 0,
  judged: 0,
  message,
});

/** What a live session has received since the comparison began. */
export const sinceWords = (turns: number): string =>
  turns > 0 ? `${counted(turns, 'turn')} since this comparison.` : 'The session has changed since this comparison.';
