import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { info, type ImportReport } from '../../importing/import-report.ts';
import type { AnswersInPieces } from '../../importing/journal/answers-in-pieces.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { countAt, recordAt } from '../../importing/values/where.ts';

const noteTotals = info('openhands/totals', 'Tokens are recorded as running totals: each answer gets the increase.');

interface Spending {
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
export function createSpending(matcher: CallMatcher, answers: AnswersInPieces, report: ImportReport): Spending {
  let latest: { readonly sums: Required<Omit<RecordedTokens, 'cached'>>; readonly place: Path } | undefined;
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
      noteTotals(place, report);
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

/** The running totals in the `stats` of the state, by usage of the model. */
function sumsOf(stats: Value | undefined): Required<Omit<RecordedTokens, 'cached'>> | undefined {
  let sums: Required<Omit<RecordedTokens, 'cached'>> | undefined;
  for (const metrics of Object.values(recordAt(stats, 'usage_to_metrics') ?? {})) {
    const prompt = countAt(metrics, 'accumulated_token_usage.prompt_tokens');
    const completion = countAt(metrics, 'accumulated_token_usage.completion_tokens');
    if (prompt === undefined || completion === undefined) continue;
    sums = { prompt: (sums?.prompt ?? 0) + prompt, completion: (sums?.completion ?? 0) + completion };
  }
  return sums;
}
