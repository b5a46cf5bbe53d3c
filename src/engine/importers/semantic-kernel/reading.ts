import { assumed, info } from '../../importing/import-report.ts';
import type { RecordValue } from '../../model/value.ts';
import type { ChatReading } from '../../importing/describing/chat-reading.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { plusAny, recordedTokens, type RecordedTokens } from '../../importing/transcript/transcript.ts';
import { countAt, findAt, textAt } from '../../importing/values/where.ts';

/** Both languages in one: `content_type` and snake_case, or `$type` and PascalCase or camelCase. */
export const reading: ChatReading = {
  messages: {
    kind: {
      // The reducer of a history replaces the removed messages by a summary.
      field: ['metadata.__summary__', 'Metadata.__summary__', 'role', 'role.label', 'Role.Label'],
      values: { true: 'skip', system: 'system', developer: 'system', assistant: 'llm', tool: 'result' },
      otherwise: 'input',
    },
    skipped: info(
      'semantic-kernel/summary',
      '{# summary|# summaries} of messages that the program removed from the history: left out.',
    ),
    speaker: ['name', 'author_name', 'AuthorName'],
    time: ['metadata.created', 'metadata.CreatedAt', 'Metadata.CreatedAt'],
    model: ['ai_model_id', 'model_id', 'ModelId'],
    end: ['finish_reason', 'metadata.FinishReason', 'Metadata.FinishReason'],
    tokens: tokensIn,
    items: {
      list: ['items', 'Items'],
      kind: {
        field: ['content_type', '$type'],
        values: {
          text: 'text',
          function_call: 'call',
          function_result: 'result',
          reasoning: 'reasoning',
          TextContent: 'text',
          FunctionCallContent: 'call',
          FunctionResultContent: 'result',
          ReasoningContent: 'reasoning',
        },
        otherwise: 'file',
      },
      text: ['text', 'Text'],
      calls: { id: ['id', 'Id'], name: nameOf, arguments: ['arguments', 'Arguments'], unnamed: 'unknown' },
      results: {
        id: ['id', 'call_id', 'CallId'],
        name: nameOf,
        content: ['result', 'Result'],
        flag: (item) => failures.some((one) => one.test(textAt(item, ['result', 'Result']) ?? '')) || undefined,
        assumed: assumed(
          'semantic-kernel/outcome',
          'Results do not say whether a function failed: each counts as successful, unless its text is an error of Semantic Kernel itself.',
        ),
      },
      file: {
        data: ['data_uri', 'uri', 'file_id', 'DataUri', 'Uri', 'FileId', 'data', 'Data'],
        mimeType: (item) => textAt(item, ['mime_type', 'MimeType']) ?? (isImage(item) ? 'image/*' : undefined),
        otherwise: 'application/octet-stream',
      },
    },
  },
};

const isImage = (item: RecordValue): boolean => item['content_type'] === 'image' || item['$type'] === 'ImageContent';

/** Plugin and function, as the model knows it. */
function nameOf(item: RecordValue): string | undefined {
  const name = textAt(item, ['function_name', 'FunctionName']);
  const plugin = textAt(item, ['plugin_name', 'PluginName']) ?? '';
  if (name === undefined) return textAt(item, 'name');
  return plugin === '' ? name : `${plugin}-${name}`;
}

/**
 * Its own words for a call that it could not make, or whose function threw.
 *
 * - Python: `invoke_function_call` in https://github.com/microsoft/semantic-kernel/blob/main/python/semantic_kernel/kernel.py
 * - C#: https://github.com/microsoft/semantic-kernel/blob/main/dotnet/src/InternalUtilities/connectors/AI/FunctionCalling/FunctionCallsProcessor.cs
 */
const failures: readonly RegExp[] = [
  /^An error occurred while invoking the function /,
  /^The tool call with name `[^`]*` is not part of the provided tools/,
  /^The tool call arguments are malformed/,
  /^(?:Missing required|Received unexpected) argument\(s\): .* Please revise the arguments to match/s,
  /^There are `\d+` tool call arguments required and only /,
  /^Error: (?:Exception while invoking function|Function call processing failed|Tool call was not a function call)\./,
  /^Error: (?:Function call \w+ for a function that wasn't defined|Requested function could not be found)\./,
];

/** Gemini's counts are beside the other facts, and its reasoning is not among the output. */
function tokensIn(message: RecordValue): RecordedTokens | undefined {
  const metadata = findAt(message, ['metadata', 'Metadata'])?.value;
  const usage = findAt(metadata, ['usage', 'Usage'])?.value;
  const count = (name: string) => countAt(metadata, name);
  return (
    tokensOf(usage) ??
    recordedTokens(countAt(usage, 'PromptTokens'), countAt(usage, 'CompletionTokens')) ??
    recordedTokens(count('PromptTokenCount'), plusAny(count('CandidatesTokenCount'), count('ThoughtsTokenCount')))
  );
}
