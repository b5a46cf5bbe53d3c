import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { findAt, recordAt, textAt } from '../../importing/values/where.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { readContent, type Part } from '../../importing/content/content.ts';
import {
  type CallResult,
  type RecordedTokens,
  plusAny,
  recordedTokens,
} from '../../importing/transcript/transcript.ts';
import { elementsOf } from '../../importing/values/elements.ts';

export const reading: ChatReading = {
  messages: {
    kind: { field: 'role', values: { user: 'input', assistant: 'llm' } },
    items: {
      list: 'content',
      kind: {
        keys: {
          text: 'text',
          toolUse: 'call',
          toolResult: 'result',
          reasoningContent: 'reasoning',
          cachePoint: 'skip',
        },
        otherwise: 'content',
      },
      calls: { list: 'toolUse', id: 'toolUseId', name: 'name', arguments: 'input' },
      results: { list: 'toolResult', id: 'toolUseId', outcome: outcomeOf },
      content: contentOf,
    },
    tokens: (_, spot) => tokensIn(responseOf(spot)),
    end: (_, spot) => textAt(responseOf(spot), 'stopReason'),
    tookMs: (_, spot) => {
      const took = findAt(responseOf(spot), 'metrics.latencyMs')?.value;
      return typeof took === 'number' ? took : undefined;
    },
    time: (_, spot) => (responseOf(spot) === null ? undefined : findAt(spot.document.value, 'timestamp')?.value),
  },
  session: {
    model: (holder) => textAt(requestOf(holder), 'modelId'),
    tools: ['input.inputBodyJson.toolConfig.tools', 'request.toolConfig.tools', 'toolConfig.tools'],
    system: ['system', 'request.system', 'input.inputBodyJson.system'],
  },
};

const requestOf = (holder: RecordValue): RecordValue => recordAt(holder, ['input.inputBodyJson', 'request']) ?? holder;

/** The response that a message is the answer of; null for messages of the request. */
function responseOf({ place, document }: Spot): Value {
  const isAnswer = place.at(-1) === 'message' && place.at(-2) === 'output';
  return isAnswer ? (valueAt(document.value, place.slice(0, -2)) ?? null) : null;
}

/**
 * Tokens read from a cache or written to it were part of the prompt; `inputTokens` does not include them.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
function tokensIn(response: Value): RecordedTokens | undefined {
  const [input, read, written, output] = [
    'inputTokens',
    'cacheReadInputTokens',
    'cacheWriteInputTokens',
    'outputTokens',
  ].map((name) => countIn(findAt(response, `usage.${name}`)?.value));
  return recordedTokens(plusAny(input, read, written), output, read);
}

/** Guarded words, quoted words, and media; the bytes of these are seldom logged. */
function contentOf(block: Value, { place, report }: Spot): readonly Part[] {
  const quoted = elementsOf(findAt(block, 'citationsContent.content')?.value ?? null).flatMap(
    (one) => textAt(one, 'text') ?? [],
  );
  const words = textAt(block, 'guardContent.text.text') ?? (quoted.length === 0 ? undefined : quoted.join(''));
  if (words !== undefined) return [{ mimeType: 'text/plain', text: words }];
  for (const [key, kind] of [
    ['image', 'image'],
    ['video', 'video'],
    ['audio', 'audio'],
    ['document', 'application'],
  ] as const) {
    const media = recordAt(block, key);
    if (media === undefined) continue;
    const file = findAt(media, ['source.bytes', 'source.s3Location.uri', 'name'])?.value;
    return [{ mimeType: `${kind}/${textAt(media, 'format') ?? '*'}`, ...(file !== undefined && { file }) }];
  }
  return readContent(block, place, report);
}

/**
 * | in a `toolResult` | outcome |
 * | --- | --- |
 * | `status: error` | errored, with its text |
 * | anything else | successful |
 */
function outcomeOf(result: RecordValue): CallResult {
  const content = elementsOf(result['content'] ?? null);
  const texts = content.flatMap((one) => textAt(one, 'text') ?? []);
  const text = texts.join('\n');
  if (result['status'] === 'error') {
    return { outcome: 'error', output: undefined, reason: text === '' ? 'the result is marked as an error' : text };
  }
  const [only, ...others] = content;
  const json = others.length === 0 && only !== undefined && isRecord(only) ? only['json'] : undefined;
  if (json !== undefined) return { outcome: 'ok', output: json };
  return { outcome: 'ok', output: texts.length === content.length ? text : content };
}
