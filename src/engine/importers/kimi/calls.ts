import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { JournalRecord } from '../../importing/journal/journal.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import {
  plusAny,
  recordedTokens,
  type CallResult,
  type RecordedTokens,
} from '../../importing/transcript/transcript.ts';
import { countAt, elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';

/** The model of each request, by turn and step. */
export const modelsByStep = (records: readonly JournalRecord[]): ReadonlyMap<string, string> =>
  new Map(
    records
      .filter(({ kind }) => kind === 'llm.request')
      .flatMap(({ value }) => {
        const [step, model] = [textAt(value, 'turnStep'), textAt(value, 'model')];
        return step === undefined || model === undefined ? [] : [[step, model] as const];
      }),
  );

/** A call of Kimi Code, or in OpenAI's form. */
export function callIn(value: Value | undefined, place: Path): RequestedCall | undefined {
  const name = textAt(value, ['name', 'function.name']);
  const input = fieldAt(value, ['args', 'arguments', 'function.arguments']) ?? undefined;
  return name === undefined ? undefined : { id: textAt(value, ['toolCallId', 'id']), name, input, place };
}

/** Tokens read from or written to a cache are part of the prompt. */
export const tokensOf = (usage: Value | undefined): RecordedTokens | undefined =>
  recordedTokens(
    plusAny(countAt(usage, 'input_other'), countAt(usage, 'input_cache_read'), countAt(usage, 'input_cache_creation')),
    countAt(usage, 'output'),
    countAt(usage, 'input_cache_read'),
  );

/**
 * | in the journal | outcome |
 * | --- | --- |
 * | the user's decision about the call is not `approved`, or the result of Kimi CLI says that the user or a hook rejected it | restricted, with the reason |
 * | the result is marked as an error | errored, with its text |
 * | anything else | successful |
 */
export function outcomeOf(
  result: Value | undefined,
  approval: RecordValue | undefined,
  place: Path,
  report: ImportReport,
): CallResult {
  const output = fieldAt(result, ['output', 'content']);
  const message = textAt(result, 'message') ?? '';
  const isError = fieldAt(result, 'is_error') === true;
  const words = [message, wordsIn(output)].filter((text) => text !== '').join('\n');
  const decision = textAt(approval, 'decision') ?? 'approved';
  const isBlocked = elementsAt(result, 'display').some((block) => textAt(block, 'text') === 'Hook blocked');
  if (decision !== 'approved' || (isError && (isBlocked || /\brejected by the user\b/.test(message)))) {
    const reason = (textAt(approval, 'feedback') ?? '') || words || `the user’s decision: ${decision}`;
    return { outcome: 'blocked_before', output: undefined, reason };
  }
  if (isError) return { outcome: 'error', output: undefined, reason: words || 'the result is marked as an error' };
  return { outcome: 'ok', output: readResultContent(output, place, report) };
}
