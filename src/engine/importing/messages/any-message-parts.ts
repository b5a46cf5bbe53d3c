import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { opened } from '../values/written-value.ts';
import { below, type Path } from '../../model/path.ts';
import { reasonIn } from '../content/reason-in.ts';
import { readContent, type Part } from '../content/content.ts';
import { readResultContent } from '../content/result-content.ts';
import { openArguments } from '../values/json-text.ts';
import { findAt, recordAt, textAt } from '../values/where.ts';
import type { ImportReport } from '../import-report.ts';
import { readResultBlock } from './anthropic-blocks.ts';
import type { RequestedCall, ResultMark } from '../transcript/call-matcher.ts';
import { denied } from '../transcript/call-ends.ts';
import { type CallResult, waiting } from '../transcript/transcript.ts';
import { noteReasoning } from '../notes.ts';

/** A result as a message contains it. */
export interface MessageResult {
  readonly mark: ResultMark;
  readonly result: CallResult;
}

export interface MessageParts {
  readonly parts: readonly Part[];
  readonly calls: readonly RequestedCall[];
  readonly results: readonly MessageResult[];
  readonly isReasoning: boolean;
}

const thoughts = new Set<Value>(['thinking', 'redacted_thinking', 'reasoning', 'summary']);

/**
 * A message's content in any framework's form. Beside texts, lists of parts contain calls and results:
 *
 * | framework | call | result | errored | restricted |
 * | --- | --- | --- | --- | --- |
 * | Anthropic | `tool_use` | `tool_result` | `is_error` | |
 * | AI SDK | `tool-call`, which a `tool-approval-request` holds up | `tool-result`, `tool-approval-response` | `isError`, output of type `error-text`, `error-json`; a result that is an error of Mastra’s or MCP’s (`reportedError`) | output of type `execution-denied`, `approved` of a response that is not true |
 * | Anthropic’s own tools | `server_tool_use`, `mcp_tool_use` | `web_search_tool_result` and the like | `error_code` in the content | |
 * | OpenTelemetry | `tool_call`, `server_tool_call` | `tool_call_response`, `server_tool_call_response` | | |
 * | LangChain | `tool_call`, `server_tool_call` | `server_tool_result` | `status: error` | |
 * | PostHog | `function`, `tool-call`, with the record `function` of OpenAI | | | |
 * | Gemini | `functionCall` | `functionResponse` | `error` in the response | |
 * | Bedrock, Strands | `toolUse` | `toolResult` | `status: error` | |
 */
export function readParts(content: Value | undefined, place: Path, report: ImportReport): MessageParts {
  if (!isPartList(content)) {
    const parts = readContent(content, place, report).filter(saysSomething);
    return { parts, calls: [], results: [], isReasoning: false };
  }
  const parts: Part[] = [];
  const calls: RequestedCall[] = [];
  const results: MessageResult[] = [];
  let isReasoning = false;
  content.forEach((element, index) => {
    const where = below(place, index);
    const part = isRecord(element) ? element : undefined;
    const call = part && callIn(part, where, report);
    const result = part && (resultIn(part, where, report) ?? decisionIn(part, where));
    if (call !== undefined) calls.push(call);
    else if (part?.['type'] === 'tool-approval-request') holdUp(part, where, calls, report);
    else if (result !== undefined) results.push(result);
    else if (part !== undefined && isDecision(part)) return;
    else if (part !== undefined && (thoughts.has(part['type'] ?? null) || part['thought'] === true)) {
      isReasoning = true;
      noteReasoning(where, report);
    } else parts.push(...readContent([part ? textual(part) : element], place, report).filter(saysSomething));
  });
  return { parts, calls, results, isReasoning };
}

/**
 * A request for the user's approval follows its call in the same message; the content of a step has the whole call beside it.
 * https://ai-sdk.dev/docs/ai-sdk-core/tools-and-tool-calling#tool-execution-approval
 */
function holdUp(request: RecordValue, place: Path, calls: RequestedCall[], report: ImportReport): void {
  const id = textAt(request, ['toolCallId', 'toolCall.toolCallId']);
  const index = calls.findLastIndex((call) => call.id !== undefined && call.id === id);
  const call = calls[index] ?? callIn(recordAt(request, 'toolCall') ?? {}, place, report);
  if (call === undefined) return;
  const result = call.result ?? waiting('waits for the user’s approval');
  const held = { ...call, approval: textAt(request, 'approvalId'), result };
  if (index === -1) calls.push(held);
  else calls[index] = held;
}

export const isDecision = (part: Value): boolean => isRecord(part) && part['type'] === 'tool-approval-response';

/**
 * The user's decision about a call; an approved call still waits for its result. The AI SDK's spans only say that there was
 * a decision.
 */
function decisionIn(part: RecordValue, place: Path): MessageResult | undefined {
  if (!isDecision(part) || part['approved'] === undefined) return undefined;
  const mark = { id: undefined, approval: textAt(part, 'approvalId'), name: undefined, place };
  if (part['approved'] === true) return { mark, result: waiting('approved, and its result is not recorded') };
  return { mark, result: denied(textAt(part, 'reason')) };
}

// Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
const isPartList = (content: Value | undefined): content is readonly Value[] => Array.isArray(content);

const saysSomething = (part: Part): boolean => part['text'] !== '';

/** OpenTelemetry has a part's text under `content`; Gemini's parts have no type at all. */
function textual(part: RecordValue): Value {
  if (part['type'] === undefined && typeof part['text'] === 'string') return part['text'];
  const isText = part['type'] === 'text';
  return isText && typeof part['text'] !== 'string' && typeof part['content'] === 'string' ? part['content'] : part;
}

const callTypes = new Set<Value>([
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'tool-call',
  'tool_call',
  'server_tool_call',
]);

/** The record of a part without a type, which has its kind as its key; Gemini and Bedrock write parts like this. */
const wrapped = (part: RecordValue, kind: string): RecordValue | undefined =>
  part['type'] === undefined ? recordAt(part, kind) : undefined;

function callIn(part: RecordValue, place: Path, report: ImportReport): RequestedCall | undefined {
  const called = recordAt(part, 'function');
  const isTyped = callTypes.has(part['type'] ?? null) || called?.['arguments'] !== undefined;
  const typed = isTyped ? { ...part, ...called } : undefined;
  const call = wrapped(part, 'function_call') ?? wrapped(part, 'tool_use') ?? typed;
  const name = textAt(call, ['name', 'toolName']);
  if (call === undefined || name === undefined) return undefined;
  const written = call['input'] ?? call['args'] ?? call['arguments'] ?? call['server_tool_call'];
  const input = isTyped ? openArguments(written, place, report) : written;
  return { id: textAt(call, ['id', 'toolUseId', 'toolCallId']), name, input, place };
}

function resultIn(part: RecordValue, place: Path, report: ImportReport): MessageResult | undefined {
  const [gemini, bedrock] = [wrapped(part, 'function_response'), wrapped(part, 'tool_result')];
  const holder = gemini ?? bedrock ?? part;
  const as = (result: CallResult): MessageResult => ({
    mark: {
      id: textAt(holder, ['tool_use_id', 'tool_call_id', 'id']),
      name: textAt(holder, ['name', 'tool_name']),
      place,
    },
    result,
  });
  if (gemini !== undefined) {
    const response = gemini['response'] ?? null;
    const error = findAt(response, 'error')?.value;
    return as(error === undefined ? { outcome: 'ok', output: response } : failed(error));
  }
  if (bedrock !== undefined)
    return as(outcomeOf(ofBedrock(bedrock['content']), bedrock['status'] === 'error', place, report));
  switch (part['type']) {
    case 'tool_result':
      return as(outcomeOf(part['content'], part['is_error'] === true, place, report));
    case 'tool_call_response':
      return as(deniedIn(part['response']) ?? outcomeOf(part['response'] ?? part['result'], false, place, report));
    case 'tool-result':
      return as(resultOfAiSdk(part, place, report));
    case 'server_tool_call_response':
      return as(outcomeOf(part['server_tool_call_response'], false, place, report));
    case 'server_tool_result':
      return as(outcomeOf(part['output'], part['status'] === 'error', place, report));
    default:
      return textAt(part, 'type')?.endsWith('_tool_result') === true
        ? as(hostedResult(part, place, report))
        : undefined;
  }
}

/** The AI SDK's spans: `{denied: true, reason}`. https://github.com/vercel/ai/blob/main/packages/otel/src/gen-ai-format-messages.ts */
function deniedIn(response: Value | undefined): CallResult | undefined {
  if (response === undefined || !isRecord(response) || response['denied'] !== true) return undefined;
  return Object.keys(response).every((key) => key === 'denied' || key === 'reason')
    ? denied(textAt(response, 'reason'))
    : undefined;
}

/** A result of one of Anthropic’s own tools. */
function hostedResult(part: RecordValue, place: Path, report: ImportReport): CallResult {
  const { output, text, isError } = readResultBlock(part, place, report);
  return isError ? failed(text) : { outcome: 'ok', output };
}

/** `[{text}]` or `[{json}]`; a single entry is that value. */
function ofBedrock(content: Value | undefined): Value | undefined {
  const [only, ...others] = isPartList(content) ? content : [];
  if (only === undefined || others.length > 0 || !isRecord(only)) return content;
  return only['text'] ?? only['json'] ?? content;
}

/** https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message#toolresultpart; before version 5 a plain `result`. */
function resultOfAiSdk(part: RecordValue, place: Path, report: ImportReport): CallResult {
  const output = part['output'];
  if (output === undefined || !isRecord(output) || typeof output['type'] !== 'string') {
    return outcomeOf(output ?? part['result'], part['isError'] === true, place, report);
  }
  switch (output['type']) {
    case 'execution-denied':
      return denied(textAt(output, 'reason'));
    case 'error-text':
    case 'error-json':
      return failed(output['value'] ?? null);
    default:
      return outcomeOf(output['value'], false, place, report);
  }
}

/** The value of a result's content: parts of text are one text, and JSON in it is parsed. */
export function outcomeOf(content: Value | undefined, isError: boolean, place: Path, report: ImportReport): CallResult {
  const value = readResultContent(content, place, report);
  const error = isError ? (value ?? null) : reportedError(value);
  if (error !== undefined) return failed(error);
  return { outcome: 'ok', output: value };
}

export const failed = (error: Value): CallResult => ({ outcome: 'error', output: undefined, reason: reasonIn(error) });

/**
 * The error in a result, for programs that return errors as results. Only forms with no other meaning:
 *
 * | by | form |
 * | --- | --- |
 * | Mastra, of arguments or results that do not fit | `{error: true, message, validationErrors}` |
 * | Mastra, of a tool that threw | a serialised `MastraError`: `{code or id: "TOOL_EXECUTION_FAILED", domain: "TOOL", category}`, the last two perhaps within `details` |
 * | MCP, whose results AI SDK and Mastra forward unchanged | `{isError: true, content: […]}` |
 *
 * https://github.com/mastra-ai/mastra/blob/main/packages/core/src/tools/validation.ts
 * https://modelcontextprotocol.io/specification/2025-06-18/server/tools#tool-result
 */
function reportedError(result: Value | undefined): RecordValue | undefined {
  const value = typeof result === 'string' && signs.test(result) ? opened(result) : result;
  return isRecord(value) && isError(value) ? value : undefined;
}

function isError(value: RecordValue): boolean {
  if (value['isError'] === true) return isList(value['content'] ?? null);
  if (value['error'] === true) return typeof value['message'] === 'string' && 'validationErrors' in value;
  const isFailed = value['id'] === toolFailed || value['code'] === toolFailed;
  const { details } = value;
  const marks = value['domain'] === undefined && details !== undefined && isRecord(details) ? details : value;
  return isFailed && marks['domain'] === 'TOOL' && typeof marks['category'] === 'string';
}

const toolFailed = 'TOOL_EXECUTION_FAILED';

const signs = /"validationErrors"|"TOOL_EXECUTION_FAILED"|"isError"/;
