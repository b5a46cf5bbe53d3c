import { entry, isList, isRecord, type RecordValue, type Value, valueAt } from '../model/value.ts';
import { json } from '../readers/json/index.ts';
import { elementsOf } from '../importing/values/elements.ts';

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
  const last = events.findLast((event) => /^response\.(?:completed|incomplete|failed)$/.test(text(event, 'type')));
  const whole = last && entry(last, 'response');
  return whole !== undefined && isRecord(whole) ? whole : undefined;
}

interface Block {
  readonly start: RecordValue;
  text: string;
  input: string;
}

function anthropicMessage(events: readonly RecordValue[]): RecordValue | undefined {
  const started = events.find((event) => text(event, 'type') === 'message_start');
  const message = started && entry(started, 'message');
  if (message === undefined || !isRecord(message)) return undefined;
  const blocks = new Map<Value, Block>();
  let ending: RecordValue = {};
  for (const event of events) {
    const index = entry(event, 'index') ?? null;
    const delta = entry(event, 'delta');
    const start = entry(event, 'content_block');
    switch (text(event, 'type')) {
      case 'content_block_start':
        if (start !== undefined && isRecord(start)) blocks.set(index, { start, text: '', input: '' });
        break;
      case 'content_block_delta': {
        const block = blocks.get(index);
        if (block === undefined || delta === undefined || !isRecord(delta)) break;
        block.text += text(delta, 'text') + text(delta, 'thinking');
        block.input += text(delta, 'partial_json');
        break;
      }
      case 'message_delta': {
        const usage = { ...recordAt(message, 'usage'), ...recordAt(event, 'usage') };
        ending = { ...recordAt(event, 'delta'), usage };
        break;
      }
      default:
    }
  }
  return { ...message, content: [...blocks.values()].map(wholeBlock), ...ending };
}

function wholeBlock({ start, text: written, input }: Block): RecordValue {
  const type = text(start, 'type');
  if (type === 'text') return { ...start, text: text(start, 'text') + written };
  if (type === 'thinking') return { ...start, thinking: text(start, 'thinking') + written };
  if (input === '') return start;
  const read = json.read(input);
  return { ...start, input: read.ok ? read.value.value : input };
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
    const delta = recordAt(choice, 'delta');
    content += text(delta, 'content');
    refusal += text(delta, 'refusal');
    for (const piece of elementsOf(entry(delta, 'tool_calls') ?? null).filter(isRecord)) {
      const asked = recordAt(piece, 'function');
      const call = calls.get(entry(piece, 'index') ?? null) ?? { id: '', name: '', written: '' };
      calls.set(entry(piece, 'index') ?? null, call);
      call.id ||= text(piece, 'id');
      call.name += text(asked, 'name');
      call.written += text(asked, 'arguments');
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

function text(record: RecordValue, key: string): string {
  const value = entry(record, key);
  return typeof value === 'string' ? value : '';
}

function recordAt(record: RecordValue, key: string): RecordValue {
  const value = entry(record, key);
  return value !== undefined && isRecord(value) ? value : {};
}
