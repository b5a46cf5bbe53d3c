import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { MessageResult } from '../../importing/messages/any-message-parts.ts';
import { readContent } from '../../importing/messages/content.ts';
import { noteUnreadMessage } from '../../importing/transcript/conversation-entry.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn } from '../../importing/messages/message-list.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { CallV1, CallV2, MessageV1, ResultV1, type AnswerV1, type AnswerV2 } from './format.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

export function readHistory(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { place } = placed;
  const parsed = v.safeParse(MessageV1, placed.value);
  if (!parsed.success) {
    noteUnreadMessage(placed, report);
    return [];
  }
  const { role, message = '', tool_calls, tool_results = [] } = parsed.output;
  const parts = message === '' ? [] : [{ mimeType: 'text/plain', text: message }];
  const results = resultsIn(tool_results, [...place, 'tool_results'], report);
  switch (role) {
    case 'SYSTEM':
      return [{ role: 'system', parts: [], place }];
    case 'TOOL':
      return [{ role: 'results', parts: [], results, place }];
    case 'CHATBOT':
      return [
        { role: 'assistant', parts, calls: callsIn(tool_calls, [...place, 'tool_calls'], callV1, report), place },
      ];
    default:
      return [{ role: 'user', parts, place }];
  }
}

/** Calls have no ids: a result repeats its call. */
function resultsIn(values: readonly Value[], place: Path, report: ImportReport): readonly MessageResult[] {
  return values.flatMap((value, index) => {
    const where = [...place, index];
    const result = v.safeParse(ResultV1, value);
    if (!result.success) {
      report.note('lost', 'import/result', where, (n) => `${counted(n, 'result')} could not be read.`);
      return [];
    }
    const { call, outputs } = result.output;
    report.note(
      'assumed',
      'cohere/outcome',
      where,
      () => 'Results do not say whether a call failed: each counts as successful.',
    );
    const mark = { id: undefined, name: call.name, copy: { name: call.name, input: call.parameters }, place: where };
    return [{ mark, result: { outcome: 'ok', output: outputs } as const }];
  });
}

function callV1(value: Value, place: Path): RequestedCall | undefined {
  const call = v.safeParse(CallV1, value);
  return call.success ? { id: undefined, name: call.output.name, input: call.output.parameters, place } : undefined;
}

export function readAnswerV1(
  { text, tool_calls, meta, finish_reason: ended }: AnswerV1,
  place: Path,
  report: ImportReport,
): NormalizedMessage {
  const calls = callsIn(tool_calls, [...place, 'tool_calls'], callV1, report);
  const parts = text === '' ? [] : [{ mimeType: 'text/plain', text }];
  return { role: 'assistant', parts, calls, ended, tokens: tokensOf(meta?.tokens), place };
}

export function readAnswerV2(
  { message, usage, finish_reason: ended }: AnswerV2,
  place: Path,
  report: ImportReport,
): NormalizedMessage {
  const { content, tool_plan: plan = '', tool_calls } = message;
  const where = [...place, 'message'];
  if (plan !== '') noteReasoning([...where, 'tool_plan'], report);
  const read = (value: Value, at: Path): RequestedCall | undefined => {
    const call = v.safeParse(CallV2, value);
    if (!call.success) return undefined;
    const { name, arguments: written } = call.output.function;
    return { id: call.output.id, name, input: openArguments(written, at, report), place: at };
  };
  const calls = callsIn(tool_calls, [...where, 'tool_calls'], read, report);
  const parts = readContent(content, [...where, 'content'], report).filter((part) => part['text'] !== '');
  return { role: 'assistant', parts, calls, isReasoning: plan !== '', ended, tokens: tokensOf(usage?.tokens), place };
}

function tokensOf(
  tokens: { readonly input_tokens?: number | undefined; readonly output_tokens?: number | undefined } | undefined,
): RecordedTokens | undefined {
  const { input_tokens: prompt, output_tokens: completion } = tokens ?? {};
  return tokensTold(prompt, completion);
}
