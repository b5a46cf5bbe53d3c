import { unhurried } from '../../base/pace.ts';
import type { Result } from '../../base/result.ts';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { methods } from '../../worker/methods.ts';
import type { Rule, SessionOutline } from '../../worker/protocol.ts';

/** The engine as the page has it, without the port in between. */
export const engine = methods();

export async function openSession(text: string): Promise<SessionOutline> {
  const opened = must(await engine.open({ text, name: 'bench' }, unhurried));
  return must(await engine.openSession({ source: opened.source, entry: 0 }, unhurried));
}

export async function closeSession({ ref }: SessionOutline): Promise<void> {
  await engine.close({ source: ref.id.split(':')[0] ?? '' }, unhurried);
}

export async function sweep({ ref }: SessionOutline, rule: Rule) {
  return must(await engine.sweep({ session: ref, rule, decisions: defaultDecisions }, unhurried));
}

/** A generated recording is never refused; if it is, the benchmark measures nothing. */
function must<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
