import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { readContent } from '../../importing/content/content.ts';
import { info } from '../../importing/import-report.ts';
import { endByWord, unsuccessful, withExitCode } from '../../importing/transcript/call-ends.ts';
import { type CallResult, plusAny, waiting } from '../../importing/transcript/transcript.ts';
import { countAt, elementsAt, fieldAt, numberAt, textAt } from '../../importing/values/where.ts';

/**
 * A thread of Amp, as it keeps and exports it. There is no published definition; public programs that read such files
 * agree on these fields.
 */
export const amp = chatImporter({
  id: 'amp',
  title: 'Amp thread',
  turns: ['messages'],
  message: { role: 'text', messageId: 'there', content: 'list' },
  isKnownByOne: true,
  isOwn: ({ holder }) =>
    (textAt(holder.value, 'id') ?? '').startsWith('T-') && fieldAt(holder.value, 'created') !== undefined,
  reading: {
    messages: {
      kind: (message) => {
        const role = textAt(message, 'role');
        if (role === 'user') return 'input';
        if (role === 'assistant') return 'llm';
        if (role !== 'info') return undefined;
        // Amp gives the model what the user ran in the prompt as a message of the user, unless it is hidden.
        const commands = elementsAt(message, 'content').filter(isCommand);
        if (commands.length === 0) return 'system';
        return commands.every(isHidden) ? 'skip' : 'input';
      },
      skipped: info(
        'amp/hidden-commands',
        '{# message} with commands that the user ran and hid from the model: left out.',
      ),
      time: ['usage.timestamp', 'meta.sentAt'],
      model: 'usage.model',
      tokens: {
        prompt: ['usage.totalInputTokens', promptOf],
        completion: 'usage.outputTokens',
        cached: 'usage.cacheReadInputTokens',
      },
      end: 'state.stopReason',
      items: {
        list: 'content',
        kind: {
          field: 'type',
          values: {
            text: 'text',
            tool_use: 'call',
            tool_result: 'result',
            thinking: 'reasoning',
            redacted_thinking: 'reasoning',
          },
          otherwise: 'content',
        },
        content: (item, { place, report }) => {
          if (!isCommand(item)) return readContent(item, place, report);
          noteCommand(place, report);
          const said = [textAt(item, 'args.cmd'), textAt(item, ['toolRun.result.output', 'toolRun.error.message'])];
          return said.flatMap((text) => (text === undefined ? [] : [{ text }]));
        },
        calls: { id: 'id', name: 'name', arguments: 'input' },
        results: { id: 'toolUseID', outcome: outcomeOf },
      },
    },
    session: {
      title: 'title',
      agent: () => 'Amp',
      contextWindow: 'usage.maxInputTokens',
      startedAt: 'created',
      recording: { thread: 'id', mode: 'agentMode' },
    },
  },
});

/** As in Anthropic's counts, the input has none of the tokens that were read from a cache or written to it. */
function promptOf(message: Value): number | undefined {
  const count = (name: string) => countAt(message, `usage.${name}`);
  return plusAny(count('inputTokens'), count('cacheCreationInputTokens'), count('cacheReadInputTokens'));
}

const isCommand = (item: Value): boolean => textAt(item, 'type') === 'manual_bash_invocation';
const isHidden = (item: Value): boolean => fieldAt(item, 'hidden') === true;

const noteCommand = info(
  'amp/commands',
  '{# command} that the user ran in the prompt: read as input, because Amp shows them to the model as such.',
);

/** A run that is not over has no result yet. */
function outcomeOf({ run = null }: RecordValue): CallResult {
  const status = textAt(run, 'status') ?? '';
  const reason = textAt(run, ['error.message', 'error', 'reason']) ?? `the run is marked as ${status}`;
  const end = endByWord(status.replace(/-by-user$/, ''));
  if (end === undefined) return waiting(isRecord(run) ? `the run is ${status}` : reason);
  if (end !== 'worked') return unsuccessful(end, reason);
  return withExitCode({ outcome: 'ok', output: fieldAt(run, 'result') ?? null }, numberAt(run, 'result.exitCode'));
}
