import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent, refusalPart, type Part } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { type CallResult, type RecordedTokens, tokensTold } from '../../importing/transcript/transcript.ts';
import { Content, Message, Step, ToolCall } from './format.ts';
import type { Placed } from '../../importing/values/elements.ts';

/** A message, or a step that used tools. `usage` comes from the step that created the message. */
export interface Entry extends Placed {
  readonly usage: Step['usage'];
}

export function readEntry(
  { value, place, ...entry }: Placed & Partial<Entry>,
  report: ImportReport,
): readonly NormalizedMessage[] {
  const message = v.safeParse(Message, value);
  if (message.success) {
    const { role, content = [], created_at } = message.output;
    const at = readInstant(created_at, [...place, 'created_at'], report);
    const parts = content.flatMap((one, index) => partOf(one, [...place, 'content', index], report));
    if (role !== 'assistant') return [{ role: 'user', parts, at, place }];
    return [{ role: 'assistant', parts, tokens: tokensOf(entry.usage), at, place }];
  }
  const step = v.safeParse(Step, value);
  if (!step.success) return [];
  const { created_at, usage, step_details, last_error: failure } = step.output;
  const at = readInstant(created_at, [...place, 'created_at'], report);
  const read = (one: Value, where: Path) => callIn(one, where, failure, report);
  const calls = callsIn(step_details.tool_calls, [...place, 'step_details', 'tool_calls'], read, report);
  return [{ role: 'assistant', parts: [], calls, tokens: tokensOf(usage), at, place }];
}

function tokensOf(usage: Step['usage']): RecordedTokens | undefined {
  const { prompt_tokens: prompt, completion_tokens: completion } = usage ?? {};
  return tokensTold(prompt, completion);
}

function partOf(value: Value, place: Path, report: ImportReport): readonly Part[] {
  const content = v.safeParse(Content, value);
  if (!content.success) return readContent(value, place, report);
  const { text, image_file: file, image_url: url, refusal } = content.output;
  if (text !== undefined) return text.value === '' ? [] : [{ mimeType: 'text/plain', text: text.value }];
  if (refusal !== undefined) return [refusalPart(refusal)];
  const image = file?.file_id ?? url?.url;
  return image === undefined ? readContent(value, place, report) : [{ mimeType: 'image/*', file: image }];
}

function callIn(
  value: Value,
  place: Path,
  failure: Step['last_error'],
  report: ImportReport,
): RequestedCall | undefined {
  const call = v.safeParse(ToolCall, value);
  if (!call.success) return undefined;
  const { id, type, function: called, code_interpreter: code, file_search: search } = call.output;
  if (called !== undefined) {
    const input = openArguments(called.arguments, [...place, 'function', 'arguments'], report);
    return {
      id,
      name: called.name,
      input,
      place,
      result: resultOf(called.output, failure),
    };
  }
  const output = code?.outputs ?? search?.results;
  return { id, name: type, input: code?.input, place, result: resultOf(output, failure) };
}

/**
 * | in a step | outcome |
 * | --- | --- |
 * | `output` of a call, `outputs` of code, `results` of a search | successful, whatever its text says |
 * | none, and the step has a `last_error` | errored, with its message |
 * | none | no result: it was not submitted, or not requested |
 */
function resultOf(output: Value | undefined, failure: Step['last_error']): CallResult | undefined {
  if (output !== undefined && output !== null) return { outcome: 'ok', output };
  if (failure === undefined) return undefined;
  return { outcome: 'error', output: undefined, reason: failure.message ?? failure.code ?? 'the step failed' };
}
