import { celEnv, parse, plan, type CelInput } from '@bufbuild/cel';
import { turnsPerRound } from './generate.ts';
import { spent } from './measure.ts';

/** So many turns are evaluated for the baseline; all of them would take minutes. */
export const sampled = 40;

/** What the CEL package's own evaluator takes for one turn, in milliseconds: the mean of some, evenly spread. */
export function plainTurn(expression: string, turns: number): number {
  const evaluate = plan(celEnv(), parse(expression));
  const inputs = Array.from({ length: turns / turnsPerRound }, (_, round) => ({ order: `A-${round}`, amount: 40n }));
  const newestFirst = inputs.toReversed();
  let taken = 0;
  for (let step = 1; step <= sampled; step++) {
    const used = Math.floor((inputs.length * step) / sampled);
    const context: CelInput = { capabilities: { refund: { inputs: newestFirst.slice(-used) } } };
    const start = spent();
    evaluate({ context, input: { order: 'A-0', amount: 40n } });
    taken += spent() - start;
  }
  return taken / sampled;
}
