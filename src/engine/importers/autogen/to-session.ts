import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import type { Part } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn, noteSystem } from '../../importing/messages/message-list.ts';
import { counted, createNoting } from '../../importing/noting.ts';
import type { Noting } from '../../importing/noting.ts';
import { createPairing } from '../../importing/transcript/pairing.ts';
import type { Pairing, PlannedCall } from '../../importing/transcript/pairing.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { CallResult, Tokens } from '../../importing/transcript/transcript.ts';
import { FunctionCall, FunctionResult, messageTypes } from './format.ts';
import type { Message } from './format.ts';
import type { Chat, PlacedMessage } from './shapes.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

export function titleOf({ messages }: Chat): string {
  for (const { message } of messages.slice(0, 20)) {
    const words = message.source === 'user' ? textOf(readContent(message.content, [], createNoting())) : '';
    if (words.trim() !== '') return shortTitle(words);
  }
  return 'chat of AutoGen agents';
}

export function toSession(chat: Chat): ReadSession {
  const noting = createNoting();
  const pairing = createPairing(noting);
  for (const message of chat.messages) tell(message, pairing, noting);
  noteChat(chat, noting);
  const recording: { [key: string]: Value } = {};
  if (chat.stopReason !== undefined) recording['stop_reason'] = chat.stopReason;
  return toTaskSession(
    { title: titleOf(chat), importer: 'autogen', declared: [], recording, steps: pairing.steps() },
    noting,
  );
}

/** Agents of a team share one conversation, so they share one context; who spoke is kept with what was said. */
function tell({ message, type, place }: PlacedMessage, pairing: Pairing, noting: Noting): void {
  const at = readInstant(timeIn(message.created_at), [...place, 'created_at'], noting);
  const tokens = tokensIn(message);
  switch (messageTypes[type]) {
    case 'text': {
      const parts = spokenBy(message, place, noting);
      if (message.source === 'user') pairing.said({ message: parts, at, place });
      else pairing.generated({ message: parts, otherwise: '[no text]', tokens, at, place }, []);
      return;
    }
    case 'summary':
      // Results put into words by the framework: no model was called for it.
      pairing.generated({ message: spokenBy(message, place, noting), tokens: tokens ?? none, at, place }, []);
      return;
    case 'asked':
      pairing.said({ message: spokenBy(message, place, noting), at, place });
      return;
    case 'answered': {
      const calls = Array.isArray(message.content) ? requested(message, place, noting) : [];
      const parts = Array.isArray(message.content) ? [] : spokenBy(message, place, noting);
      const otherwise = calls.length === 0 ? '[no text]' : undefined;
      pairing.generated({ message: parts, otherwise, tokens, at, place }, calls);
      return;
    }
    case 'calls': {
      const calls = requested(message, place, noting);
      pairing.generated({ message: [], tokens, at, place }, calls, listIn(message.content).length - calls.length);
      return;
    }
    case 'results':
      tellResults(message, place, at, pairing, noting);
      return;
    default:
      noteAside(message, type, place, noting);
  }
}

const none: Tokens = { prompt: 0, completion: 0 };

/** An elided time (`datetime.datetime(...)`) is no time. */
const timeIn = (value: Value | undefined): Value | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

function spokenBy({ content, source }: Message, place: Path, noting: Noting): readonly Part[] {
  const parts = readContent(content, [...place, 'content'], noting);
  return source === 'user' ? parts : parts.map((part) => ({ ...part, metadata: named(part['metadata'], source) }));
}

const named = (metadata: Value | undefined, name: string): Value =>
  metadata !== undefined && isRecord(metadata) ? { ...metadata, name } : { name };

function tokensIn({ models_usage: usage }: Message): Tokens | undefined {
  const prompt = countIn(usage?.['prompt_tokens']);
  const completion = countIn(usage?.['completion_tokens']);
  return tokensTold(prompt, completion);
}

// Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
const listIn = (content: Value | undefined): readonly Value[] =>
  Array.isArray(content) ? (content as readonly Value[]) : [];

function requested({ content }: Message, place: Path, noting: Noting): readonly PlannedCall[] {
  const read = (value: Value, where: Path): PlannedCall | undefined => {
    const call = v.safeParse(FunctionCall, value);
    if (!call.success) return undefined;
    const { id, name, arguments: written } = call.output;
    return { id, name, input: openArguments(written, [...where, 'arguments'], noting), place: where };
  };
  return callsIn(listIn(content), [...place, 'content'], read, noting);
}

function tellResults(
  { content }: Message,
  place: Path,
  at: string | undefined,
  pairing: Pairing,
  noting: Noting,
): void {
  listIn(content).forEach((value, index) => {
    const where = [...place, 'content', index];
    const result = v.safeParse(FunctionResult, value);
    if (!result.success) {
      noting.note('lost', 'autogen/result', where, (n) => `${counted(n, 'result')} could not be read.`);
      return;
    }
    const { call_id: id, name } = result.output;
    pairing.result({ id, name, place: where }, { ...outcomeOf(result.output), at });
  });
}

/**
 * | in a `FunctionExecutionResult` | outcome |
 * | --- | --- |
 * | `is_error=True` | errored, with its content |
 * | anything else | successful, whatever its text says |
 */
function outcomeOf({ content, is_error }: v.InferOutput<typeof FunctionResult>): CallResult {
  if (is_error === true) {
    return { outcome: 'error', output: undefined, reason: typeof content === 'string' ? content : 'is_error is true' };
  }
  return { outcome: 'ok', output: content };
}

function noteAside({ source }: Message, type: string, place: Path, noting: Noting): void {
  noting.note(
    'info',
    'autogen/aside',
    place,
    (n) =>
      `${counted(n, 'event')} of the team that no model call or tool stands for (first: ${type} of ${source}): left out.`,
  );
}

function noteChat({ others, systems, beside }: Chat, noting: Noting): void {
  for (const place of systems) noteSystem(place, noting);
  if (beside.length > 0) {
    noting.note(
      'info',
      'autogen/beside',
      ['agent_states'],
      () => `What the members of the team keep for themselves is left out: ${beside.slice(0, 8).join(', ')}.`,
    );
  }
  const [first] = others;
  if (first === undefined) return;
  noting.note(
    'lost',
    'import/message',
    first,
    () => `${counted(others.length, 'entry', 'entries')} could not be read.`,
  );
}
