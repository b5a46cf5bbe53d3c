import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import type { Answers } from './answers.ts';
import { Metrics, Stats } from './format.ts';

export interface Spending {
  total(stats: Value | undefined, place: Path): void;
  /** Returns the tokens of the next answer. */
  take(): RecordedTokens | undefined;
  /** Called after the last event. */
  end(): void;
}

/**
 * The totals are written right before the answer that they cover: this answer gets their growth since the totals before.
 * If totals are written again before any answer, the growth belongs to an answer that is not in the file, such as the title
 * of the conversation: it counts in the sum, but for no turn.
 */
export function createSpending(matcher: CallMatcher, answers: Answers, report: ImportReport): Spending {
  let latest: { readonly sums: Required<RecordedTokens>; readonly place: Path } | undefined;
  let grown: RecordedTokens | undefined;
  const unclaimed = () => {
    if (latest === undefined || grown === undefined || (grown.prompt === 0 && grown.completion === 0)) return;
    // The tokens of an answer that is still being assembled are already counted.
    answers.close();
    matcher.addTotals(latest.sums, latest.place);
    grown = undefined;
  };
  return {
    total(stats, place) {
      const sums = sumsOf(stats);
      if (sums === undefined) return;
      unclaimed();
      const prompt = sums.prompt - (latest?.sums.prompt ?? 0);
      const completion = sums.completion - (latest?.sums.completion ?? 0);
      report.note(
        'info',
        'openhands/totals',
        place,
        () => 'Tokens are recorded as running totals: each answer gets the increase.',
      );
      grown = prompt >= 0 && completion >= 0 ? { prompt, completion } : undefined;
      latest = { sums, place };
    },
    take() {
      const latestGrowth = grown;
      grown = undefined;
      return latestGrowth;
    },
    end: unclaimed,
  };
}

function sumsOf(stats: Value | undefined): Required<RecordedTokens> | undefined {
  const parsed = v.safeParse(Stats, stats);
  if (!parsed.success) return undefined;
  let sums: Required<RecordedTokens> | undefined;
  for (const value of Object.values(parsed.output.usage_to_metrics)) {
    const metrics = v.safeParse(Metrics, value);
    const usage = metrics.success ? metrics.output.accumulated_token_usage : undefined;
    if (usage?.prompt_tokens === undefined || usage.completion_tokens === undefined) continue;
    sums = {
      prompt: (sums?.prompt ?? 0) + usage.prompt_tokens,
      completion: (sums?.completion ?? 0) + usage.completion_tokens,
    };
  }
  return sums;
}
