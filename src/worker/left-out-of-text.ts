import { Stopped, type Pace } from '../base/pace.ts';
import { type Holding, leftOut, type LeftOut } from '../engine/left-out.ts';
import type { History } from '../engine/model/history.ts';
import type { OpenSession } from '../engine/open-text.ts';
import type { Look } from './look.ts';

/** What the text of a session holds and none of the sessions made of it does: what stands in another one is not left out. */
export async function leftOutOfText(look: Look, session: OpenSession, pace: Pace): Promise<LeftOut> {
  const sessions = [holdingOf(session)];
  for (let entry = 0; entry < look.entries.length; entry++) {
    const other = await look.session(entry);
    // Files of an archive have texts of their own.
    if (other.ok && other.value !== session && other.value.document.text === session.document.text) {
      sessions.push(holdingOf(other.value));
    }
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
  }
  return leftOut(session.document.value, sessions, pace);
}

const holdingOf = ({ session, history }: OpenSession): Holding => ({ ...session, sums: sumsIn(history) });

/** What recordings state of themselves: how many turns, calls and contexts there are, how calls ended, what was spent. */
function sumsIn({ turns, invocations, functions, nodes, tokens }: History): readonly number[] {
  const ends = new Map<string, number>();
  for (const { function: key, outcome } of invocations) {
    for (const of of [key, outcome, `${key} ${outcome}`]) ends.set(of, (ends.get(of) ?? 0) + 1);
  }
  const { prompt = 0, completion = 0, total = 0 } = tokens.at(-1) ?? {};
  const delegated = functions.filter(({ kind }) => kind === 'agent').map(({ key }) => ends.get(key) ?? 0);
  const counts = [turns.length, invocations.length, functions.length, nodes.length, ...ends.values()];
  // Nothing is counted by zero.
  return [0, ...counts, ...delegated, delegated.reduce((sum, one) => sum + one, 0), prompt, completion, total];
}
