import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { info } from '../../importing/import-report.ts';
import { plusAny, waiting } from '../../importing/transcript/transcript.ts';
import { countAt, findAt, recordAt, textAt } from '../../importing/values/where.ts';
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
        // The result is beside its call since Continue runs tools itself.
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
        tokens: {
          prompt: [(item) => promptOf(recordAt(item, 'message.usage'), true)],
          completion: 'message.usage.completionTokens',
          cached: 'message.usage.promptTokensDetails.cachedTokens',
        },
        calls: {
          list: ['toolCallStates', 'message.toolCalls'],
          id: ['toolCallId', 'id'],
          name: ['toolCall.function.name', 'function.name'],
          arguments: ['toolCall.function.arguments', 'function.arguments'],
        },
        results: {
          list: ['toolCallStates', 'message.toolCalls'],
          content: outputOf,
          outcome: (state) => (textAt(state, 'status') === 'generated' ? waiting('the user’s approval') : undefined),
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
      totals: {
        prompt: [(session) => promptOf(recordAt(session, 'usage'), false)],
        completion: 'usage.completionTokens',
      },
      notes({ messages }, report) {
        for (const { value, place } of messages)
          if (textAt(value, 'conversationSummary') !== undefined) noteCompacted(place, report);
      },
    },
  },
});

/**
 * Continue counts the cache of Anthropic's models separately; for others, the prompt includes it. Only Anthropic's answers count what was
 * written to the cache; the sums of a session have that count for all.
 */
function promptOf(usage: RecordValue | undefined, isAnswer: boolean): Value | undefined {
  const [prompt, cached, written] = [
    'promptTokens',
    'promptTokensDetails.cachedTokens',
    'promptTokensDetails.cacheWriteTokens',
  ].map((where) => countAt(usage, where));
  if (prompt === undefined) return undefined;
  const isApart = isAnswer ? written !== undefined : (written ?? 0) > 0;
  return isApart || (cached ?? 0) > prompt ? plusAny(prompt, cached, written) : prompt;
}

const noteCompacted = info(
  'continue-session/compacted',
  'The conversation was compacted: the model saw a summary of its earlier part.',
);

/**
 * Continue cancels calls that wait for the user, and commands that run. An output beside a canceled call is Continue's own item
 * for a rejection, or what a command had printed.
 */
function canceled(state: RecordValue): 'refused' | 'stopped' {
  const isCommand = /run_?terminal_?command/i.test(textAt(state, 'toolCall.function.name') ?? '');
  return !isCommand || textAt(state, 'output.0.name') === 'Tool Call Rejected' ? 'refused' : 'stopped';
}

/** A tool returns items of context: their content, as the model sees it. */
function outputOf(state: RecordValue): Value | undefined {
  const output = findAt(state, 'output')?.value;
  const words = elementsOf(output ?? null).map((item) => textAt(item, 'content'));
  return words.length > 0 && words.every((one) => one !== undefined) ? words.join('\n\n') : output;
}
