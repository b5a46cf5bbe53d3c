import { openJson } from '../../model/json-text.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Entry, Spot } from '../../importing/describing/chat-reading.ts';
import type { Part } from '../../importing/content/content.ts';
import { assumed, counted, type ImportReport } from '../../importing/import-report.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { plusAny, recordedTokens, type CallResult } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, fieldAt, textAt } from '../../importing/values/where.ts';
import { part } from './tags.ts';

/** The messages of the page: `ui_messages.json`. They have no ids of calls. */

const wordOf = (message: Value): string => textAt(message, ['say', 'ask']) ?? '';

/** The entries that have the result of a call: the entries that show such a call, and its function. */
export const callsOfResults: { readonly [result: string]: { readonly by: readonly string[]; readonly name: string } } =
  {
    command_output: { by: ['command'], name: 'execute_command' },
    mcp_server_response: { by: ['use_mcp_server'], name: 'use_mcp_tool' },
    browser_action_result: { by: ['browser_action', 'browser_action_launch'], name: 'browser_action' },
  };

const ofAnswer = new Set([
  'text',
  'completion_result',
  'tool',
  'followup',
  'plan_mode_respond',
  'act_mode_respond',
  ...Object.values(callsOfResults).flatMap(({ by }) => by),
]);

/**
 * A request and what the page showed of its answer; the first text is the task. The program runs one call after the other. A
 * result belongs to the newest call of its kind, as in the program's own `combineCommandSequences.ts`. A command may print
 * during later requests.
 */
export function answersOf(messages: readonly Placed[]): readonly Entry[] {
  const entries: (Placed & { more: Placed[] })[] = [];
  let request: Placed[] | undefined;
  /** The answers with the newest call of each kind. */
  const latest = new Map<string, Placed[]>();
  for (const message of messages) {
    const kind = wordOf(message.value);
    const answer = request !== undefined && ofAnswer.has(kind) ? request : latest.get(kind);
    if (answer !== undefined) {
      answer.push(message);
      for (const [result, { by }] of Object.entries(callsOfResults)) if (by.includes(kind)) latest.set(result, answer);
      continue;
    }
    const entry = { ...message, more: [] };
    entries.push(entry);
    if (kind === 'api_req_started') request = entry.more;
    else if (kind === 'user_feedback') request = undefined;
  }
  return entries;
}

/** Questions are JSON with a text. */
export function saidIn(message: Value): readonly Part[] {
  const kind = wordOf(message);
  const text = textAt(message, 'text') ?? '';
  if (kind === 'text' || (kind === 'completion_result' && textAt(message, 'say') !== undefined)) return part(text);
  if (kind !== 'followup' && !kind.endsWith('_mode_respond')) return [];
  return part(textAt(openJson(text), ['question', 'response']) ?? text);
}

/** The calls of an answer, each with the results after it. */
export function callsIn(answer: readonly Placed[], report: ImportReport): readonly RequestedCall[] {
  const calls: { readonly call: RequestedCall; readonly printed: Placed[] }[] = [];
  /** The results of the newest call that has results of each kind. */
  const latest = new Map<string, Placed[]>();
  for (const entry of answer) {
    const kind = wordOf(entry.value);
    latest.get(kind)?.push(entry);
    const call = callIn(kind, entry);
    if (call === undefined) continue;
    const printed: Placed[] = [];
    calls.push({ call, printed });
    for (const [result, { by }] of Object.entries(callsOfResults)) if (by.includes(kind)) latest.set(result, printed);
  }
  return calls.map(({ call, printed }) => ({ ...call, result: resultOf(printed, report) }));
}

/** A command's output is in several entries. The first result of a browser is empty while it works. */
export function resultOf(printed: readonly Placed[], report: ImportReport): CallResult | undefined {
  const [first] = printed;
  if (first === undefined) return undefined;
  const texts = printed.map(({ value }) => textAt(value, 'text') ?? '').filter((text) => text !== '');
  const output = texts.join('\n');
  const { place } = first;
  const last = printed.at(-1) ?? first;
  const at = readInstant(fieldAt(last.value, 'ts'), [...last.place, 'ts'], report);
  return wordOf(first.value) === 'mcp_server_response' && /^Error:\s/.test(output)
    ? { outcome: 'error', output: undefined, reason: output, at, place }
    : { ...outcomeOf(output, false, place, report), at, place };
}

function callIn(kind: string, { value, place }: Placed): RequestedCall | undefined {
  const text = textAt(value, 'text') ?? '';
  if (kind === 'command') return { id: undefined, name: 'execute_command', input: { command: text }, place };
  if (kind === 'browser_action_launch')
    return { id: undefined, name: 'browser_action', input: { action: 'launch', url: text }, place };
  const opened = openJson(text);
  if (!isRecord(opened)) return undefined;
  if (kind === 'browser_action') return { id: undefined, name: 'browser_action', input: opened, place };
  if (kind !== 'tool' && kind !== 'use_mcp_server') return undefined;
  const name = textAt(opened, kind === 'tool' ? 'tool' : ['toolName', 'uri', 'type']);
  if (name === undefined) return undefined;
  const written = fieldAt(opened, 'arguments') ?? null;
  const input = kind === 'tool' ? withoutName(opened) : typeof written === 'string' ? openJson(written) : written;
  return { id: undefined, name, input, place };
}

const withoutName = (tool: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(tool).filter(([key]) => key !== 'tool'));

/** Providers whose prompt counts Cline 3 records as it receives them: with what was written to a cache or read from it. */
const withCache = new Set(
  'doubao fireworks hicap litellm lmstudio oca openai openai-codex qwen requesty xai zai'.split(' '),
);

/** The time since when Roo Code (3.29.5) records the whole prompt for every provider. */
const wholeSince = Date.UTC(2025, 10, 1);

/**
 * The prompt of a request. Cline counts the cache apart, except for some providers; Roo Code, which names the protocol, only did
 * so for Anthropic's. DeepSeek's models, of any provider, read all of the prompt from the cache or write it there. Before version
 * 3.37, Cline names neither: then only a cache that is larger than the count is surely apart.
 * https://github.com/cline/cline/blob/v3.57.0/src/core/api/providers/openai.ts
 * https://github.com/RooCodeInc/Roo-Code/blob/main/src/shared/cost.ts
 */
export function promptOf(
  message: Value,
  input: number | undefined,
  cached: readonly (number | undefined)[],
  protocol?: string,
): number | 'unclear' | undefined {
  const cache = plusAny(0, ...cached) ?? 0;
  if (cache === 0 || cache === input) return input;
  if (input === undefined || cache > input) return plusAny(input, cache);
  const provider = textAt(message, 'modelInfo.providerId');
  if (provider === undefined && protocol === undefined) return 'unclear';
  const isNewRoo = protocol !== undefined && (countAt(message, 'ts') ?? 0) >= wholeSince;
  const isWhole = isNewRoo || protocol === 'openai' || withCache.has(provider ?? '');
  return isWhole ? input : input + cache;
}

const unclearCache = assumed(
  'cline/cache',
  (n) =>
    `${counted(n, 'request')} of a version that does not name the provider, whose input may or may not include cached tokens: the prompt tokens are unknown.`,
);

/** The tokens of a request; those of a prompt whose recording does not say whether it includes the cache are unknown. */
export function tokensOf(
  prompt: ReturnType<typeof promptOf>,
  completion: number | undefined,
  cached: number | undefined,
  spot: Spot,
) {
  if (prompt !== 'unclear') return recordedTokens(prompt, completion, cached);
  unclearCache(spot.place, spot.report);
  return recordedTokens(undefined, completion);
}

export function tokensIn(message: RecordValue, spot: Spot) {
  const { text } = message;
  const counts = typeof text === 'string' ? openJson(text) : undefined;
  const [input, ...cached] = ['tokensIn', 'cacheWrites', 'cacheReads'].map((name) => countAt(counts, name));
  const prompt = promptOf(message, input, cached, textAt(counts, 'apiProtocol'));
  return prompt === undefined
    ? undefined
    : tokensOf(prompt, countAt(counts, 'tokensOut'), countAt(counts, 'cacheReads'), spot);
}
