import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readBlocks, type BlockResult } from '../../importing/messages/anthropic-blocks.ts';
import { textOf } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { messageIn, noteSystem } from '../../importing/messages/message-list.ts';
import { counted, createNoting, type Noting } from '../../importing/noting.ts';
import { createPairing, type Pairing } from '../../importing/transcript/pairing.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { CallResult, Tokens } from '../../importing/transcript/transcript.ts';
import { Message, Tool, type Response } from './format.ts';
import type { Conversation } from './shapes.ts';
import { streamedIn, type Streamed } from './stream.ts';
import { plusAny, tokensTold } from '../../importing/values/tokens.ts';

export function titleOf({ messages, response, request }: Conversation): string {
  for (const value of messages.slice(0, 20)) {
    const message = v.safeParse(Message, value);
    if (!message.success || message.output.role !== 'user') continue;
    const text = textOf(readBlocks(message.output.content, [], createNoting()).parts);
    if (text.trim() !== '') return shortTitle(text);
  }
  return `response of ${response?.body.model ?? request?.model ?? 'a model of Anthropic'}`;
}

export function toSession(conversation: Conversation): ReadSession {
  const { messages, messagesPlace, request, response, stream } = conversation;
  const noting = createNoting();
  const pairing = createPairing(noting);
  messages.forEach((value, index) => readMessage(value, below(messagesPlace, index), pairing, noting));
  if (request?.system !== undefined) noteSystem([...messagesPlace.slice(0, -1), 'system'], noting);
  if (response !== undefined) readResponse(response.body, response.place, pairing, noting);
  const streamed = streamedIn(stream, noting);
  for (const one of streamed) {
    const { response: body, place, isCut } = one;
    readResponse(body, place, pairing, noting, one);
    if (isCut) {
      noting.note(
        'repaired',
        'anthropic-messages/cut-off',
        place,
        () => 'The stream ends before its last event: text and usage may be missing.',
      );
    }
  }
  const steps = pairing.steps();
  if (!steps.some(({ kind }) => kind === 'said')) {
    noting.note(
      'lost',
      'anthropic-messages/no-input',
      null,
      () => 'The file holds the model’s side only: what it was asked is not recorded.',
    );
  }
  return toTaskSession(
    {
      title: titleOf(conversation),
      importer: 'anthropic-messages',
      model: response?.body.model ?? streamed[0]?.response.model ?? request?.model,
      declared: (request?.tools ?? []).flatMap(nameOf),
      recording: {},
      steps,
    },
    noting,
  );
}

function readMessage(value: Value, place: Path, pairing: Pairing, noting: Noting): void {
  const message = messageIn(Message, value, place, 'messages', noting);
  if (message === undefined) return;
  const blocks = readBlocks(message.content, below(place, 'content'), noting);
  switch (message.role) {
    case 'system':
      return noteSystem(place, noting);
    case 'assistant': {
      const otherwise = blocks.thinks ? '[thinking]' : '[no text]';
      pairing.generated({ message: blocks.parts, otherwise, tokens: undefined, at: undefined, place }, blocks.calls);
      return giveResults(blocks.results, pairing);
    }
    default:
      giveResults(blocks.results, pairing);
      if (blocks.parts.length > 0) pairing.said({ message: blocks.parts, at: undefined, place });
  }
}

/** `streamed`: where its blocks and texts are, if they stand in no list. */
function readResponse(
  body: Response,
  place: Path,
  pairing: Pairing,
  noting: Noting,
  streamed?: Pick<Streamed, 'placeOf' | 'told'>,
): void {
  const blocks = readBlocks(body.content, below(place, 'content'), noting);
  const placed = <T extends { readonly place: Path }>(one: T): T =>
    streamed === undefined ? one : { ...one, place: streamed.placeOf(Number(one.place.at(-1))) };
  const calls = blocks.calls.map(placed);
  const results = blocks.results.map(placed);
  const otherwise = blocks.thinks ? '[thinking]' : '[no text]';
  const tokens = tokensOf(body);
  pairing.generated({ message: blocks.parts, otherwise, tokens, at: undefined, place, alsoAt: streamed?.told }, calls);
  giveResults(results, pairing);
  const { stop_reason } = body;
  if (stop_reason === 'max_tokens' || stop_reason === 'refusal' || stop_reason === 'pause_turn') {
    noting.note(
      'info',
      `anthropic-messages/${stop_reason}`,
      below(place, 'stop_reason'),
      (n) => `${counted(n, 'answer')} ended as “${stop_reason}”.`,
    );
  }
}

/**
 * | in the message | outcome |
 * | --- | --- |
 * | `is_error: true` of a `tool_result` | errored, with its text |
 * | a result of a tool of the provider with an `error_code`, or a `return_code` that is not 0 | errored, with the code |
 * | any other result | successful |
 *
 * The API knows no refusal of a call: a client writes one as an error.
 */
function outcomeOf({ isError, text, output }: BlockResult): CallResult {
  if (!isError) return { outcome: 'ok', output };
  return { outcome: 'error', output: undefined, reason: text === '' ? 'the result is marked as an error' : text };
}

function giveResults(results: readonly BlockResult[], pairing: Pairing): void {
  for (const result of results) {
    const { id, place } = result;
    pairing.result({ id, name: undefined, place }, outcomeOf(result));
  }
}

/** What was read from a cache or written to it was part of the prompt. */
function tokensOf({ usage }: Response): Tokens | undefined {
  const prompt = plusAny(usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens);
  return tokensTold(prompt, usage?.output_tokens);
}

function nameOf(tool: Value): readonly string[] {
  const read = v.safeParse(Tool, tool);
  return read.success ? [read.output.name] : [];
}
