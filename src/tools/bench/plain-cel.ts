import { celEnv, parse, plan, type CelInput } from '@bufbuild/cel';
import { turnsPerRound } from './generate.ts';
import { spent } from './measure.ts';

/** Number of turns that are evaluated for the baseline: all of them would take minutes. */
export const sampled = 40;

/** Milliseconds per turn of the CEL package's own evaluator: the mean of a sample of turns, evenly spaced. */
export function plainTurn(expression: string, turns: number): number {
  const evaluate = plan(celEnv(), parse(expression));
  const inputs = Array.from({ length: turns / turnsPerRound }, (_, round) => ({ order: `A-${round}`, amount: 40n }));
  const newestFirst = inputs.toReversed();
  let durations = 0;
  for (let step = 1; step <= sampled; step++) {
    const used = Math.floor((inputs.length * step) / sampled);
    const context: CelInput = { capabilities: { refund: { inputs: newestFirst.slice(-used) } } };
    const start = spent();
    evaluate({ context, input: { order: 'A-0', amount: 40n } });
    durations += spent() - start;
  }
  return durations / sampled;
}
