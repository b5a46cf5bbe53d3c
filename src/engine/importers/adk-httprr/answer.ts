import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { SessionEvent } from '../../systems/adk/session-event.ts';
import { llmResponseOf, partsOf } from '../../importing/messages/gemini-content.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { fieldAt, findAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { ModelCall } from './format.ts';

/** A model's answer as one event, whether it was sent at once or in pieces. Undefined if there is no answer at all. */
export function answerOf(call: ModelCall, place: Path, report: ImportReport): SessionEvent | undefined {
  const { answers, headers, status, isStreamed } = call;
  const refusal = refusalIn(call);
  const last = answers.at(-1) ?? (refusal === undefined ? undefined : {});
  if (last === undefined) {
    report.note('lost', 'adk-httprr/no-answer', place, (n) => {
      return `${counted(n, 'model call')} without a readable answer: no answer is shown.`;
    });
    return undefined;
  }
  const body = [...place, 'body'];
  if (isStreamed && answers.length > 1) {
    report.note('info', 'adk-httprr/pieces', body, '{# answer} in several pieces: each shown as one.');
  }
  const parts = answers.flatMap((answer, index) =>
    partsOf(fieldAt(answer, 'candidates.0.content'), isStreamed ? [...body, index] : body, report),
  );
  const seconds = secondsOf(headers['date'], place, report);
  const finish_reason = fieldAt(last, reason) ?? null;
  const model_version = findAt(last, 'model_version')?.value ?? call.model ?? null;
  return {
    type: 'agent_message',
    ...(seconds !== undefined && { timestamp: seconds }),
    content: { role: 'model', parts: joined(parts) },
    metadata: { ...refusal, ...faultIn(last, status) },
    llm_response: llmResponseOf({ ...last, model_version, finish_reason }),
  };
}

const reason = 'candidates.0.finish_reason';

/** Consecutive texts are pieces of one text. */
function joined(parts: readonly RecordValue[]): readonly RecordValue[] {
  const merged: RecordValue[] = [];
  for (const part of parts) {
    const before = merged.at(-1);
    const isText = part['type'] === 'text' || part['type'] === 'thinking';
    if (before === undefined || !isText || before['type'] !== part['type']) merged.push(part);
    else
      merged[merged.length - 1] = { ...before, text: `${textAt(before, 'text') ?? ''}${textAt(part, 'text') ?? ''}` };
  }
  return merged;
}

/**
 * The status says that there is no answer: 4xx and 5xx. The body gives more detail, if it is Gemini's.
 * https://www.rfc-editor.org/rfc/rfc9110#section-15
 */
function refusalIn({ status, headers, words }: ModelCall): RecordValue | undefined {
  const match = /^HTTP\/[\d.]+ ([45]\d\d)\s*(\S.*)?$/.exec(status);
  if (match === null) return undefined;
  const [, code = '', phrase = ''] = match;
  const summary = words.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  const again = headers['retry-after'];
  return {
    error: true,
    error_code: `HTTP ${code}`,
    error_message: summary === '' ? phrase : summary,
    ...(typeof again === 'string' && { retry_after: again }),
  };
}

/** An error of the service, or a finish other than a regular one. */
function faultIn(answer: RecordValue, status: string): RecordValue {
  const error = recordAt(answer, 'error');
  if (error !== undefined) {
    const error_code = textAt(error, 'status') || status;
    return { error: true, error_code, error_message: textAt(error, 'message') ?? '' };
  }
  const blocked = textAt(answer, 'prompt_feedback.block_reason') ?? '';
  if (blocked !== '') return { error: true, error_code: blocked, error_message: 'the prompt was blocked' };
  const code = textAt(answer, reason) ?? 'STOP';
  return code === 'STOP' || code === 'MAX_TOKENS' ? {} : { error: true, error_code: code };
}

/** The `Date` header: when the answer was sent, to the second. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
function secondsOf(date: Value | undefined, place: Path, report: ImportReport): number | undefined {
  if (typeof date !== 'string') return undefined;
  const milliseconds = /^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT$/.test(date) ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(milliseconds)) return milliseconds / 1000;
  report.note('lost', 'import/time', place, '{# recorded time} could not be read and {is|are} unknown.');
  return undefined;
}
