import { tokensOf } from '../../importing/messages/any-message.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { Generated } from './format.ts';
import { noteSummed } from './messages.ts';

/**
 * The steps' facts about the answer with this number: each step produced one answer, and a single step belongs to the
 * last one.
 */
export function spentOn(
  answer: number,
  answers: number,
  steps: readonly Generated[],
  report: ImportReport,
): Partial<NormalizedMessage> {
  const isEach = steps.length === answers;
  const step = isEach ? steps[answer] : answer === answers - 1 ? steps.at(-1) : undefined;
  if (answer === -1 || step === undefined) return {};
  if (!isEach) noteSummed([], report);
  const { response, usage, finishReason } = step;
  return {
    tokens: tokensOf(usage),
    ended: finishReason,
    model: response.modelId,
    at: readInstant(response.timestamp, [], report),
  };
}
