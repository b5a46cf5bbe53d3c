import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { textAt } from '../../importing/values/where.ts';
import { outcomeOf, type MessageResult } from '../../importing/messages/any-message-parts.ts';
import { actionIn, taggedCalls, writtenCalls } from '../../importing/messages/calls-in-text.ts';
import { textOf } from '../../importing/content/content.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { opened } from '../../importing/values/written-value.ts';

export const reading: ChatReading = {
  messages: {
    kind: {
      field: 'from',
      values: {
        system: 'system',
        human: 'input',
        user: 'input',
        observation: 'result',
        tool: 'result',
        function: 'result',
        function_response: 'result',
      },
      otherwise: 'llm',
    },
    text: 'value',
    finish: withToolsInText,
  },
  session: {
    tools: 'tools',
    recording: { id: 'id' },
    system: 'system',
  },
};

/** Calls and results are words of the messages. */
function withToolsInText(message: NormalizedMessage, entry: RecordValue, spot: Spot): readonly NormalizedMessage[] {
  const { place, report } = spot;
  const text = textAt(entry, 'value') ?? '';
  if (message.role === 'results') return [{ ...message, results: resultsIn(text, spot) }];
  if (message.role !== 'assistant') return [message];
  if (entry['from'] === 'function_call')
    return [{ ...message, parts: [], ...writtenCalls(opened(text), place, report) }];
  const found = taggedCalls(textOf(message.parts), place, report) ?? actionIn(textOf(message.parts), place, report);
  if (found === undefined) return [message];
  const { said, ...calls } = found;
  return [{ ...message, parts: said === '' ? [] : [{ mimeType: 'text/plain', text: said }], ...calls }];
}

/** Of Hermes. */
const response = /<tool_response>([\s\S]*?)(?:<\/tool_response>|$)/g;

function resultsIn(text: string, { place, report }: Spot): readonly MessageResult[] {
  const tagged = [...text.matchAll(response)].map(([, written = '']) => written.trim());
  report.note(
    'assumed',
    'sharegpt/outcome',
    place,
    'Results, except those of ToolBench, do not record whether a call failed: they count as successful.',
  );
  if (tagged.length > 0) return tagged.map((written) => taggedResult(written, place, report));
  return [resultOf(text, opened(text), place, report)];
}

/** `{name, content}`; not all write the name. */
function taggedResult(written: string, place: Spot['place'], report: Spot['report']): MessageResult {
  const value = opened(written);
  const name = textAt(value, 'name');
  const content = isRecord(value) ? value['content'] : undefined;
  if (name === undefined || content === undefined) return resultOf(written, value, place, report);
  return { mark: { id: undefined, name, place }, result: outcomeOf(content, false, place, report) };
}

/**
 * | in a result | outcome |
 * | --- | --- |
 * | ToolBench: a record with `response` and an `error` that is not empty | errored, with its words |
 * | anything else | successful, independent of its text |
 */
function resultOf(text: string, value: Value, place: Spot['place'], report: Spot['report']): MessageResult {
  const mark = { id: undefined, name: undefined, place };
  const reason = isRecord(value) && 'response' in value ? (textAt(value, 'error') ?? '') : '';
  if (reason !== '') return { mark, result: { outcome: 'error', output: undefined, reason } };
  return { mark, result: outcomeOf(text, false, place, report) };
}
