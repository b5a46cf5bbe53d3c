import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../content.ts';
import type { ReadSession } from '../importer.ts';
import { readInstant } from '../instants.ts';
import { openResult } from '../json-text.ts';
import { messageIn } from '../message-list.ts';
import { counted, createNoting, type Noting } from '../noting.ts';
import { createPairing, type Pairing, type PlannedCall } from '../pairing.ts';
import { noteReasoning } from '../reasoning.ts';
import { shortTitle } from '../title.ts';
import { toTaskSession } from '../to-task-session.ts';
import type { CallResult, Tokens } from '../transcript.ts';
import { Header, Line, Message, ToolCall } from './format.ts';

export function titleOf(lines: readonly Value[]): string {
  for (const value of lines.slice(0, 40)) {
    const line = v.safeParse(Line, value);
    const message = v.safeParse(Message, line.success ? line.output.message : undefined);
    if (!message.success || message.output.role !== 'user') continue;
    const text = textOf(readContent(message.output.content, [], createNoting()));
    if (text.trim() !== '' && !text.startsWith('/')) return shortTitle(text);
  }
  return 'pi session';
}

export function toSession(lines: readonly Value[]): ReadSession {
  const noting = createNoting();
  const pairing = createPairing(noting);
  lines.forEach((value, index) => readLine(value, [index], pairing, noting));
  const header = v.safeParse(Header, lines[0]);
  const about = header.success ? header.output : undefined;
  const told = { session: about?.id, cwd: about?.cwd, provider: about?.provider };
  return toTaskSession(
    {
      title: titleOf(lines),
      importer: 'pi',
      agent: 'pi',
      startedAt: readInstant(about?.timestamp, [0, 'timestamp'], noting),
      declared: [],
      recording: Object.fromEntries(
        Object.entries(told).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
      steps: pairing.steps(),
    },
    noting,
  );
}

function readLine(value: Value, place: Path, pairing: Pairing, noting: Noting): void {
  const line = messageIn(Line, value, place, 'the session', noting);
  if (line === undefined) return;
  const message = line.type === 'message' ? v.safeParse(Message, line.message) : undefined;
  if (message === undefined) return noteOther(line.type, place, noting);
  if (!message.success) return noteOther('message', place, noting);
  const at = readInstant(line.timestamp, [...place, 'timestamp'], noting);
  readMessage(message.output, [...place, 'message'], at, pairing, noting);
}

function readMessage(message: Message, place: Path, at: string | undefined, pairing: Pairing, noting: Noting): void {
  const content = [...place, 'content'];
  switch (message.role) {
    case 'user':
      pairing.said({ message: readContent(message.content, content, noting), at, place });
      return;
    case 'assistant':
      readAnswer(message, place, at, pairing, noting);
      return;
    case 'toolResult': {
      const { toolCallId: id, toolName: name } = message;
      pairing.result({ id, name, place }, { ...outcomeOf(message, content, noting), at });
      return;
    }
    case 'bashExecution':
      noting.note(
        'info',
        'pi/own-command',
        place,
        (n) => `${counted(n, 'command')} that the user ran in the session’s shell, no call of the agent: left out.`,
      );
      return;
    default:
      noteOther(message.role, place, noting);
  }
}

/**
 * | in the session | outcome |
 * | --- | --- |
 * | `isError: true` of a tool result | errored, with its text |
 * | any other tool result | successful |
 *
 * pi asks for no permission, so nothing is restricted. A call whose answer was aborted has no result.
 */
function outcomeOf(message: Message, place: Path, noting: Noting): CallResult {
  const parts = readContent(message.content, place, noting);
  const text = textOf(parts);
  if (message.isError === true) {
    return { outcome: 'error', output: undefined, reason: text === '' ? 'the result is marked as an error' : text };
  }
  const isText = parts.every((part) => typeof part['text'] === 'string');
  return { outcome: 'ok', output: isText ? openResult(text, place, noting) : parts };
}

function readAnswer(message: Message, place: Path, at: string | undefined, pairing: Pairing, noting: Noting): void {
  const { spoken, calls, thinks } = blocksOf(message.content, [...place, 'content'], noting);
  const { stopReason, errorMessage } = message;
  if (stopReason === 'aborted' || stopReason === 'error') {
    noting.note(
      'info',
      `pi/${stopReason}`,
      place,
      (n) =>
        `${counted(n, 'answer')} ${stopReason === 'error' ? 'failed' : 'stopped by the user'} (“${errorMessage?.slice(0, 200) ?? ''}”).`,
    );
  }
  const otherwise =
    calls.length > 0 ? undefined : stopReason === 'aborted' ? '[aborted]' : thinks ? '[thinking]' : '[no text]';
  pairing.generated({ message: spoken, otherwise, tokens: tokensOf(message), at, model: message.model, place }, calls);
}

interface Read {
  readonly spoken: readonly Part[];
  readonly calls: readonly PlannedCall[];
  readonly thinks: boolean;
}

function blocksOf(content: Value | undefined, place: Path, noting: Noting): Read {
  if (content === undefined || !isList(content))
    return { spoken: readContent(content, place, noting), calls: [], thinks: false };
  const spoken: Part[] = [];
  const calls: PlannedCall[] = [];
  let thinks = false;
  [...content].forEach((block, index) => {
    const where = [...place, index];
    const call = v.safeParse(ToolCall, block);
    if (call.success) {
      const { id, name, arguments: input } = call.output;
      calls.push({ id, name, input, place: where });
    } else if (isRecord(block) && entry(block, 'type') === 'thinking') {
      thinks = true;
      noteReasoning(where, noting);
    } else spoken.push(...partsOf(block, place, noting));
  });
  return { spoken: spoken.filter((part) => part['text'] !== ''), calls, thinks };
}

/** pi's pictures: `{type: image, data, mimeType}`. */
function partsOf(block: Value, place: Path, noting: Noting): readonly Part[] {
  const image: RecordValue = isRecord(block) && entry(block, 'type') === 'image' ? block : {};
  const { data, mimeType } = image;
  if (typeof data === 'string' && typeof mimeType === 'string') return [{ mimeType, file: data }];
  return readContent([block], place, noting);
}

/** What was read from a cache or written to it was part of the prompt. */
function tokensOf({ usage }: Message): Tokens | undefined {
  if (usage?.input === undefined || usage.output === undefined) return undefined;
  return { prompt: usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0), completion: usage.output };
}

function noteOther(type: string, place: Path, noting: Noting): void {
  switch (type) {
    case 'session':
      return;
    case 'compaction':
      return noting.note(
        'info',
        'pi/compacted',
        place,
        (n) =>
          `The conversation was compacted ${n === 1 ? 'once' : `${n} times`}: the model no longer saw what came before.`,
      );
    case 'model_change':
    case 'thinking_level_change':
    case 'label':
    case 'session_info':
      return noting.note('info', 'pi/setting', place, (n) => `${counted(n, 'change')} of the model or its settings.`);
    default:
      return noting.note('lost', 'pi/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
  }
}
