import { unhurried, type Pace } from '../../base/pace.ts';
import type { Result } from '../../base/result.ts';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { VerdictCounts } from '../../engine/model/verdict.ts';
import { methods } from '../../worker/methods.ts';
import type { Rule, SessionOutline } from '../../worker/protocol.ts';

/** The page's engine, without the port in between. */
export const engine = methods();

export async function openSession(text: string, pace: Pace = unhurried): Promise<SessionOutline> {
  const opened = must(await engine.open({ text, name: 'bench' }, pace));
  return must(await engine.openSession({ source: opened.source, entry: 0 }, pace));
}

export async function closeSession({ ref }: SessionOutline): Promise<void> {
  await engine.close({ source: ref.id.split(':')[0] ?? '' }, unhurried);
}

export async function sweep({ ref }: SessionOutline, rule: Rule): Promise<VerdictCounts> {
  const { counts } = must(await engine.sweep({ session: ref, rule, decisions: defaultDecisions }, unhurried));
  // A rule that is an error at every turn is fast for the wrong reason.
  if (counts.pass + counts.fire === 0 || counts.error + counts.unknown > 0) {
    throw new Error(`${rule.expression} has other counts than expected: ${JSON.stringify(counts)}`);
  }
  return counts;
}

/** A generated recording is never refused; if it is, the benchmark measures nothing. */
export function must<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
