import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import type { Path } from '../../model/path.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import type { Part as ContentPart } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { noteSystem } from '../../importing/messages/message-list.ts';
import { counted, createNoting } from '../../importing/noting.ts';
import type { Noting } from '../../importing/noting.ts';
import { createPairing } from '../../importing/transcript/pairing.ts';
import type { Pairing, PlannedCall } from '../../importing/transcript/pairing.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { Tokens } from '../../importing/transcript/transcript.ts';
import { Part, partKinds } from './format.ts';
import type { Message } from './format.ts';
import { resultOf } from './outcomes.ts';
import type { History, PlacedMessage } from './shapes.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

type TypeName = Document['typeName'];

export function titleOf({ messages }: History, typeName: TypeName): string {
  for (const { message, place } of messages.slice(0, 20)) {
    for (const { part, kind } of partsOf(message, place, typeName)) {
      const words = kind === 'user-prompt' ? textOf(readContent(part.content, [], createNoting())) : '';
      if (words.trim() !== '') return shortTitle(words);
    }
  }
  return 'messages of Pydantic AI';
}

export function toSession(history: History, typeName: TypeName): ReadSession {
  const noting = createNoting();
  const pairing = createPairing(noting);
  for (const message of history.messages) {
    if (message.kind === 'request') tellRequest(message, typeName, pairing, noting);
    else tellResponse(message, typeName, pairing, noting);
  }
  const [other] = history.others;
  if (other !== undefined) {
    noting.note(
      'lost',
      'pydantic-ai/other-values',
      [other],
      () => `${counted(history.others.length, 'entry', 'entries')} that are no message: left out.`,
    );
  }
  const model = history.messages.find(({ message }) => message.model_name !== undefined)?.message.model_name;
  return toTaskSession(
    {
      title: titleOf(history, typeName),
      importer: 'pydantic-ai',
      model,
      declared: [],
      recording: {},
      steps: pairing.steps(),
    },
    noting,
  );
}

interface PlacedPart {
  readonly part: Part;
  readonly kind: string;
  readonly place: Path;
}

function partsOf({ parts }: Message, place: Path, typeName: TypeName): readonly PlacedPart[] {
  return parts.map((value, index) => {
    const parsed = v.safeParse(Part, value);
    const where = [...place, 'parts', index];
    if (!parsed.success || !isRecord(value)) return { part: emptyPart, kind: '', place: where };
    return {
      part: parsed.output,
      kind: parsed.output.part_kind ?? partKinds[typeName(value) ?? ''] ?? '',
      place: where,
    };
  });
}

const emptyPart: Part = v.parse(Part, {});

/** What the model was sent: instructions, what the user said, and what came of its calls. */
function tellRequest({ message, place }: PlacedMessage, typeName: TypeName, pairing: Pairing, noting: Noting): void {
  const said: ContentPart[] = [];
  let at: string | undefined;
  let where: Path | undefined;
  for (const one of partsOf(message, place, typeName)) {
    const { part, kind } = one;
    const own = readInstant(timeIn(part.timestamp), [...one.place, 'timestamp'], noting);
    switch (kind) {
      case 'system-prompt':
        noteSystem(one.place, noting);
        break;
      case 'user-prompt':
        said.push(...readContent(part.content, [...one.place, 'content'], noting));
        at ??= own;
        where ??= one.place;
        break;
      case 'tool-return':
      case 'retry-prompt':
        tellResult(one, own, pairing, noting);
        break;
      default:
        noteUnknown(one.place, noting);
    }
  }
  if (where !== undefined) pairing.said({ message: said, at, place: where });
}

/** An elided time (`datetime.datetime(...)`) is no time. */
const timeIn = (value: Value | undefined): Value | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

function tellResult({ part, kind, place }: PlacedPart, at: string | undefined, pairing: Pairing, noting: Noting): void {
  // Without a tool, the framework asks for another answer: nobody called anything.
  if (kind === 'retry-prompt' && part.tool_name === undefined) {
    const message = readContent(part.content, [...place, 'content'], noting);
    noting.note(
      'assumed',
      'pydantic-ai/retry',
      place,
      (n) => `${counted(n, 'request')} of the framework for a better answer, without a tool: shown as an input.`,
    );
    pairing.said({ message, at, place });
    return;
  }
  const mark = { id: part.tool_call_id, name: part.tool_name, place };
  pairing.result(mark, { ...resultOf(part, kind, part.content), at });
}

function tellResponse({ message, place }: PlacedMessage, typeName: TypeName, pairing: Pairing, noting: Noting): void {
  const said: ContentPart[] = [];
  const calls: PlannedCall[] = [];
  const returns: PlacedPart[] = [];
  let isReasoning = false;
  for (const one of partsOf(message, place, typeName)) {
    switch (one.kind) {
      case 'text':
      case 'file':
        said.push(
          ...readContent(one.part.content, [...one.place, 'content'], noting).filter(({ text }) => text !== ''),
        );
        break;
      case 'thinking':
        isReasoning = true;
        noteReasoning(one.place, noting);
        break;
      case 'tool-call':
      case 'builtin-tool-call':
        calls.push(callOf(one, noting));
        break;
      case 'builtin-tool-return':
        returns.push(one);
        break;
      default:
        noteUnknown(one.place, noting);
    }
  }
  const at = readInstant(timeIn(message.timestamp), [...place, 'timestamp'], noting);
  const isSilent = said.length + calls.length === 0;
  const otherwise = isSilent ? (isReasoning ? '[reasoning]' : '[no text]') : undefined;
  const { model_name: model, finish_reason: ended } = message;
  pairing.generated({ message: said, otherwise, ended, tokens: tokensIn(message), model, at, place }, calls);
  for (const one of returns) tellResult(one, at, pairing, noting);
}

/** Version 0.0.x wraps what the model wrote: `ArgsJson(args_json='…')`, `ArgsDict(args_dict={…})`. */
function callOf({ part, place }: PlacedPart, noting: Noting): PlannedCall {
  const { args } = part;
  const wrapped = args !== undefined && isRecord(args) ? (args['args_json'] ?? args['args_dict']) : undefined;
  const input = openArguments(wrapped ?? args, [...place, 'args'], noting);
  return { id: part.tool_call_id, name: part.tool_name ?? '', input, place };
}

function tokensIn({ usage }: Message): Tokens | undefined {
  const prompt = countIn(usage?.['input_tokens'] ?? usage?.['request_tokens']);
  const completion = countIn(usage?.['output_tokens'] ?? usage?.['response_tokens']);
  return tokensTold(prompt, completion);
}

const noteUnknown = (place: Path, noting: Noting): void =>
  noting.note(
    'lost',
    'pydantic-ai/part',
    place,
    (n) => `${counted(n, 'part')} of a kind that is not known here, or cut off: left out.`,
  );
