import * as v from 'valibot';
import type { Noting } from '../../importing/noting.ts';
import type { Step, Tokens, Totalled } from '../../importing/transcript/transcript.ts';
import { FinalMetrics, type Trajectory } from './format.ts';

/**
 * The trajectory states what was spent in all. That is more than its steps tell where a part of the run, such as a sub-agent,
 * is in another file.
 */
export function totalIn({ final_metrics }: Trajectory, steps: readonly Step[], noting: Noting): readonly Totalled[] {
  const stated = v.safeParse(FinalMetrics, final_metrics);
  if (!stated.success) return [];
  const { total_prompt_tokens: prompt, total_completion_tokens: completion } = stated.output;
  if (prompt === undefined || completion === undefined) return [];
  const told = sumOf(steps);
  if (told.prompt >= prompt && told.completion >= completion) return [];
  const place = ['final_metrics'];
  noting.note('info', 'atif/totals', place, () => {
    const [more, written] = [prompt - told.prompt, completion - told.completion];
    return `Of the tokens that the run spent in all, ${more} of the prompts and ${written} of the answers are in no step: they are counted at its end.`;
  });
  return [{ kind: 'totalled', tokens: { prompt, completion }, place }];
}

function sumOf(steps: readonly Step[]): Required<Tokens> {
  const sum = { prompt: 0, completion: 0 };
  const rest = [...steps];
  for (let step = rest.pop(); step !== undefined; step = rest.pop()) {
    if (step.kind === 'delegated') rest.push(...step.task.steps);
    if (step.kind === 'called') rest.push(...(step.call.task?.steps ?? []));
    if (step.kind !== 'generated') continue;
    rest.push(...step.calls.flatMap(({ task }) => task?.steps ?? []));
    sum.prompt += step.tokens?.prompt ?? 0;
    sum.completion += step.tokens?.completion ?? 0;
  }
  return sum;
}
