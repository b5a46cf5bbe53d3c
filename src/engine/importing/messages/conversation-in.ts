import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { blank, endIn, readAnyMessage, tokensOf, type AnyMessage } from './any-message.ts';
import { isAnyMessage, nameless, type TypeName } from './message-spelling.ts';
import { isItem, itemOf, withAnswersWhole } from './answer-items.ts';
import { outcomeOf } from './any-message-parts.ts';
import { cutBy } from '../transcript/cut-by.ts';
import { asChoices, choiceKeys, readChoices } from './choices.ts';
import { type ImportReport, lost } from '../import-report.ts';
import { noteUnreadMessage } from '../notes.ts';
import { opened } from '../values/written-value.ts';

type Side = 'input' | 'output';

/** The places where frameworks put the conversation in a step's input and output; the most certain first. */
const keys: { readonly [S in Side]: readonly string[] } = {
  input: ['messages', 'contents', 'new_message', 'prompt', 'input', 'inputs', 'question', 'query', 'content'],
  output: [
    'choices',
    'candidates',
    'generations',
    'output_messages',
    'message',
    'messages',
    'content',
    'output',
    'response',
    'text',
    'answer',
  ],
};

/** No framework nests its messages deeper than this. */
const deepest = 6;

/**
 * The messages in a step's input or output, in any framework's form: a list of messages, a request or
 * response around one, or a bare text. Empty if there is none.
 */
export function conversationIn(
  value: Value | undefined,
  side: Side,
  place: Path,
  report: ImportReport,
  typeName: TypeName = nameless,
): readonly AnyMessage[] {
  if (value === undefined || value === null) return [];
  const search = { side, place, report: at(place, report), typeName };
  return messagesIn(opened(value), search, 0).map((message) => standing(message, place));
}

/** The message with one place for the whole: the parts of a value parsed from a string have no places of their own. */
export const standing = (message: AnyMessage, place: Path): AnyMessage => ({
  ...message,
  place,
  calls: message.calls.map((call) => ({ ...call, place })),
  results: message.results.map(({ mark, result }) => ({ mark: { ...mark, place }, result })),
});

const at = (place: Path, report: ImportReport): ImportReport => ({
  note: (severity, code, _, message) => report.note(severity, code, place, message),
  notes: () => report.notes(),
});

interface Search {
  readonly side: Side;
  readonly place: Path;
  readonly report: ImportReport;
  readonly typeName: TypeName;
}

function messagesIn(value: Value, search: Search, depth: number): readonly AnyMessage[] {
  if (depth > deepest) return [];
  const { side, place, report, typeName } = search;
  const deeper = (inner: Value) => messagesIn(opened(inner), search, depth + 1);
  if (typeof value === 'string') return value.trim() === '' ? [] : [spoken(value, side, place)];
  if (Array.isArray(value)) {
    // Strands returns a message's parts without the message.
    const isAlone = side === 'output' && value.some((part) => isRecord(part) && 'toolUse' in part) && isPartList(value);
    if (isAlone) return present(readAnyMessage({ role: 'assistant', content: value }, place, report));
    const found = inList(value, search, deeper);
    return side === 'output' ? asChoices(found) : found;
  }
  if (!isRecord(value)) return [];
  if (isAnyMessage(value, typeName)) return present(readAnyMessage(withParts(value), place, report, typeName));
  const item = itemOf(value, place, report);
  if (item !== undefined) return [item];
  for (const key of keys[side]) {
    const inner = value[key];
    if (inner === undefined || inner === null || inner === '') continue;
    // A text without a role, as one broken exporter writes it.
    if (side === 'input' && key === 'content' && typeof inner === 'string') continue;
    if (side === 'output' && choiceKeys.has(key)) {
      const found = readChoices(opened(inner), deeper, () => noteOtherPrompts(place, report));
      if (found.length > 0) return endingLike(value, found);
      continue;
    }
    // An answer of Anthropic or Gemini without its role is a list of parts, or a record of one.
    const parts = side === 'output' && key === 'content' ? partsIn(inner) : undefined;
    if (parts !== undefined) {
      return present(readAnyMessage({ ...value, role: 'assistant', content: parts }, place, report));
    }
    const found = deeper(inner);
    if (found.length > 0) return side === 'output' ? endingLike(value, found) : found;
  }
  return side === 'output' ? present(nothingSaid(value, place)) : [];
}

/** The response to a blocked request has no answer, only the reason. */
function nothingSaid(value: RecordValue, place: Path): AnyMessage | undefined {
  const ended = endIn(value);
  return ended === undefined || cutBy(ended) === undefined ? undefined : { ...blank('assistant', place), ended };
}

/** The record around an answer may have its finish reason and its tokens. */
function endingLike(holder: RecordValue, found: readonly AnyMessage[]): readonly AnyMessage[] {
  const ended = found.some((message) => message.ended !== undefined) ? undefined : endIn(holder);
  const tokens = tokensOf(holder['usage']);
  if (ended === undefined && tokens === undefined) return found;
  return found.map((message) => ({
    ...message,
    ended: message.ended ?? ended,
    tokens: message.tokens ?? tokens,
  }));
}

function partsIn(content: Value): readonly Value[] | undefined {
  const held = isRecord(content) && content['role'] === undefined ? content['parts'] : content;
  return held !== undefined && isList(held) ? [...held] : undefined;
}

const noteOtherPrompts = lost(
  'import/other-prompts',
  '{# call} of the model with several prompts at once: the first is shown, the others are left out.',
);

const present = (message: AnyMessage | undefined): readonly AnyMessage[] => (message === undefined ? [] : [message]);

function inList(
  list: readonly Value[],
  { place, report, typeName }: Search,
  deeper: (inner: Value) => readonly AnyMessage[],
): readonly AnyMessage[] {
  const [first] = list;
  if (first === undefined) return [];
  // LangChain has a list of prompts, each a list of messages, and a list of generations likewise.
  if ((Array.isArray(first) && !isAnyMessage(first)) || !list.some((one) => isMessageOrItem(one, typeName)))
    return deeper(first);
  const asked = new Set<string>();
  const found = list.flatMap((one) => {
    const message =
      readAnyMessage(withParts(one), place, report, typeName) ??
      itemOf(one, place, report) ??
      (isRecord(one) ? resultIn(one, asked, place, report) : undefined);
    for (const { name } of message?.calls ?? []) asked.add(name);
    if (message !== undefined) return [{ message, isItem: isItem(one) }];
    noteUnreadMessage(place, report);
    return [];
  });
  return withAnswersWhole(found);
}

const isMessageOrItem = (value: Value, typeName: TypeName): boolean => isAnyMessage(value, typeName) || isItem(value);

/** Langfuse's handler for LangChain.js puts a tool's name where its role should be. `asked`: names of calls before it. */
function resultIn(
  value: RecordValue,
  asked: ReadonlySet<string>,
  place: Path,
  report: ImportReport,
): AnyMessage | undefined {
  const { role: name, content, tool_call_id: id } = value;
  if (typeof name !== 'string' || !asked.has(name)) return undefined;
  const mark = { id: typeof id === 'string' ? id : undefined, name, place };
  return { ...blank('results', place), results: [{ mark, result: outcomeOf(content, false, place, report) }] };
}

/** A bare text: the input of a step counts as the user's, its output as the model's. */
export function spoken(text: string, side: Side, place: Path): AnyMessage {
  const parts = [{ mimeType: 'text/plain', text }];
  return { ...blank(side === 'input' ? 'user' : 'assistant', place), parts };
}

const types = new Set<Value>([
  'text',
  'image',
  'image_url',
  'document',
  'file',
  'blob',
  'uri',
  'input_text',
  'output_text',
  'tool_use',
  'tool_result',
  'tool_call',
  'tool_call_response',
  'tool-call',
  'tool-result',
]);

/** Is it a list of a message’s parts, in the form of OpenAI, Anthropic, OpenTelemetry or Bedrock? */
const isPartList = (value: Value): boolean => isList(value) && [...value].every(isPart);

function isPart(value: Value): boolean {
  if (!isRecord(value)) return false;
  const { type } = value;
  return type === undefined ? ['text', 'toolUse', 'toolResult'].some((key) => key in value) : types.has(type);
}

/**
 * OpenLLMetry and Strands write a message’s parts as JSON: `"[{\"type\": \"text\", …}]"`. Plain text in brackets stays
 * text.
 */
function withParts(message: Value): Value {
  const content = isRecord(message) ? message['content'] : undefined;
  if (!isRecord(message) || typeof content !== 'string' || !/^\s*\[\s*\{/.test(content)) return message;
  const parts = opened(content);
  return isPartList(parts) ? { ...message, content: parts } : message;
}
