import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { messageIn } from '../../importing/messages/message-list.ts';
import { counted, createNoting, type Noting } from '../../importing/noting.ts';
import { createPairing, type Pairing, type PlannedCall } from '../../importing/transcript/pairing.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { Tokens } from '../../importing/transcript/transcript.ts';
import { type Header, Line, Message, ToolCall } from './format.ts';
import type { Entry } from './lines.ts';
import { outcomeOf, withoutRun } from './outcomes.ts';
import { plusAny, tokensTold } from '../../importing/values/tokens.ts';

export function titleOf(entries: readonly Entry[]): string {
  for (const one of entries.slice(0, 40)) {
    const message = messageOf(one)?.message;
    if (message?.role !== 'user') continue;
    const text = textOf(readContent(message.content, [], createNoting()));
    if (text.trim() !== '' && !text.startsWith('/')) return shortTitle(text);
  }
  return 'pi session';
}

/** One way through the session's tree; `isOnly` tells that there is no other. */
export function toSession(entries: readonly Entry[], about: Header | undefined, isOnly: boolean): ReadSession {
  const noting = createNoting();
  const pairing = createPairing(noting);
  const answered = new Set(entries.map((one) => messageOf(one)?.message.toolCallId));
  for (const one of entries) readEntry(one, answered, pairing, noting);
  if (!isOnly) {
    noting.note(
      'info',
      'pi/branches',
      null,
      () => 'The user went back and went on another way: each way through the session is one of its own.',
    );
  }
  const told = { session: about?.id, cwd: about?.cwd, provider: about?.provider };
  return toTaskSession(
    {
      title: titleOf(entries),
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

interface PlacedMessage {
  readonly message: Message;
  readonly place: Path;
}

/** The message of a line, or one that stands alone. */
function messageOf({ value, place, isMessage }: Entry): PlacedMessage | undefined {
  const line = isMessage ? undefined : v.safeParse(Line, value);
  if (line !== undefined && (!line.success || line.output.type !== 'message')) return undefined;
  const message = v.safeParse(Message, line === undefined ? value : line.output.message);
  if (!message.success) return undefined;
  return { message: message.output, place: line === undefined ? place : [...place, 'message'] };
}

function readEntry(one: Entry, answered: Answered, pairing: Pairing, noting: Noting): void {
  const { value, place, isMessage } = one;
  const line = isMessage ? undefined : messageIn(Line, value, place, 'the session', noting);
  if (!isMessage && line === undefined) return;
  const known = messageOf(one);
  if (known === undefined) return noteOther(line?.type ?? 'message', place, noting);
  const { message } = known;
  const seconds = message.timestamp === undefined ? undefined : message.timestamp / 1000;
  const at = readInstant(line === undefined ? seconds : line.timestamp, [...place, 'timestamp'], noting);
  readMessage(known, at, answered, pairing, noting);
}

/** Ids of calls that have a result. */
type Answered = ReadonlySet<string | undefined>;

function readMessage(
  { message, place }: PlacedMessage,
  at: string | undefined,
  answered: Answered,
  pairing: Pairing,
  noting: Noting,
): void {
  const content = [...place, 'content'];
  switch (message.role) {
    case 'user':
      pairing.said({ message: readContent(message.content, content, noting), at, place });
      return;
    case 'assistant':
      readAnswer({ message, place }, at, answered, pairing, noting);
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

function readAnswer(
  { message, place }: PlacedMessage,
  at: string | undefined,
  answered: Answered,
  pairing: Pairing,
  noting: Noting,
): void {
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
  pairing.generated(
    { message: spoken, otherwise, ended: stopReason, tokens: tokensOf(message), at, model: message.model, place },
    calls.map((call) => withoutRun(call, message, answered)),
  );
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
  return tokensTold(plusAny(usage?.input, usage?.cacheRead, usage?.cacheWrite), usage?.output);
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
    case 'branch_summary':
    case 'branchSummary':
    case 'compactionSummary':
      return noting.note(
        'info',
        'pi/summary',
        place,
        (n) => `${counted(n, 'summary', 'summaries')} of what came before, told to the model: no input of the user.`,
      );
    case 'custom':
    case 'custom_message':
      return noting.note(
        'info',
        'pi/extension',
        place,
        (n) => `${counted(n, 'line')} of an extension of the program: no turn.`,
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
