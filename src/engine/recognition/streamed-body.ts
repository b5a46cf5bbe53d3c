import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import { createImportReport } from '../importing/import-report.ts';
import { elementsAt, fieldAt, hasListAt, recordAt, textAt } from '../importing/values/where.ts';
import { streamedCalls, textIn } from '../importers/openai-stream/pieces.ts';
import { streamedIn } from '../importers/anthropic-messages/stream.ts';

/**
 * The answer of a stream of events, in the form that the same API returns without streaming. Undefined for other events, and for a
 * stream without an answer.
 * https://platform.openai.com/docs/api-reference/responses-streaming,
 * https://platform.openai.com/docs/api-reference/chat-streaming, https://docs.anthropic.com/en/docs/build-with-claude/streaming
 */
export function bodyOfStream(events: readonly Value[]): RecordValue | undefined {
  const records = events.filter(isRecord);
  return response(records) ?? anthropicMessage(records) ?? chatCompletion(records);
}

/** The last event holds the whole answer. */
function response(events: readonly RecordValue[]): RecordValue | undefined {
  const last = events.findLast((event) =>
    /^response\.(?:completed|incomplete|failed)$/.test(textAt(event, 'type') ?? ''),
  );
  return recordAt(last ?? null, 'response');
}

function anthropicMessage(events: readonly RecordValue[]): RecordValue | undefined {
  const [message] = streamedIn(events, createImportReport());
  const ending = events.findLast((event) => textAt(event, 'type') === 'message_delta') ?? null;
  return message && { ...message.response, ...recordAt(ending, 'delta') };
}

/** The first of several answers to one request: conversations continue with it. */
function chatCompletion(events: readonly RecordValue[]): RecordValue | undefined {
  const chunks = events.filter((event) => hasListAt(event, 'choices'));
  const choices = chunks.flatMap(
    (chunk) => elementsAt(chunk, 'choices').find((choice) => (fieldAt(choice, 'index') ?? 0) === 0) ?? [],
  );
  // Azure sends the results of its filters first.
  const first = chunks.find((chunk) => (textAt(chunk, 'id') ?? '') !== '') ?? chunks[0];
  if (first === undefined || choices.length === 0) return undefined;
  const textOf = (pieces: readonly Value[], field: string) => pieces.map((one) => textAt(one, field) ?? '').join('');
  const [content, refusal] = [choices.map((choice) => textIn(choice) ?? '').join(''), textOf(choices, 'delta.refusal')];
  const latest = (holders: readonly Value[], field: string) =>
    holders.map((one) => fieldAt(one, field) ?? null).findLast((value) => value !== null) ?? null;
  const calls = streamedCalls(choices.map((value) => ({ value, place: [] }))).map(({ id = '', name, written }) => ({
    id,
    type: 'function',
    function: { name, arguments: written },
  }));
  const message: RecordValue = {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(refusal !== '' && { refusal }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const { choices: _, ...rest } = first;
  const choice = { index: 0, message, finish_reason: latest(choices, 'finish_reason') };
  return { ...rest, object: 'chat.completion', usage: latest(chunks, 'usage'), choices: [choice] };
}
