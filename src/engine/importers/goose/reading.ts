import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, MessageKind, Spot } from '../../importing/describing/chat-reading.ts';
import { fieldAt, findAt, recordAt, textAt } from '../../importing/values/where.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { mcpResult } from '../../importing/messages/mcp-result.ts';
import { info, lost } from '../../importing/import-report.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { elementsOf } from '../../importing/values/elements.ts';

export const reading: ChatReading = {
  messages: {
    // When it compacts the conversation, goose writes to the model in both places, and repeats the latest input.
    kind: (message) =>
      fieldAt(message, 'metadata.userVisible') === false ? 'skip' : kinds.get(textAt(message, 'role') ?? ''),
    skipped: info(
      'goose/hidden',
      '{# message} that goose wrote for the model when it compacted the conversation: left out.',
    ),
    time: 'created',
    items: {
      list: 'content',
      kind: {
        field: 'type',
        values: {
          text: 'text',
          image: 'file',
          thinking: 'reasoning',
          redactedThinking: 'reasoning',
          reasoning: 'reasoning',
          toolRequest: 'call',
          frontendToolRequest: 'call',
          toolResponse: 'result',
        },
        otherwise: 'skip',
      },
      file: { data: 'data', mimeType: 'mimeType', otherwise: 'image/*' },
      calls: {
        id: 'id',
        name: 'toolCall.value.name',
        arguments: 'toolCall.value.arguments',
        unnamed: lost('import/call', '{# call} that goose itself could not read: its result has no name.'),
      },
      results: { id: 'id', outcome: outcomeOf },
      skipped: info(
        'goose/program',
        '{# part} about the program itself (confirmations, notifications, summaries): not shown as turns.',
      ),
    },
  },
  session: {
    title: ['description', 'name'],
    agent: () => 'goose',
    recording: { session: 'id' },
    totals: { prompt: 'accumulated_input_tokens', completion: 'accumulated_output_tokens' },
  },
};

const kinds = new Map<string, MessageKind>([
  ['user', 'input'],
  ['assistant', 'llm'],
]);

/** https://github.com/block/goose/blob/main/crates/goose/src/agents/tool_execution.rs */
const declined = /^The user has declined to run this tool/;

/**
 * | in a `toolResponse` | outcome |
 * | --- | --- |
 * | goose's own sentence that the user has declined | restricted |
 * | `status: error`, or `isError: true` of its value | errored, with its text |
 * | anything else | successful |
 */
function outcomeOf(item: RecordValue, { place, report }: Spot): CallResult {
  const result = recordAt(item, 'toolResult') ?? {};
  if (result['status'] === 'error') {
    return {
      outcome: 'error',
      output: undefined,
      reason: textAt(result, 'error') ?? 'the result is marked as an error',
    };
  }
  // `value` is a list of contents, or MCP's `{content, structuredContent, isError}`. Parts for the user repeat the others.
  const list = findAt(result, ['value.content', 'value'], Array.isArray)?.value ?? null;
  const content = elementsOf(list).filter(isForModel);
  const where = [...place, 'toolResult', 'value'];
  const words = textOf(readContent(content, where, report));
  if (declined.test(words)) return { outcome: 'blocked_before', output: undefined, reason: words };
  const isError = findAt(result, 'value.isError')?.value === true;
  return mcpResult(content, recordAt(result, 'value.structuredContent'), isError, where, report);
}

function isForModel(part: Value): boolean {
  const audience = isRecord(part) ? elementsOf(findAt(part, 'annotations.audience')?.value ?? null) : [];
  return audience.length === 0 || audience.includes('assistant');
}
