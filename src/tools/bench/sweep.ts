import { loadEnvironmentsOf } from '../../engine/environments/registry.ts';
import type { SessionOutline } from '../../worker/protocol.ts';
import { closeSession, openSession, sweep } from './bench.ts';
import { agentHistory, chatLog, gatewayPrompt, growing, repeated, scalar, type Typed } from './generate.ts';
import { median, ms, quantile, ratio, times, type Line } from './measure.ts';
import { plainTurn, sampled } from './plain-cel.ts';

const runs = 9;

/** Sweeps at two lengths, tenfold apart: growth, and the plain CEL package at every turn as the baseline. */
export async function sweepLines(turns: number): Promise<readonly Line[]> {
  const short = await openSession(chatLog(turns));
  const long = await openSession(chatLog(10 * turns));
  const lines: Line[] = [];
  let key = 0;
  const add = async (kind: string, rule: Typed, baseline: number | null) => {
    const few = await median(runs, () => sweep(short, rule(key++)));
    const many = await median(runs, () => sweep(long, rule(key++)));
    const against =
      baseline === null ? '' : `, against the CEL package turn by turn (${ms(baseline)}, judged by ${sampled} turns)`;
    lines.push(
      {
        what: `sweep of ${kind} over ${10 * turns} turns${against}`,
        measured: baseline === null ? ms(many) : `${ms(many)}, ${ratio(baseline / many)} faster`,
        budget: '≤ 150 ms',
        kept: many <= 150,
      },
      {
        what: `growth of the same from ${turns} turns (${ms(few)}) to ${10 * turns}`,
        measured: ratio(many / few),
        budget: '≤ 12 ×',
        kept: many <= 12 * few,
      },
    );
  };
  for (const [kind, rule] of [
    ['a scalar rule', scalar],
    ['exists over a growing list', growing],
    ['exists over repeated orders', repeated],
  ] as const)
    await add(kind, rule, plainTurn(rule(key).expression, 10 * turns) * 10 * turns);
  await loadEnvironmentsOf(['cel-ai.tool-call.before', 'agentgateway.llm.before']);
  // The package has neither the variables nor the functions of an environment.
  await add('exists over agent.history (cel-ai)', agentHistory, null);
  await add('exists over llm.prompt (agentgateway)', gatewayPrompt, null);
  lines.push(await keystrokeLine(short));
  await closeSession(short);
  await closeSession(long);
  return lines;
}

/** Every keystroke is another expression, so nothing can be remembered from the one before. */
async function keystrokeLine(session: SessionOutline): Promise<Line> {
  let key = 0;
  const keystrokes = (count: number) => times(count, () => sweep(session, scalar(key++)));
  await keystrokes(20);
  const late = quantile(await keystrokes(100), 0.95);
  return {
    what: `ribbon after a keystroke at ${session.turns} turns, p95 of 100`,
    measured: ms(late),
    budget: '≤ 30 ms',
    kept: late <= 30,
  };
}
