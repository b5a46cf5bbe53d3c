import * as v from 'valibot';
import type { ImportReport } from '../../importing/import-report.ts';
import type { TranscriptEntry, RecordedTokens, TotalsEntry } from '../../importing/transcript/transcript.ts';
import { FinalMetrics, type Trajectory } from './format.ts';

/**
 * The trajectory states the tokens of the whole run. They exceed the sum of its steps if a part of the run, such as a
 * sub-agent, is in another file.
 */
export function totalIn(
  { final_metrics }: Trajectory,
  steps: readonly TranscriptEntry[],
  report: ImportReport,
): readonly TotalsEntry[] {
  const stated = v.safeParse(FinalMetrics, final_metrics);
  if (!stated.success) return [];
  const { total_prompt_tokens: prompt, total_completion_tokens: completion } = stated.output;
  if (prompt === undefined || completion === undefined) return [];
  const inSteps = sumOf(steps);
  if (inSteps.prompt >= prompt && inSteps.completion >= completion) return [];
  const place = ['final_metrics'];
  report.note('info', 'atif/totals', place, () => {
    const [promptTokens, completionTokens] = [prompt - inSteps.prompt, completion - inSteps.completion];
    return `Of the tokens that the run spent in all, ${promptTokens} of the prompts and ${completionTokens} of the answers are in no step: they are counted at its end.`;
  });
  return [{ kind: 'totals', tokens: { prompt, completion }, place }];
}

function sumOf(steps: readonly TranscriptEntry[]): Required<RecordedTokens> {
  const sum = { prompt: 0, completion: 0 };
  const rest = [...steps];
  for (let step = rest.pop(); step !== undefined; step = rest.pop()) {
    if (step.kind === 'task') rest.push(...step.task.entries);
    if (step.kind === 'call') rest.push(...(step.call.task?.entries ?? []));
    if (step.kind !== 'model') continue;
    rest.push(...step.calls.flatMap(({ task }) => task?.entries ?? []));
    sum.prompt += step.tokens?.prompt ?? 0;
    sum.completion += step.tokens?.completion ?? 0;
  }
  return sum;
}
