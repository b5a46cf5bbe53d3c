import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, withTextsJoined } from '../../importing/content/content.ts';
import { type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { readAnyMessage } from '../../importing/messages/any-message.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { conversationEntry, imported } from '../../importing/messages/conversation-entry.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteUnreadCall, noteUnreadMessage } from '../../importing/notes.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { entriesAt, findAt, textAt } from '../../importing/values/where.ts';
import { conversationIn, isUiMessage, partsOf, pieceIn, type Conversation } from './shapes.ts';
import { createSteps, saysAnything, tokensOf, type Call } from './steps.ts';

export const read: Read = ({ value }) => {
  const found = conversationIn(value);
  return imported(
    found === undefined ? [] : [entryOf(found)],
    'This looks like the AI SDK, but it contains no message.',
  );
};

function entryOf({ messages: all, kind, steps = [] }: Conversation): SessionEntry {
  const [first] = all;
  const shared = { importer: 'ai-sdk', about: () => ({}) };
  const kept = { ...shared, messages: all, timeKey: 'createdAt' };
  if (kind === 'ui') return conversationEntry({ ...kept, read: readUiMessage });
  if (kind === 'model') return conversationEntry({ ...kept, read: readModelMessage });
  const end = (_: unknown, report: ImportReport) => notes['no-input'](null, report);
  if (kind === 'stream') {
    const asked = askedIn(all);
    // The answers are assembled from all pieces together.
    const streamed = first === undefined ? asked : [...asked, first];
    return conversationEntry({
      ...shared,
      messages: streamed,
      read: (placed, report) => (placed === first ? readStream(all, report) : readModelMessage(placed, report)),
      ...(asked.length === 0 && { end }),
    });
  }
  const answers = all.filter(isAnswer);
  const numbers = new Map(answers.map((answer, number) => [answer, number]));
  return conversationEntry({
    ...shared,
    messages: all,
    read: (placed, report) =>
      readModelMessage(placed, report).map((one) => ({
        ...one,
        ...spentOn(numbers.get(placed) ?? -1, answers.length, steps, report),
      })),
    end,
  });
}

/** The first finished step of Mastra's stream contains the request: the user messages before its last answer. */
function askedIn(pieces: readonly Placed[]): readonly Placed[] {
  for (const { value, place } of pieces) {
    const messages = entriesAt({ value: pieceIn(value) ?? null, place: [...place, 'payload'] }, 'messages.all');
    if (messages.length === 0) continue;
    const end = Math.max(0, messages.findLastIndex(isAnswer));
    const before = messages.slice(0, end).findLastIndex((message) => textAt(message.value, 'role') !== 'user');
    return messages.slice(before + 1, end);
  }
  return [];
}

const isAnswer = ({ value }: Placed): boolean => textAt(value, 'role') === 'assistant';

/**
 * The steps' facts about the answer with this number: each step produced one answer, and a single step belongs to the
 * last one.
 */
function spentOn(
  answer: number,
  answers: number,
  steps: readonly Value[],
  report: ImportReport,
): Partial<NormalizedMessage> {
  const isEach = steps.length === answers;
  const step = isEach ? steps[answer] : answer === answers - 1 ? steps.at(-1) : undefined;
  if (answer === -1 || step === undefined) return {};
  if (!isEach) notes['usage-of-message']([], report);
  return {
    tokens: tokensOf(step, ['usage']),
    ended: textAt(step, 'finishReason'),
    model: textAt(step, 'response.modelId'),
    at: readInstant(findAt(step, 'response.timestamp')?.value, [], report),
  };
}

function readModelMessage({ value, place }: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const message = readAnyMessage(value, place, report);
  if (message !== undefined) return [message];
  noteUnreadMessage(place, report);
  return [];
}

function readStream(pieces: readonly Placed[], report: ImportReport): readonly NormalizedMessage[] {
  const steps = createSteps(report, notes['stream-piece']);
  for (const { value, place } of pieces) {
    const piece = pieceIn(value);
    if (piece === undefined) notes.piece(place, report);
    else steps.add(piece, place);
  }
  return steps
    .answers()
    .filter(saysAnything)
    .map((answer) => ({ ...answer, parts: withTextsJoined(answer.parts) }));
}

function readUiMessage({ value: message, place }: Placed, report: ImportReport): readonly NormalizedMessage[] {
  if (!isUiMessage(message)) {
    noteUnreadMessage(place, report);
    return [];
  }
  const at = readInstant(message['createdAt'], [...place, 'createdAt'], report);
  const answers = answersIn(message, place, report);
  const role = textAt(message, 'role');
  if (role !== 'assistant') {
    return [{ role: role === 'system' ? role : 'user', parts: answers.flatMap(({ parts }) => parts), at, place }];
  }
  // The data of a page is any data; often it has the tokens of the answer.
  const tokens = tokensOf(message, ['metadata.totalUsage', 'metadata.usage']);
  if (tokens !== undefined && answers.length > 1) notes['usage-of-message'](place, report);
  const model = textAt(message, 'metadata.model');
  return answers.map((answer, index) => ({
    ...answer,
    at,
    model,
    tokens: index === answers.length - 1 ? tokens : undefined,
  }));
}

/** One message of the assistant contains all steps until its answer: each step is a separate request to the model. */
function answersIn(message: RecordValue, place: Path, report: ImportReport): readonly NormalizedMessage[] {
  const steps = createSteps(report, notes['page-part'], place);
  const [parts, where] = partsOf(message);
  if (parts === undefined) {
    // Version 4 before it had parts: first the calls, then the text about them.
    const said = readContent(message['content'], [...place, 'content'], report);
    steps.say(
      said.filter((part) => part['text'] !== ''),
      place,
    );
    for (const { value, place: at } of entriesAt({ value: message, place }, 'toolInvocations'))
      if (isRecord(value)) steps.call(invocationIn(value, '', at, report));
  }
  (parts ?? []).forEach((value, index) => {
    const at = [...place, ...where, index];
    const type = textAt(value, 'type') ?? '';
    if (!isRecord(value) || type === '') return steps.say(readContent(value, at, report), at);
    if (type !== 'dynamic-tool' && !type.startsWith('tool-')) return steps.add(value, at);
    const inner = type === 'tool-invocation' ? value['toolInvocation'] : undefined;
    if (inner === undefined) steps.call(invocationIn(value, type, at, report));
    else if (isRecord(inner)) steps.call(invocationIn(inner, '', [...at, 'toolInvocation'], report));
    else noteUnreadCall(at, report);
  });
  return steps.answers();
}

/** A call with its result: a separate part since version 5, under `toolInvocation` before. */
function invocationIn(part: RecordValue, type: string, place: Path, report: ImportReport): Call {
  const name = textAt(part, 'toolName') ?? (type.startsWith('tool-') ? type.slice('tool-'.length) : 'unknown');
  const input = openArguments(part['input'] ?? part['args'], place, report);
  return { id: textAt(part, 'toolCallId'), name, input, place, result: resultOf(part, place, report) };
}

/**
 * | `state` of a call | outcome |
 * | --- | --- |
 * | `output-available`, `result` | successful |
 * | `output-error` | errored, with its `errorText` |
 * | `output-denied`, or `approval-responded` that does not approve | restricted, with the reason given |
 * | `approval-requested` | pending: it waits |
 * | any other | no result |
 */
function resultOf(part: RecordValue, place: Path, report: ImportReport): CallResult | undefined {
  const state = textAt(part, 'state');
  switch (state) {
    case 'output-available':
    case 'result': {
      const key = state === 'result' ? 'result' : 'output';
      return outcomeOf(part[key], false, [...place, key], report);
    }
    case 'output-error': {
      const reason = textAt(part, 'errorText') ?? 'it failed, and the reason is not recorded';
      return { outcome: 'error', output: undefined, reason };
    }
    case 'approval-requested':
      return waiting('waits for the user’s approval');
    case 'output-denied':
    case 'approval-responded': {
      if (state === 'approval-responded' && findAt(part, 'approval.approved')?.value !== false) return undefined;
      const reason = textAt(part, 'approval.reason') ?? 'the user did not approve';
      return { outcome: 'blocked_before', output: undefined, reason };
    }
    default:
      return undefined;
  }
}

const notes = notesOf('ai-sdk', {
  lost: {
    'no-input': 'The recording contains only the model’s side: its input is not recorded.',
    piece: '{# piece} of the stream could not be read.',
  },
  info: {
    'stream-piece': '{# piece} of the stream for the page, or of a tool that still runs: left out.',
    'page-part': '{# part} for the page (sources, data for its components): left out.',
  },
  assumed: {
    'usage-of-message': '{# message} of several steps with one token count: the last step has it.',
  },
});
