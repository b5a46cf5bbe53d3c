import { entry, isList, isRecord, type RecordValue, type Value, valueAt } from '../model/value.ts';
import { createImportReport } from '../importing/import-report.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { recordAt, textAt } from '../importing/values/where.ts';
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

interface Call {
  id: string;
  name: string;
  written: string;
}

/** The first of several answers to one request: conversations continue with it. */
function chatCompletion(events: readonly RecordValue[]): RecordValue | undefined {
  const chunks = events.filter((event) => isList(entry(event, 'choices') ?? null));
  const [first] = chunks;
  if (first === undefined) return undefined;
  let content = '';
  let refusal = '';
  let finish: Value = null;
  let usage: Value = null;
  let isAnswered = false;
  const calls = new Map<Value, Call>();
  for (const chunk of chunks) {
    usage = entry(chunk, 'usage') ?? usage;
    const choice = elementsOf(entry(chunk, 'choices') ?? null).find((one) => (valueAt(one, ['index']) ?? 0) === 0);
    if (choice === undefined || !isRecord(choice)) continue;
    isAnswered = true;
    finish = entry(choice, 'finish_reason') ?? finish;
    const text = (field: string) => textAt(choice, `delta.${field}`) ?? '';
    content += text('content');
    refusal += text('refusal');
    for (const piece of elementsOf(valueAt(choice, ['delta', 'tool_calls']) ?? null).filter(isRecord)) {
      const index = entry(piece, 'index') ?? null;
      const call = calls.get(index) ?? { id: '', name: '', written: '' };
      calls.set(index, call);
      call.id ||= textAt(piece, 'id') ?? '';
      call.name += textAt(piece, 'function.name') ?? '';
      call.written += textAt(piece, 'function.arguments') ?? '';
    }
  }
  if (!isAnswered) return undefined;
  const message: RecordValue = {
    role: 'assistant',
    content: content === '' && calls.size > 0 ? null : content,
    ...(refusal !== '' && { refusal }),
    ...(calls.size > 0 && {
      tool_calls: [...calls.values()].map(({ id, name, written }) => ({
        id,
        type: 'function',
        function: { name, arguments: written },
      })),
    }),
  };
  const { choices: _, ...rest } = first;
  return { ...rest, object: 'chat.completion', usage, choices: [{ index: 0, message, finish_reason: finish }] };
}
