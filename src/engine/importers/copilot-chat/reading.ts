import { assumed } from '../../importing/import-report.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Entry, Spot } from '../../importing/describing/chat-reading.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { Part } from '../../importing/content/content.ts';
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
      // The counts are those of all rounds: the last one has them.
      tokens: (_, { more: [request] }) => request && tokensIn(request.value),
    },
    {
      shape: { content: 'list' },
      kind: () => 'result',
      results: {
        id: (_, { place }) => String(place.at(-1) ?? ''),
        content: ({ content = null }) => elementsOf(content).map(wordsOf).join('\n'),
        assumed: assumed(
          'copilot-chat/outcome',
          () => 'Copilot Chat does not record whether a call failed: each result counts as successful.',
        ),
      },
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
        results: {
          content: ({ resultDetails = null }) => (isRecord(resultDetails) ? outputOf(resultDetails) : undefined),
          flag: ['resultDetails.isError', 'isConfirmed.type'],
        },
      },
      time: 'timestamp',
      model: 'modelId',
      tokens: (request) => tokensIn(request),
      end: 'result.errorDetails.code',
    },
  ],
  session: {
    title: 'customTitle',
    agent: 'responderUsername',
    user: 'requesterUsername',
    model: 'requests.0.modelId',
    startedAt: 'creationDate',
    recording: { session: 'sessionId' },
    arrange: (messages) => messages.flatMap(stepsOf),
  },
};

/** The request, and each of its rounds with the results of the calls in it. */
function stepsOf(request: Placed): readonly Entry[] {
  const steps = entriesAt(request, rounds);
  return [
    request,
    ...steps.flatMap((step, index): readonly Entry[] => [
      index === steps.length - 1 ? { ...step, more: [request] } : step,
      ...elementsAt(step.value, 'toolCalls').flatMap((call) => resultOf(request, textAt(call, 'id') ?? '')),
    ]),
  ];
}

function resultOf({ value, place }: Placed, id: string): readonly Placed[] {
  const found = recordAt(value, results)?.[id];
  return found === undefined ? [] : [{ value: found, place: [...place, ...results.split('.'), id] }];
}

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
