import { err, ok } from '../../base/result.ts';
import { find, swept } from '../../engine/rules/sweep.ts';
import { why } from '../../engine/rules/why.ts';
import type { Methods } from '../serve.ts';
import { asked, type Bench } from './bench.ts';
import { diagnosticsOf } from './diagnostics.ts';

/** Everything about a rule: what is wrong with it, its verdicts, and why. */
export function ruleMethods(bench: Bench): Pick<Methods, 'check' | 'sweep' | 'explain' | 'find'> {
  return {
    check: asked(bench, (session, { rule, decisions }) => ok(diagnosticsOf(session, rule, decisions))),
    sweep: asked(bench, async (session, { rule, decisions }, pace) => {
      const begin = pace.now();
      const { codes, counts, problem } = await swept(session, rule, decisions, pace);
      return ok({ codes, counts, problem, tookMs: pace.now() - begin });
    }),
    explain: asked(bench, (session, { rule, turn, decisions }) => why(session, rule, turn, decisions)),
    find: asked(bench, async (session, { expression, decisions }, pace) => {
      const { matches, counts, firstError, problem } = await find(session, expression, decisions, pace);
      return problem === null ? ok({ turns: matches, errors: counts.error, firstError }) : err(problem);
    }),
  };
}
