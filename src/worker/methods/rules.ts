import { giveWay } from '../../base/pace.ts';
import { err, ok } from '../../base/result.ts';
import { find } from '../../engine/rules/sweep.ts';
import { swept } from '../../engine/rules/swept.ts';
import { explainedValue, why } from '../../engine/rules/why.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { Output, Rule } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';

/** Everything about a rule: its diagnostics, its verdicts, and the reasons. */
export function ruleMethods(
  sources: OpenSources,
): Pick<Methods, 'check' | 'sweep' | 'explain' | 'explainedValue' | 'find' | 'passage'> {
  return {
    check: asked(sources, async (session, { rule, decisions }, pace) => {
      // The ribbon comes first, also where it was requested together with this.
      await giveWay(pace);
      // Diagnostics are in a script of their own, so that verdicts do not wait for it.
      const { diagnosticsOf } = await import('./diagnostics.ts');
      return ok(diagnosticsOf(session, rule, decisions));
    }),
    sweep: asked(sources, async (session, { rule, decisions }, pace) => {
      const begin = pace.now();
      const { codes, counts, problem } = await swept(session, rule, decisions, pace);
      const tookMs = pace.now() - begin;
      return ok({ codes, counts, problem: problem && (await advised(problem, rule)), tookMs });
    }),
    explain: asked(sources, async (session, { rule, turn, decisions }, pace) => {
      // Likewise.
      await giveWay(pace);
      const answer = why(session, rule, turn, decisions);
      return answer.ok ? answer : err(await advised(answer.problem, rule));
    }),
    explainedValue: asked(sources, (session, { rule, turn, decisions, ...which }) =>
      explainedValue(session, rule, turn, which, decisions),
    ),
    find: asked(sources, async (session, { expression, decisions }, pace) => {
      const { readWanted, turnsWith } = await import('./find-text.ts');
      const wanted = readWanted(expression, session.system.root);
      if (wanted.kind === 'text') {
        const turns = await turnsWith(session.history, wanted.text, pace);
        return ok<Output<'find'>>({ wanted, turns, errors: 0, firstError: null, unknown: 0 });
      }
      const { matches, counts, firstError, problem } = await find(session, expression, decisions, pace);
      if (problem !== null) return err(problem);
      return ok<Output<'find'>>({ wanted, turns: matches, errors: counts.error, firstError, unknown: counts.unknown });
    }),
    passage: asked(sources, async ({ history }, { turn, text }) => {
      const { passageWith } = await import('./find-text.ts');
      return ok(passageWith(history, turn, text));
    }),
  };
}

/** The rule bar and the verdicts show the same message for an expression that does not parse. */
async function advised(problem: Problem, { expression }: Rule): Promise<Problem> {
  if (problem.code !== 'cel/parse') return problem;
  return (await import('./diagnostics.ts')).withAdvice(problem, expression);
}
