import { Double, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { below, type Path } from '../../model/path.ts';
import {
  failed,
  isDecision,
  outcomeOf,
  readParts,
  type MessageParts,
  type MessageResult,
} from './any-message-parts.ts';
import { cachedTokens, promptTokens } from './anthropic-blocks.ts';
import type { NormalizedMessage } from './normalized-message.ts';
import { refusalPart, spokenBy, type Part } from '../content/content.ts';
import { openArguments } from '../values/json-text.ts';
import { createImportReport, type ImportReport, assumed } from '../import-report.ts';
import type { RequestedCall } from '../transcript/call-matcher.ts';
import { isToolDefinition, noteToolDefinition } from './tool-definition.ts';
import { noteCallsInText, noteUnnamedCall, noteReasoning } from '../notes.ts';
import { nameless, spelled, type Role, type TypeName } from './message-spelling.ts';
import { type RecordedTokens, recordedTokens } from '../transcript/transcript.ts';
import { elementsOf } from '../values/elements.ts';
import { elementsAt, findAt, recordAt, textAt } from '../values/where.ts';
import { opened } from '../values/written-value.ts';

/** A message as traces and graphs keep it, in any framework's form. */
export interface AnyMessage extends NormalizedMessage {
  readonly role: Role;
  readonly id: string | undefined;
  readonly calls: readonly RequestedCall[];
  readonly unread: number;
  readonly results: readonly MessageResult[];
  /** The index of the answer it belongs to, among several answers to one request, counted from 0. */
  readonly choice?: number | undefined;
  /** The recorded messages, if they are several: requests repeat them one by one. */
  readonly pieces?: readonly AnyMessage[] | undefined;
}

const noParts: MessageParts = { parts: [], calls: [], results: [], isReasoning: false };

export function readAnyMessage(
  value: Value,
  place: Path,
  report: ImportReport,
  typeName: TypeName = nameless,
): AnyMessage | undefined {
  const found = spelled(value, place, typeName);
  if (found === undefined) return undefined;
  const { fields } = found;
  if (found.isGuessed === true) noteGuessed(place, report);
  const [key, content] = contentOf(fields);
  const where = below(found.place, found.isPair === true ? 1 : key);
  // OpenInference keeps the role `user` of Anthropic’s results.
  const isResults = found.role === 'results' || (found.role === 'user' && textAt(fields, 'tool_call_id') !== undefined);
  if (isResults && fields['tool_call_id'] === undefined && isToolDefinition(content)) {
    noteToolDefinition(place, report);
    return blank('results', place);
  }
  const holdsResults =
    isResults &&
    (readParts(content, where, createImportReport()).results.length > 0 ||
      elementsOf(content ?? null).some(isDecision));
  // The return value of a function need not consist of parts.
  const within = isResults && !holdsResults ? noParts : readParts(content, where, report);
  const { calls, unread } = withCalls(fields, found.place, within.calls, report);
  const inText = found.role === 'assistant' && calls.length + unread === 0 ? callsInText(content, place, report) : [];
  const results = isResults && !holdsResults ? [resultOf(fields, content, found.place, report)] : within.results;
  if (typeof fields['reasoning_content'] === 'string') noteReasoning(below(found.place, 'reasoning_content'), report);
  return {
    role: isResults || (results.length > 0 && within.parts.length + calls.length === 0) ? 'results' : found.role,
    id: textAt(fields, 'id'),
    parts:
      isResults || inText.length > 0
        ? []
        : withRefusal(within.parts, fields).map((part) => named(part, found.role, fields['name'])),
    calls: inText.length > 0 ? inText : calls,
    unread,
    results,
    isReasoning: within.isReasoning,
    tokens: tokensIn(fields),
    model: textAt(fields, models),
    place,
    ended: (isRecord(value) ? endIn(value) : undefined) ?? endIn(fields),
  };
}

/** OpenAI writes a model's refusal in place of its content, LangChain among its unknown fields. */
function withRefusal(parts: readonly Part[], fields: RecordValue): readonly Part[] {
  const said = textAt(fields, ['refusal', 'additional_kwargs.refusal']) ?? '';
  return said === '' ? parts : [...parts, refusalPart(said)];
}

const noteGuessed = assumed(
  'import/role-guessed',
  '{# message} without a class or role: one with a call’s id is a result; one with calls, tokens or a run is an answer; all others are inputs.',
);

/** Agents of a graph pass on their results as user messages with their own name. */
function named(part: Part, role: AnyMessage['role'], name: Value | undefined): Part {
  return role !== 'user' || typeof name !== 'string' || name === '' ? part : spokenBy(part, name);
}

const inner = (value: Value | undefined, key: string): Value | undefined =>
  value !== undefined && isRecord(value) ? value[key] : undefined;

function contentOf(fields: RecordValue): readonly [string, Value | undefined] {
  for (const key of ['content', 'parts', 'contents', 'text'] as const) {
    const content = fields[key];
    if (content !== undefined && content !== null) return [key, key === 'contents' ? unwrapped(content) : content];
  }
  return ['content', undefined];
}

/** OpenInference: `contents: [{message_content: {type, text}}]`, of a call `{message_content, tool_call: {id, function}}`. */
const unwrapped = (contents: Value): Value =>
  isList(contents)
    ? [...contents].map((one) => {
        const call = recordAt(one, 'tool_call');
        if (call === undefined) return inner(one, 'message_content') ?? one;
        return {
          ...recordAt(call, 'function'),
          ...(call['id'] !== undefined && { id: call['id'] }),
          type: 'tool_call',
        };
      })
    : contents;

/** If several fields list the same calls, the longest list is used; the others repeat it. */
function withCalls(fields: RecordValue, place: Path, inContent: readonly RequestedCall[], report: ImportReport) {
  for (const path of [['tool_calls'], ['additional_kwargs', 'tool_calls']]) {
    const where = [...place, ...path];
    const list = elementsAt(fields, [path]);
    if (list.length === 0) continue;
    const read = list.map((call, index) => callOf(call, below(where, index), report));
    const calls = read.filter((call) => call !== undefined);
    // If a call is still being streamed, the content has all that is known of it.
    if (calls.length < inContent.length) break;
    const unread = read.length - calls.length;
    for (let index = 0; index < unread; index++) noteUnnamedCall(where, report);
    return { calls, unread };
  }
  const single = fields['function_call'] ?? inner(fields['additional_kwargs'], 'function_call');
  const call = inContent.length === 0 && single !== undefined ? callOf(single, place, report) : undefined;
  return { calls: call === undefined ? inContent : [call], unread: 0 };
}

/** Koog writes the calls of an answer as its text: `[{"function": {"name": …, "arguments": …}, "id": …}]`. */
function callsInText(content: Value | undefined, place: Path, report: ImportReport): readonly RequestedCall[] {
  const list = typeof content === 'string' && content.startsWith('[{') ? opened(content) : undefined;
  const calls = elementsOf(list ?? null);
  const areCalls = calls.every((call) => inner(inner(call, 'function'), 'name') !== undefined);
  if (calls.length === 0 || !areCalls) return [];
  noteCallsInText(place, report);
  return calls.flatMap((call) => callOf(call, place, report) ?? []);
}

/** `{id, function: {name, arguments}}`, `{id, name, args}`, or OpenInference's `{tool_call: {…}}`. */
function callOf(value: Value, place: Path, report: ImportReport): RequestedCall | undefined {
  if (!isRecord(value)) return undefined;
  const call = recordAt(value, 'tool_call');
  if (call !== undefined) return callOf(call, place, report);
  const called = recordAt(value, 'function') ?? value;
  const name = textAt(called, 'name') ?? textAt(value, 'tool_name') ?? '';
  if (name === '') return undefined;
  const written = called['arguments'] ?? called['args'] ?? called['input'];
  return { id: textAt(value, ['id', 'tool_call_id']), name, input: openArguments(written, place, report), place };
}

/**
 * | in the message of a tool | outcome |
 * | --- | --- |
 * | LangChain's `status: error` | errored |
 * | `is_error: true` | errored |
 * | `Error: …` and then `Please fix your mistakes.`: what LangGraph's own ToolNode writes, for long without a status | errored |
 * | anything else | successful, regardless of its text |
 */
function resultOf(fields: RecordValue, content: Value | undefined, place: Path, report: ImportReport): MessageResult {
  const mark = { id: textAt(fields, 'tool_call_id'), name: textAt(fields, ['name', 'tool_name']), place };
  const isError = fields['status'] === 'error' || fields['is_error'] === true || isToolNodeError(content);
  const result = outcomeOf(content, isError, below(place, 'content'), report);
  return { mark, result: isError && result.reason === undefined ? failed(content ?? null) : result };
}

/** https://github.com/langchain-ai/langgraph/blob/main/libs/prebuilt/langgraph/prebuilt/tool_node.py */
const isToolNodeError = (content: Value | undefined): boolean =>
  typeof content === 'string' && content.startsWith('Error: ') && content.endsWith('\n Please fix your mistakes.');

/** LangChain's `usage_metadata`, or the provider's own usage record. */
const usages = ['usage_metadata', 'usage', 'response_metadata.token_usage', 'response_metadata.usage'];

const tokensIn = (fields: RecordValue): RecordedTokens | undefined =>
  usages.map((where) => tokensOf(findAt(fields, where)?.value)).find((tokens) => tokens !== undefined);

const inputs = ['input_tokens', 'prompt_tokens', 'InputTokenCount', 'input_token_count', 'input', 'prompt'];
const outputs = [
  'output_tokens',
  'completion_tokens',
  'OutputTokenCount',
  'output_token_count',
  'output',
  'completion',
];

/** Token counts under any of their usual names; undefined if there is none. */
export function tokensOf(usage: Value | undefined): RecordedTokens | undefined {
  const [prompt, completion] = [inputs, outputs].map((names) =>
    countIn(findAt(usage, names, (count) => countIn(count) !== undefined)?.value),
  );
  return recordedTokens(promptTokens(usage) ?? prompt, completion, cachedTokens(usage));
}

/** Tables write whole numbers as `12.0`. */
export function countIn(value: Value | undefined): number | undefined {
  const written = value instanceof Double ? value.value : value;
  // A table’s column with an empty cell often has `12.0` in the others.
  const number = typeof written === 'string' && /^\d{1,15}(?:\.0)?$/.test(written) ? Number(written) : written;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

const models = ['response_metadata.model_name', 'response_metadata.model', 'model'];

const ends = ['', 'response_metadata.', 'generation_info.'].flatMap((holder) =>
  ['finish_reason', 'stop_reason', 'done_reason'].map((key) => `${holder}${key}`),
);

/** The finish reason, under any of its usual names; LangChain keeps it beside the message, Gemini may block the prompt. */
export function endIn(holder: Value | undefined): string | undefined {
  const said = findAt(holder, ends, (word) => typeof word === 'string' && word !== '')?.value;
  return typeof said === 'string' ? said : textAt(holder, 'prompt_feedback.block_reason');
}

/** A message without content. */
export const blank = (role: AnyMessage['role'], place: Path): AnyMessage => ({
  role,
  id: undefined,
  parts: [],
  calls: [],
  unread: 0,
  results: [],
  place,
});
