import { textBetween } from '../../../base/scan.ts';
import { openJson } from '../../model/json-text.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Entry } from '../../importing/describing/chat-reading.ts';
import { textOf, type Part } from '../../importing/content/content.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { counted, info } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { fieldAt, textAt } from '../../importing/values/where.ts';

export const reading: ChatReading = {
  messages: [
    {
      shape: { role: 'text', content: 'list' },
      kind: { field: 'role', values: { user: 'input', assistant: 'llm' } },
      time: 'ts',
      model: 'modelInfo.modelId',
      tokens: 'metrics.tokens',
      items: {
        list: 'content',
        kind: {
          field: 'type',
          values: {
            text: 'text',
            tool_use: 'call',
            tool_result: 'result',
            thinking: 'reasoning',
            reasoning: 'reasoning',
          },
          otherwise: 'content',
        },
        calls: { id: 'id', name: 'name', arguments: 'input' },
        results: { id: 'tool_use_id', content: 'content', flag: 'is_error' },
      },
      finish: (message, _, { place, report }) => {
        const read = message.role === 'assistant' ? withWrittenCall(message) : withWrittenResult(message);
        if (read !== message) report.note('info', 'cline/tags', [...place, 'content'], tagsRead);
        return [read];
      },
    },
    {
      shape: { say: ['api_req_started'] },
      kind: () => 'llm',
      parts: (_, { more }) => more.flatMap(({ value }) => saidIn(value)),
      tokens: ({ text = null }) => tokensIn(text),
      model: 'modelInfo.modelId',
      time: 'ts',
      finish: (message, _, { more }) => [
        { ...message, calls: more.flatMap(callIn), alsoAt: more.map(({ place }) => place) },
      ],
    },
    { shape: { say: ['task', 'text', 'user_feedback'] }, kind: () => 'input', text: 'text', time: 'ts' },
    {
      shape: { say: ['command_output', 'mcp_server_response', 'browser_action_result'] },
      kind: () => 'result',
      results: { content: 'text' },
      time: 'ts',
    },
    {
      shape: { ts: 'number' },
      kind: () => 'skip',
      skipped: info(
        'cline/page',
        (n) =>
          `${n} ${n === 1 ? 'entry' : 'entries'} of the page itself (checkpoints, states of a request, repeated questions): not shown as turns.`,
      ),
    },
  ],
  session: { agent: () => 'Cline', arrange: answersOf },
};

const tagsRead = (n: number): string =>
  `${counted(n, 'message')} in Cline’s own tags: the task, calls and results were read from them, and the state of the editor was left out.`;

/** Ways to end an answer, written as tools: their text is what the user reads. */
const spoken = /^(?:attempt_completion|plan_mode_respond|ask_followup_question|new_task)$/;
const spokenTags = ['result', 'response', 'question', 'context'];
const opening = /^<(?<name>[a-z]+(?:_[a-z]+)+)>$/m;

/** The elements at the beginning of a body, one after the other. */
function parametersIn(body: string): RecordValue {
  const found: [string, string][] = [];
  for (let rest = body.trimStart(); ;) {
    const key = /^<(?<key>\w{1,60})>/.exec(rest)?.groups?.['key'];
    const value = key === undefined ? undefined : textBetween(rest, `<${key}>`, `</${key}>`);
    if (key === undefined || value === undefined) return Object.fromEntries(found);
    found.push([key, value.trim()]);
    rest = rest.slice(2 * key.length + 5 + value.length).trimStart();
  }
}

/** Models without calls of their own write one as XML at the end of their answer. */
function withWrittenCall(message: NormalizedMessage): NormalizedMessage {
  const { calls = [], place } = message;
  const text = textOf(message.parts);
  const match = opening.exec(text);
  const name = match?.groups?.['name'];
  if (match === null || name === undefined || calls.length > 0) return message;
  const body = textBetween(text.slice(match.index), `<${name}>`, `</${name}>`);
  if (body === undefined) return message;
  const before = text.slice(0, match.index).trim();
  if (spoken.test(name)) {
    const words = spokenTags.map((tag) => textBetween(body, `<${tag}>`, `</${tag}>`)).find((one) => one !== undefined);
    return { ...message, parts: [before, (words ?? body).trim()].flatMap(part) };
  }
  const input = parametersIn(body);
  return { ...message, parts: part(before), calls: [{ id: undefined, name, input, place }] };
}

const part = (text: string): readonly Part[] => (text === '' ? [] : [{ text }]);

/** `[read_file for 'a.ts'] Result:` and the rest of its line. What is in quotes may have several lines. */
function resultHead(text: string): { readonly name: string; readonly length: number } | undefined {
  const name = /^\[(\w+)/.exec(text)?.[1];
  const end = text.indexOf('] Result:');
  if (name === undefined || end === -1) return undefined;
  const between = text.slice(1 + name.length, end);
  if (!between.startsWith(" for '") && /[\]\n]/.test(between)) return undefined;
  const line = text.indexOf('\n', end);
  return { name, length: line === -1 ? text.length : line + 1 };
}

/** A result follows its heading, in the same text or in the next one; the state of the editor comes last. */
function withWrittenResult(message: NormalizedMessage): NormalizedMessage {
  const texts = message.parts.map((one) => one['text']);
  const own = message.parts.filter((_, index) => !isEnvironment(texts[index]));
  const first = own[0]?.['text'];
  const head = typeof first === 'string' ? resultHead(first) : undefined;
  if (typeof first !== 'string' || head === undefined) return { ...message, parts: own.map(withoutTask) };
  const { name, length } = head;
  const said = textOf([{ text: first.slice(length) }, ...own.slice(1)]).trim();
  if (spoken.test(name)) return { ...message, parts: part(feedbackIn(said) ?? said) };
  const result = { mark: { id: undefined, name, place: message.place }, result: resultOf(said) };
  return { ...message, parts: [], results: [...(message.results ?? []), result] };
}

/** The user's words in the result of a question; undefined when they are not marked. */
function feedbackIn(text: string): string | undefined {
  const open = /<(?:feedback|answer|user_message)>/.exec(text);
  if (open === null) return undefined;
  const rest = text.slice(open.index + open[0].length);
  const end = rest.search(/<\/(?:feedback|answer|user_message)>/);
  return end === -1 ? undefined : rest.slice(0, end).trim();
}

const isEnvironment = (text: Value | undefined): boolean =>
  typeof text === 'string' && text.startsWith('<environment_details>');

function withoutTask(one: Part): Part {
  const text = one['text'];
  return typeof text === 'string' ? { ...one, text: text.replace(/^<task>\n?([^]*?)\n?<\/task>\s*$/, '$1') } : one;
}

function resultOf(said: string): CallResult {
  if (said.startsWith('The user denied this operation'))
    return { outcome: 'blocked_before', output: undefined, reason: said };
  const [, error] = said.startsWith('The tool execution failed with the following error:')
    ? said.split('<error>', 2)
    : [];
  const failed = error?.split('</error>', 1)[0]?.trim();
  return failed === undefined
    ? { outcome: 'ok', output: said }
    : { outcome: 'error', output: undefined, reason: failed };
}

/** A request and what the page showed of its answer. The first text is the task. */
function answersOf(messages: readonly Placed[]): readonly Entry[] {
  const entries: (Placed & { more: Placed[] })[] = [];
  let request: Placed[] | undefined;
  for (const message of messages) {
    const kind = textAt(message.value, 'say');
    if (request !== undefined && isOfAnswer(message.value)) {
      request.push(message);
      continue;
    }
    const entry = { ...message, more: [] };
    entries.push(entry);
    if (kind === 'api_req_started') request = entry.more;
    else if (kind === 'user_feedback') request = undefined;
  }
  return entries;
}

const isOfAnswer = (message: Value): boolean =>
  ['text', 'completion_result', 'tool', 'command', 'use_mcp_server', 'followup', 'plan_mode_respond'].includes(
    textAt(message, ['say', 'ask']) ?? '',
  );

/** Questions are JSON with a text. */
function saidIn(message: Value): readonly Part[] {
  const kind = textAt(message, ['say', 'ask']) ?? '';
  const text = textAt(message, 'text') ?? '';
  if (kind === 'text' || (kind === 'completion_result' && textAt(message, 'say') !== undefined)) return part(text);
  if (kind !== 'followup' && kind !== 'plan_mode_respond') return [];
  return part(textAt(openJson(text), ['question', 'response']) ?? text);
}

function callIn({ value, place }: Placed): readonly RequestedCall[] {
  const kind = textAt(value, ['say', 'ask']) ?? '';
  const text = textAt(value, 'text') ?? '';
  if (kind === 'command') return [{ id: undefined, name: 'execute_command', input: { command: text }, place }];
  const opened = openJson(text);
  if (!isRecord(opened ?? null) || (kind !== 'tool' && kind !== 'use_mcp_server')) return [];
  const name = textAt(opened, kind === 'tool' ? 'tool' : ['toolName', 'uri', 'type']);
  if (name === undefined) return [];
  return [
    {
      id: undefined,
      name,
      input: kind === 'tool' ? withoutName(opened) : (fieldAt(opened, 'arguments') ?? null),
      place,
    },
  ];
}

function withoutName(tool: Value | undefined): RecordValue {
  return Object.fromEntries(
    Object.entries(tool !== undefined && isRecord(tool) ? tool : {}).filter(([key]) => key !== 'tool'),
  );
}

function tokensIn(text: Value) {
  const counts = typeof text === 'string' ? openJson(text) : undefined;
  const [prompt, completion] = [fieldAt(counts, 'tokensIn'), fieldAt(counts, 'tokensOut')];
  return typeof prompt === 'number' && typeof completion === 'number'
    ? tokensOf({ prompt_tokens: prompt, completion_tokens: completion })
    : undefined;
}
