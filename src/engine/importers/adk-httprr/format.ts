import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { fieldOf, textIn, wordsOf } from '../../importing/messages/gemini-content.ts';

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
export function modelCallsIn(value: Value): readonly (ModelCall | undefined)[] {
  return isList(value) ? [...value].map(modelCallIn) : [];
}

function modelCallIn(exchange: Value, index: number): ModelCall | undefined {
  if (!isRecord(exchange)) return undefined;
  const [request, response] = [exchange['request'], exchange['response']];
  if (!isRecord(request) || !isRecord(response) || typeof request['start_line'] !== 'string') return undefined;
  const requestBody = request['body'];
  if (!isRecord(requestBody) || !isList(requestBody['contents'] ?? null)) return undefined;
  const body = response['body'] ?? null;
  const answers = isList(body) ? [...body].filter(isRecord) : isRecord(body) ? [body] : [];
  const headers = response['headers'];
  return {
    index,
    request: requestBody,
    answers,
    isStreamed: isList(body),
    status: textIn(response, 'start_line'),
    headers: isRecord(headers) ? headers : {},
    words: typeof body === 'string' ? body : '',
    agent: agentIn(requestBody),
    model: /models\/([^:/\s]{1,100}):/.exec(request['start_line'])?.[1],
  };
}

function agentIn(request: RecordValue): string {
  return named.exec(wordsOf(fieldOf(request, 'system_instruction'), '\n'))?.[1] ?? '';
}
