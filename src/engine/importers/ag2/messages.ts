import * as v from 'valibot';
import { isRecord, type Value, type RecordValue } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { ToolCall, ToolResponse, type Message } from './format.ts';
import { withoutEnd } from '../../../base/scan.ts';
import { noteSystem } from '../../importing/notes.ts';

export interface Placed {
  readonly message: Message;
  readonly place: Path;
}

/** The first speaker speaks for the user; all others answer with a model, unless they only return results. */
export function emitMessages(messages: readonly Placed[], matcher: CallMatcher, report: ImportReport): void {
  const opening = messages.find(({ message }) => message.role !== 'system');
  messages.forEach((placed, index) => {
    const { message, place } = placed;
    if (message.role === 'system') return noteSystem(place, report);
    if (emitResults(placed, matcher, report)) return;
    const parts = readContent(message.content, [...place, 'content'], report);
    const asks = message.tool_calls !== undefined || message.function_call !== undefined;
    if (!asks && opening !== undefined && isSameSpeaker(message, opening.message)) {
      emitUser(parts, placed, matcher, report);
    } else emitModel(parts, placed, messages[index + 1]?.message, matcher, report);
  });
}

/**
 * The name identifies the speaker; without a name the role does, since it is the same for all messages of one of two
 * agents.
 */
function isSameSpeaker(message: Message, opening: Message): boolean {
  if (message.name !== undefined && opening.name !== undefined) return message.name === opening.name;
  return message.name === opening.name && message.role === opening.role;
}

function emitUser(parts: readonly Part[], { place }: Placed, matcher: CallMatcher, report: ImportReport): void {
  if (textOf(parts).trim() === '' && parts.every((part) => part['file'] === undefined)) {
    report.note(
      'info',
      'ag2/auto-reply',
      place,
      (n) => `${counted(n, 'empty reply', 'empty replies')} kept the chat going and said nothing: left out.`,
    );
    return;
  }
  matcher.addInput({ message: parts, at: undefined, place });
}

function emitModel(
  parts: readonly Part[],
  { message, place }: Placed,
  next: Message | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const requested = callsOf(message, place, report);
  const calls = [...requested, ...codeRunBy(next, textOf(parts), place, report)];
  const named =
    message.name === undefined ? parts : parts.map((part) => ({ ...part, metadata: { name: message.name ?? '' } }));
  const spoken = textOf(parts) === '' && parts.every((part) => part['file'] === undefined) ? [] : named;
  const unread = Math.max((message.tool_calls?.length ?? 0) - requested.length, 0);
  matcher.addModelTurn(
    { message: spoken, otherwise: '[no text]', tokens: undefined, at: undefined, place },
    calls,
    unread,
  );
}

function callsOf(message: Message, place: Path, report: ImportReport): readonly RequestedCall[] {
  const calls = callsIn(
    message.tool_calls,
    [...place, 'tool_calls'],
    (value, where) => callIn(value, where, report),
    report,
  );
  if (message.function_call === undefined) return calls;
  const { name, arguments: written } = message.function_call;
  const where = [...place, 'function_call'];
  return [...calls, { id: undefined, name, input: openArguments(written, where, report), place: where }];
}

function callIn(value: Value, place: Path, report: ImportReport): RequestedCall | undefined {
  const call = v.safeParse(ToolCall, value);
  if (!call.success) return undefined;
  const { id, function: called } = call.output;
  return {
    id,
    name: called.name,
    input: openArguments(called.arguments, [...place, 'function', 'arguments'], report),
    place,
  };
}

/** Code is not requested by a call: an agent that receives a message with code executes it. */
function codeRunBy(
  next: Message | undefined,
  text: string,
  place: Path,
  report: ImportReport,
): readonly RequestedCall[] {
  if (next === undefined || executionIn(textIn(next)) === undefined) return [];
  report.note(
    'assumed',
    'ag2/code',
    place,
    (n) =>
      `${counted(n, 'execution')} of code that a message held: shown as ${n === 1 ? 'a call' : 'calls'} of “${codeExecution}”.`,
  );
  return [{ id: undefined, name: codeExecution, input: codeIn(text), place }];
}

const textIn = ({ content }: Message): string => (typeof content === 'string' ? content : '');

/** True if a message contains only results. */
function emitResults({ message, place }: Placed, matcher: CallMatcher, report: ImportReport): boolean {
  const { tool_responses: responses, role, name } = message;
  if (responses !== undefined) {
    responses.forEach((response, index) =>
      emitResponse(response, [...place, 'tool_responses', index], matcher, report),
    );
    return true;
  }
  if (role === 'tool' || role === 'function') {
    const mark = { id: message.tool_call_id, name: role === 'function' ? name : undefined, place };
    matcher.addResult(mark, resultOf(message.content));
    return true;
  }
  const execution = executionIn(textIn(message));
  if (execution === undefined) return false;
  matcher.addResult({ id: undefined, name: codeExecution, place }, execution);
  return true;
}

function emitResponse(value: Value, place: Path, matcher: CallMatcher, report: ImportReport): void {
  const response = v.safeParse(ToolResponse, value);
  if (!response.success || !isRecord(value)) {
    report.note('lost', 'ag2/result', place, (n) => `${counted(n, 'result')} could not be read.`);
    return;
  }
  const { tool_call_id: id, name, content } = response.output;
  matcher.addResult({ id, name, place }, resultOf(content));
}

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a response that begins with `Error: `, as AG2 writes an exception of a function, or an unknown function |  errored, with that text |
 * | an exit code that is not 0 | errored, with the output of the code |
 * | anything else | successful |
 */
function resultOf(content: Value | undefined): CallResult {
  if (typeof content !== 'string') return { outcome: 'ok', output: content };
  if (content.startsWith('Error: ')) return { outcome: 'error', output: undefined, reason: content };
  return { outcome: 'ok', output: content };
}

/** The name under which the execution of code is shown; AG2 has none for it. */
const codeExecution = 'execute_code_blocks';

/** The message of an agent after it has executed the code of the previous message: the exit code and the output. */
const executed = /^exitcode: (-?\d+) \((?:execution succeeded|execution failed)\)\nCode output: ?\n?/;

function executionIn(text: string): CallResult | undefined {
  const match = executed.exec(text);
  if (match === null) return undefined;
  const output = text.slice(match[0].length);
  if (match[1] === '0') return { outcome: 'ok', output };
  const reason = output.trim() === '' ? `exit code ${match[1]}` : output;
  return { outcome: 'error', output: undefined, reason };
}

/** The code blocks of a text, as AG2 finds them: `{language, code}`. */
function codeIn(text: string): RecordValue {
  const blocks: Value[] = [];
  for (let start = text.indexOf(fence); start !== -1;) {
    const line = text.indexOf('\n', start + fence.length);
    const end = line === -1 ? -1 : text.indexOf(fence, line + 1);
    if (end === -1) break;
    const [, language = ''] = /^[ \t]*(\w*)/.exec(text.slice(start + fence.length, line)) ?? [];
    blocks.push({ language, code: withoutEnd(text.slice(line + 1, end), /[ \t]/).replace(/\n$/, '') });
    start = text.indexOf(fence, end + fence.length);
  }
  return { code_blocks: blocks };
}

const fence = '```';
