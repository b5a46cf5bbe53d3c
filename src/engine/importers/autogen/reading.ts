import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import type {
  ChatReading,
  FoundConversation,
  MessageKind,
  MessageReading,
  Spot,
} from '../../importing/describing/chat-reading.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { textAt } from '../../importing/values/where.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { withExitCode } from '../../importing/transcript/call-ends.ts';
import { elementsAt, fieldAt, numberAt } from '../../importing/values/where.ts';
import { messageKinds, typeOf } from './format.ts';

/** Agents of a team share one conversation, so they share one context; the speaker is kept with each message. */
export const reading: ChatReading = {
  messages: (found, document) => readingsWith(usersIn(found, document)),
  session: {
    untitled: 'chat of AutoGen agents',
    recording: { stop_reason: 'stop_reason' },
    notes: noteOtherMembers,
  },
};

function readingsWith(users: ReadonlySet<Value>): readonly MessageReading[] {
  const kindOf = (message: RecordValue, spot: Spot) => kindAmong(users, message, spot);
  return [
    {
      shape: { content: 'text', code_blocks: 'list', source: 'text' },
      // Without code, the answer follows as a message of its own.
      kind: (event, spot) => (elementsAt(event, 'code_blocks').length > 0 ? 'llm' : kindOf(event, spot)),
      text: 'content',
      calls: { name: () => executor, arguments: ({ code_blocks: code = null }) => ({ code_blocks: code }) },
      speaker: 'source',
      time: 'created_at',
    },
    {
      shape: { source: 'text', 'result.exit_code': 'number' },
      kind: () => 'result',
      results: {
        name: () => executor,
        outcome: (event) =>
          withExitCode({ outcome: 'ok', output: fieldAt(event, 'result.output') }, numberAt(event, 'result.exit_code')),
      },
      time: 'created_at',
    },
    {
      kind: kindOf,
      items: {
        list: 'content',
        kind: {
          keys: { call_id: 'result', is_error: 'result', arguments: 'call', name: 'call' },
          otherwise: 'content',
          absent: 'content',
        },
        calls: { id: 'id', name: 'name', arguments: 'arguments' },
        // A result without `is_error: true` is successful, regardless of its text.
        results: { id: 'call_id', name: 'name', content: 'content', flag: 'is_error' },
      },
      speaker: ({ source }) => (typeof source === 'string' && source !== 'user' ? source : undefined),
      time: 'created_at',
      tokens: tokensIn,
    },
  ];
}

/** An agent of AutoGen's runs the code; the events have no name for that. */
const executor = 'code_executor';

/**
 * The names of people: the caller of a team, and each `UserProxyAgent`, which asks for input by an event. In saved states and in the
 * console, which do not have the event, only the usual name counts.
 * https://github.com/microsoft/autogen/blob/main/python/packages/autogen-agentchat/src/autogen_agentchat/agents/_user_proxy_agent.py
 */
function usersIn({ messages }: FoundConversation, document: Document): ReadonlySet<Value> {
  const asked = messages.filter(({ value }) => typeOf(value, document) === 'UserInputRequestedEvent');
  return new Set<Value>(['user', 'user_proxy', ...asked.map(({ value }) => textAt(value, 'source') ?? 'user')]);
}

function kindAmong(
  users: ReadonlySet<Value>,
  message: RecordValue,
  { document, place, report }: Spot,
): MessageKind | undefined {
  const type = typeOf(message, document);
  const kind = type && messageKinds[type];
  if (kind === 'text' || kind === 'handoff') {
    if (users.has(message['source'] ?? null)) return 'input';
    // An agent’s handoff repeats the result of the call that asked for it.
    if (kind === 'text') return 'llm';
  } else if (kind !== 'aside') return kind;
  const first = `${type} of ${textAt(message, 'source') ?? 'an unnamed source'}`;
  report.note(
    'info',
    'autogen/aside',
    place,
    (n) => `${counted(n, 'event')} of the team outside of model calls and tools (first: ${first}): left out.`,
  );
  return 'skip';
}

function tokensIn(message: RecordValue, { document }: Spot): RecordedTokens | undefined {
  // The framework summarised results as text: no model was called.
  const isSummary = typeOf(message, document) === 'ToolCallSummaryMessage';
  return tokensOf(message['models_usage']) ?? (isSummary ? { prompt: 0, completion: 0 } : undefined);
}

/** A conversation in the state of a team is that of all members or of one. */
function noteOtherMembers({ holder, messages: [first] }: FoundConversation, report: ImportReport): void {
  const states = isRecord(holder.value) ? holder.value['agent_states'] : undefined;
  const beside =
    states !== undefined && isRecord(states) ? Object.keys(states).filter((name) => name !== first?.place[1]) : [];
  if (beside.length === 0) return;
  report.note(
    'info',
    'autogen/beside',
    ['agent_states'],
    () => `Internal state of the team’s members is left out: ${beside.slice(0, 8).join(', ')}.`,
  );
}
