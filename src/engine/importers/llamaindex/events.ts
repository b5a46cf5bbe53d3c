import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { isRecord } from '../../model/value.ts';
import { textOf } from '../../importing/content/content.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import {
  AgentInput,
  AgentOutput,
  AgentStream,
  Message,
  ToolCallResult,
  ToolSelection,
  WorkflowStart,
} from './format.ts';
import { readMessage, selectionsIn, tokensIn } from './messages.ts';
import type { Placed } from '../../importing/values/elements.ts';

/**
 * Returns the new messages of each entry. An agent's input repeats the whole conversation before each of its answers, and
 * the input after its first answer was already reported by its own events. A user message is new if it did not occur before.
 */
export function newIn(entries: readonly Placed[]): readonly Placed[] {
  const known = new Set<string>();
  let hasAnswered = false;
  let isInstructed = false;
  return entries.flatMap((entry) => {
    const { value, place } = entry;
    if (v.is(AgentOutput, value)) hasAnswered = true;
    const list = givenIn(value, place);
    if (list === undefined) return [entry];
    const isFirst = !hasAnswered;
    const before = new Set(known);
    return list.filter(({ value: one }) => {
      const message = v.safeParse(Message, one);
      // The first instructions are no turn either, but the report has to mention them.
      if (message.success && message.output.role === 'system' && !isInstructed) return (isInstructed = true);
      if (!message.success || message.output.role !== 'user') return isFirst && before.size === 0;
      const words = textOf(readMessage(message.output, [], createImportReport()).parts);
      known.add(words);
      return !before.has(words);
    });
  });
}

/** The messages that a workflow begins with, or an agent's input. */
function givenIn(value: Value, place: Path): readonly Placed[] | undefined {
  const input = v.safeParse(AgentInput, value);
  if (input.success) return input.output.input.map((one, index) => ({ value: one, place: [...place, 'input', index] }));
  const start = v.safeParse(WorkflowStart, value);
  if (!start.success) return undefined;
  const { chat_history: history = [], user_msg: message } = start.output;
  const asked = typeof message === 'string' ? { role: 'user', additional_kwargs: {}, content: message } : message;
  return [
    ...history.map((one, index) => ({ value: one, place: [...place, 'chat_history', index] })),
    ...(asked === undefined || asked === null ? [] : [{ value: asked, place: [...place, 'user_msg'] }]),
  ];
}

/**
 * | in a `ToolCallResult` | outcome |
 * | --- | --- |
 * | `tool_output.is_error` | errored, with its content |
 * | anything else | successful |
 */
export function readEntry({ value, place }: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const message = v.safeParse(Message, value);
  if (message.success) return [readMessage(message.output, place, report)];
  const output = v.safeParse(AgentOutput, value);
  if (output.success) {
    const { response, tool_calls = [], current_agent_name: agent } = output.output;
    const read = readMessage(response, [...place, 'response'], report);
    const calls =
      tool_calls.length > 0 ? selectionsIn(tool_calls, [...place, 'tool_calls'], report) : (read.calls ?? []);
    const tokens = isRecord(value) ? tokensIn(value['raw']) : undefined;
    const state = agent === undefined ? [] : [{ key: 'current_agent_name', value: agent }];
    return [{ ...read, role: 'assistant', calls, tokens, state, place }];
  }
  const result = v.safeParse(ToolCallResult, value);
  if (result.success) {
    const { tool_id: id, tool_name: name, tool_kwargs: input, tool_output: output } = result.output;
    const mark = { id, name, copy: { name, input }, place };
    const outcome = outcomeOf(
      output.content ?? output.raw_output,
      output.is_error === true,
      [...place, 'tool_output'],
      report,
    );
    return [{ role: 'results', parts: [], results: [{ mark, result: outcome }], place }];
  }
  noteOther(value, place, report);
  return [];
}

function noteOther(value: Value, place: Path, report: ImportReport): void {
  if (v.is(AgentStream, value)) {
    return report.note(
      'info',
      'llamaindex/streamed',
      place,
      (n) => `${counted(n, 'piece')} of streamed answers: the whole answers are shown.`,
    );
  }
  if (v.is(ToolSelection, value)) {
    return report.note(
      'info',
      'llamaindex/call-told',
      place,
      (n) => `${counted(n, 'event')} of a tool call: shown with the model’s answer.`,
    );
  }
  report.note(
    'lost',
    'llamaindex/entry',
    place,
    (n) => `${counted(n, 'entry', 'entries')} of an unknown kind left out.`,
  );
}
