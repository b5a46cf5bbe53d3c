import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { findAt, textAt } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { RecordValue, Value } from '../../model/value.ts';

/**
 * Sessions of Continue, as it keeps them in `~/.continue/sessions`.
 * https://github.com/continuedev/continue/blob/main/core/index.d.ts (Session, ChatHistoryItem, ToolCallState)
 */
export const continueSession = chatImporter({
  id: 'continue-session',
  title: 'Continue session',
  turns: ['history'],
  message: { 'message.role': 'text', contextItems: 'list' },
  reading: {
    messages: [
      {
        // What a tool gave back is beside its call since Continue runs tools itself.
        shape: { 'message.role': ['tool'] },
        kind: () => 'result',
        results: { id: 'message.toolCallId', content: 'message.content' },
      },
      {
        kind: {
          field: 'message.role',
          values: { user: 'input', assistant: 'llm', system: 'system', thinking: 'skip' },
        },
        text: 'message.content',
        reasoning: 'reasoning.text',
        tokens: 'message.usage',
        calls: {
          list: ['toolCallStates', 'message.toolCalls'],
          id: ['toolCallId', 'id'],
          name: ['toolCall.function.name', 'function.name'],
          arguments: ['toolCall.function.arguments', 'function.arguments'],
        },
        results: {
          list: ['toolCallStates', 'message.toolCalls'],
          content: outputOf,
          flag: (state) => (textAt(state, 'status') === 'canceled' ? canceled(state) : textAt(state, 'status')),
          ends: { errored: 'failed', stopped: 'failed', refused: 'blocked' },
        },
      },
    ],
    session: {
      title: 'title',
      agent: () => 'Continue',
      model: 'chatModelTitle',
      recording: { session: 'sessionId', workspace: 'workspaceDirectory', mode: 'mode' },
      totals: { prompt: 'usage.promptTokens', completion: 'usage.completionTokens' },
    },
  },
});

/**
 * Continue cancels calls that wait for the user, and commands that run. An output beside a canceled call is Continue's own item
 * for a rejection, or what a command had printed.
 */
function canceled(state: RecordValue): 'refused' | 'stopped' {
  const isCommand = /run_?terminal_?command/i.test(textAt(state, 'toolCall.function.name') ?? '');
  return !isCommand || textAt(state, 'output.0.name') === 'Tool Call Rejected' ? 'refused' : 'stopped';
}

/** A tool gives back items of context: what is in them, as the model sees it. */
function outputOf(state: RecordValue): Value | undefined {
  const output = findAt(state, 'output')?.value;
  const words = elementsOf(output ?? null).map((item) => textAt(item, 'content'));
  return words.length > 0 && words.every((one) => one !== undefined) ? words.join('\n\n') : output;
}
