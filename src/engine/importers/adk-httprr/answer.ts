import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { SessionEvent } from '../../systems/adk/session-event.ts';
import { fieldOf, partsOf, textIn, llmResponseOf } from '../../importing/messages/gemini-content.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { ModelCall } from './format.ts';

/** A model's answer as one event, whether it was sent at once or in pieces. Undefined if there is no answer at all. */
export function answerOf(call: ModelCall, place: Path, report: ImportReport): SessionEvent | undefined {
  const { answers, headers, status, isStreamed } = call;
  const refusal = refusalIn(call);
  const last = answers.at(-1) ?? (refusal === undefined ? undefined : {});
  if (last === undefined) {
    report.note(
      'lost',
      'adk-httprr/no-answer',
      place,
      (n) => `${counted(n, 'call')} of a model without an answer that can be read.`,
    );
    return undefined;
  }
  if (isStreamed && answers.length > 1) {
    report.note(
      'info',
      'adk-httprr/pieces',
      [...place, 'body'],
      (n) => `${counted(n, 'answer')} came in pieces and became one.`,
    );
  }
  const parts = answers.flatMap((answer, index) =>
    partsOf(contentIn(answer), [...place, 'body', ...(isStreamed ? [index] : [])], report),
  );
  const fault = { ...refusal, ...faultIn(last, status) };
  const seconds = secondsOf(headers['date'], place, report);
  return {
    type: 'agent_message',
    ...(seconds !== undefined && { timestamp: seconds }),
    content: { role: 'model', parts: joined(parts) },
    metadata: fault,
    llm_response: llmResponseOf({
      ...last,
      model_version: fieldOf(last, 'model_version') ?? call.model ?? null,
      finish_reason: reasonIn(last) ?? null,
    }),
  };
}

function candidateIn(answer: RecordValue): RecordValue | undefined {
  const candidates = answer['candidates'] ?? null;
  const first = isList(candidates) ? [...candidates][0] : undefined;
  return isRecord(first) ? first : undefined;
}

const contentIn = (answer: RecordValue): Value | undefined => candidateIn(answer)?.['content'];

function reasonIn(answer: RecordValue): Value | undefined {
  const candidate = candidateIn(answer);
  return candidate === undefined ? undefined : fieldOf(candidate, 'finish_reason');
}

/** Consecutive texts are pieces of one text. */
function joined(parts: readonly RecordValue[]): readonly RecordValue[] {
  const merged: RecordValue[] = [];
  for (const part of parts) {
    const before = merged.at(-1);
    const isText = part['type'] === 'text' || part['type'] === 'thinking';
    if (before === undefined || !isText || before['type'] !== part['type']) merged.push(part);
    else merged[merged.length - 1] = { ...before, text: `${textIn(before, 'text')}${textIn(part, 'text')}` };
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
  const error = answer['error'];
  if (error !== undefined && isRecord(error)) {
    const code = textIn(error, 'status') || status;
    return { error: true, error_code: code, error_message: textIn(error, 'message') };
  }
  const feedback = fieldOf(answer, 'prompt_feedback');
  const blocked = isRecord(feedback) ? textIn(feedback, 'block_reason') : '';
  if (blocked !== '') return { error: true, error_code: blocked, error_message: 'the prompt was blocked' };
  const reason = reasonIn(answer);
  const isRegular = typeof reason !== 'string' || reason === 'STOP' || reason === 'MAX_TOKENS';
  return isRegular ? {} : { error: true, error_code: reason };
}

const httpDate = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The `Date` header: when the answer was sent, to the second. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
function secondsOf(date: Value | undefined, place: Path, report: ImportReport): number | undefined {
  if (typeof date !== 'string') return undefined;
  const match = httpDate.exec(date);
  const month = months.indexOf(match?.[2] ?? '');
  if (match === null || month === -1) {
    report.note('lost', 'import/time', place, (n) => `${counted(n, 'recorded time')} could not be read: unknown.`);
    return undefined;
  }
  const [, day, , year, hours, minutes, seconds] = match;
  return Date.UTC(Number(year), month, Number(day), Number(hours), Number(minutes), Number(seconds)) / 1000;
}
