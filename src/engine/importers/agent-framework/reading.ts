import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type {
  ChatReading,
  FoundConversation,
  ItemKind,
  MessageReading,
} from '../../importing/describing/chat-reading.ts';
import { waitsForApproval } from '../../importing/responses/response-calls.ts';
import { denied, failed, withExitCode } from '../../importing/transcript/call-ends.ts';
import { cutBy } from '../../importing/transcript/cut-by.ts';
import { noteCut } from '../../importing/transcript/call-matcher-notes.ts';
import {
  plusAny,
  recordedTokens,
  type CallResult,
  type RecordedTokens,
} from '../../importing/transcript/transcript.ts';
import { countAt, elementsAt, findAt, numberAt, textAt } from '../../importing/values/where.ts';

/** Both languages in one: `type` and snake_case, or `$type` and camelCase. */
export const reading: ChatReading = {
  messages: (found) => [messageReading(new Map(), openRequests(found))],
  session: {
    assemble: withUpdatesJoined,
    untitled: (run) =>
      `conversation ${typeof run['id'] === 'string' || typeof run['id'] === 'number' ? run['id'] : ''}`.trimEnd(),
    model: ['config.assistant.model', 'model', 'model_id'],
    startedAt: 'created_at',
    // What the benchmark says of the conversation: its task, its settings, how it was judged.
    recording: (run) => Object.fromEntries(Object.entries(run).filter(([key]) => key !== 'messages')),
    totals: ({ holder }) => tokensOf(findAt(holder.value, ['usage_details', 'usage'])?.value),
    notes({ holder }, report) {
      const cut = cutBy(textAt(holder.value, 'finish_reason') ?? '');
      if (cut !== undefined) noteCut(cut, holder.place, report);
    },
  },
};

/** The calls whose approval was requested and neither given nor denied. */
function openRequests({ messages }: FoundConversation): ReadonlySet<string | undefined> {
  const open = new Set<string | undefined>();
  for (const content of messages.flatMap(({ value }) => elementsAt(value, 'contents'))) {
    const [type, id] = [typeOf(content), textAt(content, inCall('call_id'))];
    if (type.endsWith('_approval_request')) open.add(id);
    else if (/_(?:approval_response|result)$/.test(type)) open.delete(id);
  }
  return open;
}

/** `asked`: whether a call seen before was within a request for its approval. */
const messageReading = (asked: Map<string, boolean>, open: ReadonlySet<string | undefined>): MessageReading => ({
  finish: (message) => [
    {
      ...message,
      calls: (message.calls ?? []).map((call) => (open.has(call.id) ? { ...call, result: waitsForApproval } : call)),
    },
  ],
  kind: {
    field: ['role', 'role.value'],
    values: { system: 'system', developer: 'system', user: 'input', assistant: 'llm' },
    otherwise: 'result',
  },
  speaker: 'author_name',
  time: 'created_at',
  items: {
    list: 'contents',
    kind: (item) => kindOf(item, asked),
    calls: {
      id: inCall('call_id', 'image_id'),
      // The provider's own tools have no name.
      name: [...inCall('name', 'tool_name'), toolOf],
      arguments: inCall('arguments'),
      input: ['inputs', 'commands'],
    },
    results: { id: inCall('call_id', 'image_id'), name: ['tool_name', toolOf], outcome: outcomeOf },
    tokens: (item) => tokensOf(findAt(item, ['details', 'usage_details'])?.value),
    file: { data: ['uri', 'file_id'], mimeType: 'media_type', otherwise: 'application/octet-stream' },
  },
});

/** The updates of a stream, joined as `_process_update` in `_types.py` does it. */
function withUpdatesJoined(found: FoundConversation): readonly FoundConversation[] {
  if (!found.messages.some(({ value }) => textAt(value, 'response_id') !== undefined)) return [found];
  const messages: { readonly value: RecordValue; readonly place: Path; readonly contents: Value[] }[] = [];
  for (const { value, place } of found.messages) {
    if (!isRecord(value)) continue;
    const last = messages.at(-1);
    const isOther = (field: string) => {
      const [one, other] = [textAt(value, field), textAt(last?.value, field)];
      return one !== undefined && other !== undefined && one !== other;
    };
    const isNext = last === undefined || isOther('message_id') || isOther('role');
    const message = isNext ? { value: { role: 'assistant', ...withoutNulls(value) }, place, contents: [] } : last;
    if (isNext) messages.push(message);
    for (const content of elementsAt(value, 'contents')) addContent(content, message.contents);
  }
  return [
    { ...found, messages: messages.map(({ value, place, contents }) => ({ value: { ...value, contents }, place })) },
  ];
}

const withoutNulls = (record: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** A piece of a text or of a call continues the piece before it. */
function addContent(content: Value, contents: Value[]): void {
  const last = contents.at(-1) ?? null;
  const field = typeOf(content) === 'function_call' ? 'arguments' : 'text';
  const [before, piece] = [textAt(last, field), textAt(content, field)];
  const isOne = ['', undefined, textAt(last, 'call_id')].includes(textAt(content, 'call_id'));
  const goesOn =
    isRecord(last) && typeOf(last) === typeOf(content) && before !== undefined && piece !== undefined && isOne;
  if (goesOn) contents[contents.length - 1] = { ...last, [field]: before + piece };
  else contents.push(content);
}

/** A field of a call, which may be within a request for its approval, or the response to that. */
function inCall(...names: readonly string[]): string[] {
  return ['', 'function_call.', 'tool_call.'].flatMap((within) => names.map((name) => `${within}${name}`));
}

const typeOf = (item: Value): string =>
  (textAt(item, ['type', '$type']) ?? '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `code_interpreter` of `code_interpreter_tool_call`. */
function toolOf(item: Value): string | undefined {
  const [, tool] = /^(.+)_tool_(?:call|result)$/.exec(typeOf(item)) ?? [];
  return tool;
}

function kindOf(item: RecordValue, asked: Map<string, boolean>): ItemKind {
  const type = typeOf(item);
  if (type.endsWith('_approval_response')) return item['approved'] === false ? 'result' : 'skip';
  if (/(?:function|tool)_call$|_approval_request$/.test(type)) {
    const id = textAt(item, inCall('call_id'));
    if (id === undefined) return 'call';
    const isRequest = type.endsWith('_approval_request');
    const before = asked.get(id);
    asked.set(id, isRequest);
    // Beside the request, or after the response, the program writes the call itself.
    return before === undefined || (!before && !isRequest) ? 'call' : 'skip';
  }
  if (/(?:function|tool)_result$/.test(type)) return 'result';
  return kinds.get(type) ?? 'content';
}

const kinds: ReadonlyMap<string, ItemKind> = new Map([
  ['text', 'text'],
  ['text_reasoning', 'reasoning'],
  ['reasoning', 'reasoning'],
  ['usage', 'tokens'],
  ['data', 'file'],
  ['uri', 'file'],
  ['hosted_file', 'file'],
]);

/**
 * | in a result | outcome |
 * | --- | --- |
 * | an approval response that is not approved, or the sentence that the framework passes on for one | restricted |
 * | `exception` is set, or the framework's own sentence about a failed function | errored |
 * | a command's `exit_code` other than 0, `timed_out` | errored |
 * | anything else | successful |
 * | none, and the approval was requested | pending |
 *
 * .NET does not write its exceptions, so only the sentence shows the failure.
 */
function outcomeOf(item: RecordValue): CallResult {
  if (item['approved'] === false) return denied(textAt(item, 'reason'));
  const output = findAt(item, ['result', 'output', 'outputs', 'items'])?.value;
  const words = typeof output === 'string' ? output : '';
  const [rejected, reason] =
    /^(?:Error: )?Tool call invocation (?:was )?rejected(?: by user)?\. ?(.*)$/s.exec(words) ?? [];
  if (rejected !== undefined) return denied(reason);
  const exception = findAt(item, 'exception', (one) => one !== '')?.value;
  if (exception !== undefined) {
    const why = isRecord(exception) ? exception['message'] : exception;
    return failed(typeof why === 'string' ? why : 'the call failed');
  }
  if (failure.test(words)) return failed(words);
  const commands = elementsAt(item, 'outputs');
  const hasTimedOut = commands.some((command) => isRecord(command) && command['timed_out'] === true);
  if (hasTimedOut) return { ...failed('a command timed out'), output };
  const code = commands.map((command) => numberAt(command, 'exit_code')).find((one) => one !== undefined && one !== 0);
  return withExitCode({ outcome: 'ok', output }, code);
}

/**
 * - https://github.com/dotnet/extensions/blob/main/src/Libraries/Microsoft.Extensions.AI/ChatCompletion/FunctionInvokingChatClient.cs
 * - https://github.com/microsoft/agent-framework/blob/main/python/packages/core/agent_framework/_tools.py
 */
const failure =
  /^Error: (?:Function failed\.|Argument parsing failed\.|Unknown error\.|Requested function ".*" not found\.)/s;

/** Its client of Anthropic counts the cache apart from the input, and then it has no total. */
function tokensOf(usage: Value | undefined): RecordedTokens | undefined {
  const [input, total] = [countAt(usage, 'input_token_count'), countAt(usage, 'total_token_count')];
  const [written, read] = ['cache_creation_input_token_count', 'cache_read_input_token_count'].map((name) =>
    countAt(usage, name),
  );
  return recordedTokens(
    total === undefined ? plusAny(input, written, read) : input,
    countAt(usage, 'output_token_count'),
    read,
  );
}
