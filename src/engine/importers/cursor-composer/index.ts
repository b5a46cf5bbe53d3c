import type { RecordValue, Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { Entry } from '../../importing/describing/chat-reading.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { endByWord, refused, unsuccessful, withExitCode } from '../../importing/transcript/call-ends.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import { opened } from '../../importing/values/written-value.ts';
import { fieldAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';

/**
 * A composer of Cursor (`composerData:…` of its database) with its bubbles, or the bubbles alone. There is no published
 * definition; public programs that read the database agree on these fields.
 */
export const cursorComposer = chatImporter({
  id: 'cursor-composer',
  title: 'Cursor composer',
  turns: ['conversation', '', 'bubbles'],
  message: { type: 'number', bubbleId: 'text' },
  reading: {
    messages: {
      joins: 'blocks',
      kind: ({ type = null }) => (type === 1 ? 'input' : type === 2 ? 'llm' : undefined),
      text: ({ text = null }) => (text === '' ? undefined : text),
      reasoning: 'thinking.text',
      calls: {
        list: 'toolFormerData',
        id: 'toolCallId',
        name: 'name',
        arguments: ['rawArgs', 'params'],
      },
      results: {
        list: 'toolFormerData',
        outcome: outcomeOf,
      },
      tokens: (bubble) => {
        const counts = recordAt(bubble, 'tokenCount');
        // Cursor writes zeros for what it did not count.
        return counts === undefined || fieldAt(counts, 'outputTokens') === 0 ? undefined : tokensOf(counts);
      },
      model: 'modelInfo.modelName',
      time: 'createdAt',
    },
    session: {
      title: 'name',
      agent: () => 'Cursor',
      startedAt: 'createdAt',
      recording: { composer: 'composerId' },
      arrange: answersOf,
    },
  },
});

/** The result of a command is a text with a record: what it printed, its exit code, and whether the user rejected it. */
function outcomeOf(call: RecordValue): CallResult {
  const status = textAt(call, 'status') ?? '';
  const end = endByWord(status);
  const output = fieldAt(call, ['result', 'error']);
  const command = (textAt(call, 'name') ?? '').includes('terminal') ? opened(output ?? null) : undefined;
  if (textAt(call, 'userDecision') === 'rejected' || fieldAt(command, 'rejected') === true)
    return refused('the user rejected the call');
  if (end === 'failed' || end === 'stopped')
    return unsuccessful(end, textAt(call, ['error', 'result']) ?? `the call is marked as ${status}`);
  if (end !== 'worked' && output === undefined)
    return waiting(`the call is ${status === '' ? 'not finished' : status}`);
  return withExitCode({ outcome: 'ok', output: output ?? null }, numberAt(command, ['exitCodeV2', 'exitCode']));
}

/**
 * Each call is a bubble of its own: those that one answer of the model requested follow one another and name it. Reasoning, too,
 * is a bubble before the rest of its answer.
 */
function answersOf(bubbles: readonly Placed[]): readonly Entry[] {
  const entries: (Placed & { more: Placed[] })[] = [];
  let latest: string | undefined;
  let isThought = false;
  for (const bubble of bubbles) {
    const call = textAt(bubble.value, 'toolFormerData.modelCallId');
    const isSame = call !== undefined && call !== '' && call === latest;
    const isAnswer = fieldAt(bubble.value, 'type') === 2;
    if (isAnswer && (isSame || isThought)) entries.at(-1)?.more.push(bubble);
    else entries.push({ ...bubble, more: [] });
    latest = call;
    isThought = isAnswer && isReasoningAlone(bubble.value);
  }
  return entries;
}

const isReasoningAlone = (bubble: Value): boolean =>
  (textAt(bubble, 'thinking.text') ?? '') !== '' &&
  (textAt(bubble, 'text') ?? '') === '' &&
  recordAt(bubble, 'toolFormerData') === undefined;
