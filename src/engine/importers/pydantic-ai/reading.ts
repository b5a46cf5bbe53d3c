import { openJson } from '../../model/json-text.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, ItemKind, Spot } from '../../importing/describing/chat-reading.ts';
import { textAt } from '../../importing/values/where.ts';
import { lost, notesOf } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { noteSystem } from '../../importing/notes.ts';

/** Version 0.0.x wraps the model's arguments: `ArgsJson(args_json='…')`, `ArgsDict(args_dict={…})`. */
const args = ['args.args_json', 'args.args_dict', 'args'];

export const reading: ChatReading = {
  messages: {
    kind: (message, spot) => (isResponse(message, spot) ? 'llm' : 'input'),
    items: {
      list: 'parts',
      kind: kindOf,
      text: ['content', 'transcript'],
      calls: { id: 'tool_call_id', name: (part) => textAt(part, 'tool_name') ?? '', arguments: args },
      results: { id: 'tool_call_id', name: 'tool_name', time: 'timestamp', outcome: outcomeOf },
      unread: lost('pydantic-ai/part', '{# part} of an unknown kind, or cut off: left out.'),
    },
    time: (message, spot) => (isResponse(message, spot) ? timeOf(message) : undefined),
    // Names before version 1 come second.
    tokens: {
      prompt: ['usage.input_tokens', 'usage.request_tokens'],
      completion: ['usage.output_tokens', 'usage.response_tokens'],
    },
    model: 'model_name',
    end: 'finish_reason',
    finish: withPrompts,
  },
  session: {
    untitled: 'messages of Pydantic AI',
    model: (_, { found }) => found.messages.flatMap(({ value }) => textAt(value, 'model_name') ?? [])[0],
    notes({ holder: { value }, messages }, report) {
      const read = new Set(messages.map(({ place }) => place[0]));
      elementsOf(value).forEach((_, index) => {
        if (!read.has(index)) notes['other-values']([index], report);
      });
    },
  },
};

const notes = notesOf('pydantic-ai', {
  lost: {
    'other-values': '{# entry|# entries} that {is not a message|are not messages}: left out.',
  },
  info: {
    compaction: 'The conversation was compacted: the model saw a summary of its earlier part.',
  },
  assumed: {
    retry: '{# request} by the framework for a better answer, without a tool: shown as an input.',
  },
});

function isResponse(message: RecordValue, { document }: Spot): boolean {
  const name = document.typeName(message);
  return name === 'ModelResponse' || (name !== 'ModelRequest' && message['kind'] === 'response');
}

/** JSON has the kind of a part under `part_kind`; a printed part has it as its class: `ToolReturnPart` is `tool-return`. */
const partKind = (part: Value, { document }: Spot): string =>
  textAt(part, 'part_kind') ??
  (isRecord(part) ? (document.typeName(part) ?? '') : '')
    .replace(/Part$/, '')
    .replaceAll(/\B[A-Z]/g, '-$&')
    .toLowerCase();

const itemKinds = new Map<string, ItemKind>([
  ['system-prompt', 'skip'],
  ['user-prompt', 'text'],
  ['text', 'text'],
  ['file', 'text'],
  ['tool-return', 'result'],
  ['builtin-tool-return', 'result'],
  ['retry-prompt', 'result'],
  ['thinking', 'reasoning'],
  ['tool-call', 'call'],
  ['builtin-tool-call', 'call'],
  ['speech', 'text'],
  ['compaction', 'skip'],
]);

/** Tools of the library and of the provider have classes of their own: `ToolSearchCallPart`, `NativeToolReturnPart`. */
const itemKindOf = (kind: string): ItemKind | undefined =>
  itemKinds.get(kind) ?? (kind.endsWith('-call') ? 'call' : kind.endsWith('-return') ? 'result' : undefined);

/** Without a tool, the framework requests another answer: there is no call. */
const isAnotherTry = (part: Value, spot: Spot): boolean =>
  partKind(part, spot) === 'retry-prompt' && textAt(part, 'tool_name') === undefined;

function kindOf(part: RecordValue, spot: Spot): ItemKind | undefined {
  const kind = partKind(part, spot);
  if (kind === 'system-prompt') noteSystem(spot.place, spot.report);
  if (kind === 'compaction') notes.compaction(spot.place, spot.report);
  if (!isAnotherTry(part, spot)) return itemKindOf(kind);
  noteAnotherTry(spot);
  return 'text';
}

/** An elided time (`datetime.datetime(...)`) is no time. */
function timeOf({ timestamp }: RecordValue): Value | undefined {
  return typeof timestamp === 'string' || typeof timestamp === 'number' ? timestamp : undefined;
}

const noteAnotherTry = ({ place, report }: Spot): void => notes.retry(place, report);

/** An input has the place and the time of the first prompt of its request. */
function withPrompts(message: NormalizedMessage, record: RecordValue, spot: Spot): readonly NormalizedMessage[] {
  if (message.role !== 'user') return [message];
  const parts = elementsOf(record['parts'] ?? null);
  const isPrompt = (part: Value) => ['user-prompt', 'speech'].includes(partKind(part, spot));
  const index = parts.findIndex((part) => isPrompt(part) || isAnotherTry(part, spot));
  const prompt = parts[index];
  if (prompt === undefined || !isRecord(prompt)) return [{ ...message, role: 'results' }];
  const place = [...spot.place, 'parts', index];
  return [{ ...message, place, at: readInstant(timeOf(prompt), [...place, 'timestamp'], spot.report) }];
}

/**
 * | part | outcome | reason |
 * | --- | --- | --- |
 * | `ToolReturnPart(outcome='denied')` | restricted: the user refused | its content |
 * | `ToolReturnPart(outcome='failed')`, or `'interrupted'`: the run ended before a result | errored | its content |
 * | `RetryPromptPart` of a tool: wrong arguments, `ModelRetry`, or no such tool | errored | its content |
 * | any other `ToolReturnPart` | successful | |
 */
function outcomeOf(part: RecordValue, spot: Spot): CallResult {
  const { outcome, content } = part;
  if (outcome === 'denied')
    return { outcome: 'blocked_before', output: undefined, reason: reasonIn(content, 'denied') };
  if (outcome === 'failed' || outcome === 'interrupted' || partKind(part, spot) === 'retry-prompt') {
    return { outcome: 'error', output: undefined, reason: reasonIn(content, 'the tool asked for another try') };
  }
  return { outcome: 'ok', output: content };
}

/** A text, or pydantic's validation errors of the arguments: `[{type, loc, msg, input}]`. */
function reasonIn(content: Value | undefined, otherwise: string): string {
  const errors = typeof content === 'string' ? openJson(content) : content;
  if (typeof errors === 'string' && errors !== '') return errors;
  if (errors === undefined || !isList(errors)) return otherwise;
  const messages = [...errors].flatMap((one) => textAt(one, 'msg') ?? []);
  return messages.length === 0 ? otherwise : messages.join('; ');
}
