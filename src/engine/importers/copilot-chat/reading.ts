import { assumed, info } from '../../importing/import-report.ts';
import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Entry, Spot } from '../../importing/describing/chat-reading.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fieldAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { refused, withExitCode } from '../../importing/transcript/call-ends.ts';
import { waiting, type CallResult } from '../../importing/transcript/transcript.ts';
import { replayLog } from './replay.ts';
import type { Part } from '../../importing/content/content.ts';
import { failed, outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';

/**
 * An agent's request has its steps in `toolCallRounds`, with the arguments and results as the model saw them. `response` is
 * what the page showed of them, and all that a request without rounds has.
 */
const rounds = 'result.metadata.toolCallRounds';
const results = 'result.metadata.toolCallResults';

export const reading: ChatReading = {
  messages: [
    {
      shape: { [`${rounds}.0`]: 'record' },
      kind: () => 'input',
      text: 'message.text',
      time: 'timestamp',
    },
    {
      shape: { toolCalls: 'list' },
      kind: () => 'llm',
      text: 'response',
      reasoning: 'thinking',
      calls: { list: 'toolCalls', id: 'id', name: 'name', arguments: 'arguments' },
      time: 'timestamp',
      model: 'modelId',
      // Copilot Chat keeps the counts of the last round.
      tokens: (_, { more: [request] }) => request && tokensIn(request.value),
    },
    {
      shape: { content: 'list' },
      kind: () => 'result',
      results: {
        id: (_, { place }) => String(place.at(-1) ?? ''),
        content: resultText,
        flag: (result, { more: [onPage] }) => {
          const end = sentences.find(({ start }) => resultText(result).startsWith(start))?.end;
          if (end === undefined) return onPage !== undefined && failedOnPage(onPage.value) ? 'failed' : undefined;
          return onPage !== undefined && refusalOf(onPage.value) !== undefined ? 'blocked' : end;
        },
        ends: { failed: 'failed', blocked: 'blocked' },
        assumed: assumed(
          'copilot-chat/outcome',
          'Copilot Chat marks a failed or cancelled call only by a sentence in its result. Results without such a sentence count as successful.',
        ),
      },
    },
    // The model has not answered, or was stopped before.
    {
      shape: { requestId: 'text', 'response.0': 'absent', 'result.errorDetails': 'absent' },
      kind: () => 'input',
      text: 'message.text',
      time: 'timestamp',
    },
    {
      shape: { response: 'list' },
      kind: () => 'llm',
      asked: 'message.text',
      parts: (request) => shown(request),
      items: {
        list: 'response',
        kind: {
          field: 'kind',
          values: { toolInvocationSerialized: 'exchange', thinking: 'reasoning' },
          otherwise: 'skip',
          absent: 'skip',
        },
        calls: {
          id: 'toolCallId',
          name: 'toolId',
          arguments: [
            'resultDetails.input',
            'toolSpecificData.rawInput',
            'toolSpecificData.command',
            'toolSpecificData.commandLine.original',
          ],
        },
        results: { outcome: shownOutcome },
      },
      time: 'timestamp',
      model: 'modelId',
      tokens: (request) => tokensIn(request),
      end: 'result.errorDetails.code',
      // In a log, the parts of the answer are in other lines than the request.
      finish: (message, request, { place, found }) => [
        found.assembled === undefined || message.role !== 'assistant'
          ? message
          : { ...message, alsoAt: entriesAt({ value: request, place }, 'response').map((part) => part.place) },
      ],
    },
  ],
  session: {
    title: 'customTitle',
    agent: 'responderUsername',
    user: 'requesterUsername',
    model: 'requests.0.modelId',
    startedAt: 'creationDate',
    recording: { session: 'sessionId' },
    // The first line of a log has the chat under `v`.
    assemble: (found) => (recordAt(found.messages[0]?.value, 'v') === undefined ? [found] : replayLog(found)),
    arrange: (messages) => messages.flatMap(stepsOf),
    notes({ holder }, report) {
      for (const { place } of entriesAt(holder, 'pendingRequests')) noteQueued(place, report);
    },
  },
};

const noteQueued = info(
  'copilot-chat/queued',
  '{# request} in the queue that {was|were} not sent to the model: left out.',
);

/** The request, and each of its rounds with the results of the calls in it. */
function stepsOf(request: Placed): readonly Entry[] {
  const steps = entriesAt(request, rounds);
  const shownCalls = new Map(
    entriesAt(request, 'response').flatMap((part) => {
      const id = textAt(part.value, 'toolCallId');
      return id === undefined ? [] : [[id, part] as const];
    }),
  );
  return [
    request,
    ...steps.flatMap((step, index): readonly Entry[] => [
      index === steps.length - 1 ? { ...step, more: [request] } : step,
      ...elementsAt(step.value, 'toolCalls').flatMap((call) => resultOf(request, textAt(call, 'id') ?? '', shownCalls)),
    ]),
  ];
}

function resultOf({ value, place }: Placed, id: string, shownCalls: ReadonlyMap<string, Placed>): readonly Entry[] {
  const found = recordAt(value, results)?.[id];
  if (found === undefined) return [];
  const onPage = shownCalls.get(id);
  return [{ value: found, place: [...place, ...results.split('.'), id], more: onPage === undefined ? [] : [onPage] }];
}

/**
 * The sentences that the model gets in place of a result.
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/browser/tools/languageModelToolsService.ts
 */
const sentences = [
  // For a call that the user denied as well as for one that was stopped: the part on the page decides.
  { start: 'The user cancelled the tool call.', end: 'failed' },
  { start: 'The user chose to skip the tool call', end: 'blocked' },
  { start: 'ERROR: Your input to the tool was invalid', end: 'failed' },
  { start: 'ERROR while calling tool:', end: 'failed' },
];

function resultText({ content = null }: RecordValue): string {
  return elementsOf(content).map(wordsOf).join('\n');
}

/**
 * How a call on the page ended: whether it was confirmed, its details, or the state of its terminal. Undefined if the page has
 * none of them.
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/chatService/chatService.ts (`ToolConfirmKind`)
 */
function shownOutcome(call: RecordValue, { place, report, found }: Spot): CallResult | undefined {
  const refusal = refusalOf(call);
  if (refusal !== undefined) return refused(refusal);
  const error = fieldAt(call, 'resultError');
  if (typeof error === 'string' || error === true) return failed(error === true ? null : error);
  const details = recordAt(call, 'resultDetails');
  if (details !== undefined) return outcomeOf(outputOf(details), details['isError'] === true, place, report);
  const code = numberAt(call, 'toolSpecificData.terminalCommandState.exitCode');
  const printed = textAt(call, 'toolSpecificData.terminalCommandOutput.text');
  if (code !== undefined) return withExitCode(outcomeOf(printed ?? '', false, place, report), code);
  const request = valueAt(found.holder.value, place.slice(found.holder.place.length, -2)) ?? null;
  if (fieldAt(call, 'isConfirmed') === undefined && fieldAt(request, 'modelState.value') === needsInput)
    return waiting('the user has to confirm it');
  return printed === undefined ? undefined : outcomeOf(printed, false, place, report);
}

/** The text for the model need not say that a command or a server's tool failed. */
const failedOnPage = (call: Value): boolean =>
  fieldAt(call, 'resultDetails.isError') === true ||
  (numberAt(call, 'toolSpecificData.terminalCommandState.exitCode') ?? 0) !== 0;

function refusalOf(call: Value): string | undefined {
  const confirmed = fieldAt(call, 'isConfirmed');
  const kind = fieldAt(confirmed, 'type');
  if (confirmed === false || kind === 0) return 'the user denied it';
  return kind === 5 ? 'the user skipped it' : undefined;
}

/** `ResponseModelState`, in the same file. */
const needsInput = 4;

/** A text, or the tree of a rendered prompt: https://github.com/microsoft/vscode-prompt-tsx */
function wordsOf(part: Value): string {
  const words: string[] = [];
  // A loop, because a tree may be nested a thousand deep.
  const waiting: Value[] = [fieldAt(part, ['value.node', 'value']) ?? null];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') words.push(node);
    if (!isRecord(node)) continue;
    if (typeof node['text'] === 'string') words.push(`${node['lineBreakBefore'] === true ? '\n' : ''}${node['text']}`);
    waiting.push(...elementsOf(node['children'] ?? null).toReversed());
  }
  return words.join('');
}

/** One text in pieces, with links to files and symbols between them. */
function shown({ response = null }: RecordValue): readonly Part[] {
  const texts: string[] = [];
  let isOpen = false;
  for (const part of elementsOf(response)) {
    const kind = textAt(part, 'kind');
    const isWords = kind === undefined || kind === 'markdownContent';
    const words = isWords
      ? textAt(part, ['value', 'content.value'])
      : kind === 'inlineReference'
        ? textAt(part, ['name', 'inlineReference.name', 'inlineReference.path', 'inlineReference.uri.path'])
        : undefined;
    if (words === undefined) continue;
    if (isOpen && isWords) texts.push(`${texts.pop() ?? ''}${words}`);
    else texts.push(words);
    isOpen = isWords;
  }
  return texts.flatMap((text) => (text.trim() === '' ? [] : [{ text: text.trim() }]));
}

function outputOf(details: RecordValue): Value {
  const output = elementsOf(details['output'] ?? null);
  return output.map((part) => textAt(part, 'value') ?? '').join('\n');
}

const tokensIn = (request: Value, _spot?: Spot) =>
  [recordAt(request, 'result.usage'), recordAt(request, 'result.metadata'), isRecord(request) ? request : undefined]
    .map((counts) => counts && tokensOf(counts))
    .find((found) => found !== undefined);
