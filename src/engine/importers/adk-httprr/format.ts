import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { wordsOf } from '../../importing/messages/gemini-content.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fieldAt, hasListAt, recordAt, textAt } from '../../importing/values/where.ts';

/**
 * The requests of an agent of Google's kit for Go to Gemini, recorded for its tests: `generateContent` and
 * `streamGenerateContent` over HTTP. https://ai.google.dev/api/generate-content
 */
export interface ModelCall {
  /** Index of the exchange in the recording. */
  readonly index: number;
  readonly request: RecordValue;
  /** One answer, or the pieces of a streamed one. */
  readonly answers: readonly RecordValue[];
  readonly isStreamed: boolean;
  /** The response's first line: `HTTP/2.0 200 OK`. */
  readonly status: string;
  readonly headers: RecordValue;
  /** A body that is not JSON, such as a gateway's error page. */
  readonly words: string;
  /** The requesting agent, taken from the instructions that the kit writes for it. */
  readonly agent: string;
  /** The requested model, taken from the address: `models/gemini-…:generateContent`. */
  readonly model: string | undefined;
}

/** The kit ends each agent's instructions with this sentence. */
const named = /Your internal name is "([^"]{1,200})"/;

/** Exchanges that are calls of a model; the others are undefined. */
export const modelCallsIn = (value: Value): readonly (ModelCall | undefined)[] => elementsOf(value).map(modelCallIn);

function modelCallIn(exchange: Value, index: number): ModelCall | undefined {
  const request = recordAt(exchange, 'request.body');
  const line = textAt(exchange, 'request.start_line');
  const response = recordAt(exchange, 'response');
  if (request === undefined || line === undefined || response === undefined) return undefined;
  if (!hasListAt(request, 'contents')) return undefined;
  const body = response['body'] ?? null;
  return {
    index,
    request,
    answers: (isList(body) ? [...body] : [body]).filter(isRecord),
    isStreamed: isList(body),
    status: textAt(response, 'start_line') ?? '',
    headers: recordAt(response, 'headers') ?? {},
    words: typeof body === 'string' ? body : '',
    agent: named.exec(wordsOf(fieldAt(request, 'system_instruction'), '\n'))?.[1] ?? '',
    model: /models\/([^:/\s]{1,100}):/.exec(line)?.[1],
  };
}
