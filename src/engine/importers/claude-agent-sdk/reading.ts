import { isRefused } from '../../importing/content/claude-refusals.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { info, lost } from '../../importing/import-report.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { recordedTokens, type RecordedTokens } from '../../importing/transcript/transcript.ts';
import type {
  ChatReading,
  Entry,
  Items,
  MessageKind,
  MessageReading,
  Spot,
} from '../../importing/describing/chat-reading.ts';
import { joinedEntries, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, factsAt, fieldAt, textAt } from '../../importing/values/where.ts';

/** `denied`: the calls that the program’s own `can_use_tool` denied, in words of its own. */
const itemsWith = (denied: ReadonlySet<Value>): Items => ({
  list: 'content',
  // The blocks have no type: they are classes, each with fields of its own.
  kind: { keys: { thinking: 'reasoning', text: 'text', tool_use_id: 'result', input: 'call' } },
  calls: { id: 'id', name: 'name', arguments: 'input' },
  results: {
    id: 'tool_use_id',
    content: 'content',
    flag: (result, { place, report }) => {
      const isError = fieldAt(result, 'is_error') === true;
      if (denied.has(fieldAt(result, 'tool_use_id') ?? null)) return 'refused';
      return isRefused(textOf(readContent(fieldAt(result, 'content') ?? null, place, report)), isError)
        ? 'refused'
        : isError;
    },
    ends: { refused: 'blocked' },
  },
});

/** The last message of a run lists its denials. */
const denialsIn = (messages: readonly Placed[]): ReadonlySet<Value> =>
  new Set(
    messages.flatMap(({ value }) =>
      elementsAt(value, 'permission_denials').flatMap((denial) => fieldAt(denial, 'tool_use_id') ?? []),
    ),
  );

/** A sub-agent's messages name the call that began it; their result is that of the call. */
function ofMain(kind: MessageKind) {
  return (message: RecordValue): MessageKind => (textAt(message, 'parent_tool_use_id') === undefined ? kind : 'skip');
}

const inSubAgent = lost(
  'claude-agent-sdk/sub-agent',
  '{# message} of sub-agents left out: the result of their call is shown.',
);

const messagesWith = (items: Items): readonly MessageReading[] => [
  {
    shape: { content: 'there', model: 'text' },
    kind: ofMain('llm'),
    items,
    // The library receives an answer before its end, when only the tokens of its beginning are counted.
    tokens: (message) => {
      const tokens = tokensOf(fieldAt(message, 'usage'));
      return fieldAt(message, 'stop_reason') === null ? recordedTokens(tokens?.prompt, undefined) : tokens;
    },
    model: 'model',
    end: ['stop_reason', 'error'],
    joins: 'blocks',
    skipped: inSubAgent,
  },
  { shape: { content: 'there', subtype: 'absent' }, kind: ofMain('input'), items, skipped: inSubAgent },
  {
    kind: () => 'skip',
    shape: { duration_api_ms: 'there' },
  },
  {
    kind: () => 'skip',
    shape: { event: 'record' },
    skipped: info('claude-agent-sdk/pieces', '{# piece} of answers that are also recorded whole: left out.'),
  },
  {
    kind: () => 'skip',
    skipped: info('claude-agent-sdk/system', '{# message} of the program itself: not shown as turns.'),
  },
];

export const reading: ChatReading = {
  messages: ({ messages }) => messagesWith(itemsWith(denialsIn(messages))),
  session: {
    agent: () => 'Claude Agent SDK',
    model: (_, spot) => textAt(setUp(spot), 'data.model'),
    declared: (_, spot) => elementsAt(setUp(spot), 'data.tools').filter((one) => typeof one === 'string'),
    recording: (_, spot) => factsOf(spot),
    totals: ({ messages }) => spentIn(messages),
    arrange: (messages) => oneEntryEach(messages),
  },
};

const setUp = ({ found }: Spot) => found.messages.find(({ value }) => textAt(value, 'subtype') === 'init')?.value;

/** The last message of each run counts the run's tokens. */
function spentIn(messages: readonly Placed[]): RecordedTokens | undefined {
  const runs = messages.flatMap(({ value }) => (isResult(value) ? (tokensOf(fieldAt(value, 'usage')) ?? []) : []));
  const sum = (name: keyof RecordedTokens) => runs.reduce((total, tokens) => total + (tokens[name] ?? 0), 0);
  return recordedTokens(sum('prompt'), sum('completion'));
}

const isResult = (message: Value): boolean => fieldAt(message, 'duration_api_ms') !== undefined;

/** What the last message says about the whole run. */
function factsOf({ found }: Spot): RecordValue {
  const result = found.messages.findLast(({ value }) => isResult(value))?.value;
  const names = ['session_id', 'subtype', 'num_turns', 'total_cost_usd', 'duration_ms', 'usage', 'permission_denials'];
  return factsAt(result, Object.fromEntries(names.map((name) => [name, name])));
}

/** The library gives each block of an answer as a message of its own; nothing comes between those of one answer. */
const oneEntryEach = (messages: readonly Placed[]): readonly Entry[] =>
  joinedEntries(messages, (last, { value }) => isAnswer(last) && isAnswer(value) && isSameAnswer(last, value));

const isAnswer = (message: Value): boolean =>
  fieldAt(message, 'model') !== undefined && fieldAt(message, 'content') !== undefined;

const isSameAnswer = (one: Value, other: Value): boolean =>
  ['model', 'message_id', 'parent_tool_use_id'].every((name) => fieldAt(one, name) === fieldAt(other, name));
