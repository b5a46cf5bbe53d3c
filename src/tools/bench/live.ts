import { unhurried } from '../../base/pace.ts';
import { GrowingSession } from '../../engine/opening/growing-session.ts';
import { openEntry, type OpenSession } from '../../engine/opening/open-session.ts';
import { decisionsOf } from '../../engine/rules/decisions.ts';
import { sweep } from '../../engine/rules/sweep.ts';
import { swept } from '../../engine/rules/swept.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { chatLog, growing } from './generate.ts';
import { median, ms, ratio, spent, type Line } from './measure.ts';

const short = 1_000;
const long = 100_000;
/** Many turns in one measurement: one of them takes too short a time for the clock. */
const added = 400;

/** One more turn of a live session and its verdict: a call without its result, then the same call with it. */
export async function liveLines(): Promise<readonly Line[]> {
  const few = await costOfTurn(short);
  const many = await costOfTurn(long);
  return [
    {
      what: `one more call and its result at ${long} turns with a rule judged, against ${short} turns (${ms(few.turn)}); columns and sweep made anew: ${ms(many.anew)}`,
      measured: `${ms(many.turn)}, ${ratio(many.turn / few.turn)}`,
      budget: '≤ 1.5 ×',
      kept: many.turn <= 1.5 * few.turn,
    },
  ];
}

async function costOfTurn(turns: number): Promise<{ readonly turn: number; readonly anew: number }> {
  const text = await openText(chatLog(turns));
  if (!text.ok) throw new Error(text.problem.message);
  const opened = openEntry(text.value, 0, systemOf);
  if (!opened.ok) throw new Error(opened.problem.message);
  const { system, session } = opened.value;
  const call = session.events.find((event) => typeof event === 'object' && event !== null && 'outcome' in event);
  const live = new GrowingSession(system, session);
  const rule = growing(0);
  const decisions = decisionsOf(opened.value);
  const shown = (): OpenSession => ({ ...opened.value, session: live.session, history: live.history });
  const turn = async () => {
    live.grow([{ ...(call as object), outcome: 'no_result', output: undefined }]);
    await swept(shown(), rule, decisions, unhurried);
    live.grow([call], live.session.events.length - 1);
    await swept(shown(), rule, decisions, unhurried);
  };
  for (let i = 0; i < added; i++) await turn();
  const start = spent();
  for (let i = 0; i < added; i++) await turn();
  const cost = (spent() - start) / added;
  const anew = await median(3, async () => {
    system.history(live.session);
    await sweep(shown(), rule, decisions, unhurried);
  });
  return { turn: cost, anew };
}
