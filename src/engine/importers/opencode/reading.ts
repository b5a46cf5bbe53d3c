import type { RecordValue, Value } from '../../model/value.ts';
import type { ChatReading, Items, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { counted, notesOf } from '../../importing/import-report.ts';
import { stopped, withExitCode } from '../../importing/transcript/call-ends.ts';
import {
  plusAny,
  recordedTokens,
  type CallResult,
  type RecordedTokens,
} from '../../importing/transcript/transcript.ts';
import {
  countAt,
  elementsAt,
  fieldAt,
  fits,
  numberAt,
  recordAt,
  type Shape,
  textAt,
} from '../../importing/values/where.ts';
import { readInstant } from '../../importing/values/instants.ts';

const notes = notesOf('opencode', {
  info: {
    injected: '{# text} that the program wrote for the model: not part of the conversation.',
    program: '{# part} about the program itself (snapshots, patches, retries, compaction): not shown as turns.',
    agent: '{# sub-agent} recorded in a separate session, which can be exported, too.',
  },
  assumed: {
    cache:
      '{# answer} of a version before 1.0.98, whose input may or may not include cached tokens: the prompt tokens are unknown.',
  },
});

type TokensOf = (usage: Value | undefined, spot: Spot) => RecordedTokens | undefined;

/** An answer of the model is from `step-start` to `step-finish`. A tool part is a call and its result. */
const itemsWith = (tokensIn: TokensOf): Items => ({
  list: 'parts',
  kind: {
    field: 'type',
    values: {
      text: 'text',
      reasoning: 'reasoning',
      tool: 'exchange',
      file: 'file',
      'step-start': 'answer',
      'step-finish': 'tokens',
    },
    otherwise: 'skip',
  },
  text(part, { place, report }) {
    if (part['synthetic'] !== true) return part['text'];
    notes.injected(place, report);
    return undefined;
  },
  calls: {
    id: 'callID',
    name: (part) => textAt(part, isInvalid(part) ? 'state.input.tool' : 'tool'),
    unnamed: 'unknown',
    arguments: (part) => (isInvalid(part) ? undefined : fieldAt(part, 'state.input')),
  },
  results: { outcome: resultOf },
  file: { data: ['url', 'filename'], mimeType: 'mime', otherwise: 'application/octet-stream' },
  tokens: (part, spot) => tokensIn(part['tokens'], spot),
  end: 'reason',
  skipped: notes.program,
});

/** opencode runs its own tool in place of one that does not exist, or whose arguments cannot be read. */
const isInvalid = (part: RecordValue): boolean => fits(part, { tool: ['invalid'], 'state.input.tool': 'text' });

const userMessage: MessageReading = {
  shape: { 'info.role': ['user'], parts: 'list' },
  kind: () => 'input',
  items: itemsWith(() => undefined),
  time: secondsAt('info.time.created'),
  // The program wrote all of it.
  finish: (message, value) => (message.parts.length === 0 && elementsAt(value, 'parts').length > 0 ? [] : [message]),
};

const answerWith = (tokensIn: TokensOf, shape: Shape = {}): MessageReading => ({
  shape: { 'info.role': ['assistant'], parts: 'list', ...shape },
  kind: () => 'llm',
  items: itemsWith(tokensIn),
  time: secondsAt('info.time.created'),
  model: 'info.modelID',
  tokens: (message, spot) => (hasCounts(message) ? undefined : tokensIn(fieldAt(message, 'info.tokens'), spot)),
  tookMs: tookOf,
  finish(message, value, { place, report }) {
    const failure = textAt(value, ['info.error.data.message', 'info.error.name']);
    if (failure !== undefined && message.place === place) {
      report.note('info', 'opencode/failed', [...place, 'info', 'error'], (n) => {
        return `${counted(n, 'answer')} of the model failed, the first with “${failure.slice(0, 200)}”.`;
      });
    }
    const calls = (message.calls ?? []).map((call) => {
      if (call.name !== 'task') return call;
      // A sub-agent, which has a session of its own.
      notes.agent(call.place, report);
      return { ...call, to: 'agent' as const };
    });
    return [{ ...message, calls, placeholder: failure === undefined ? undefined : `[${failure}]` }];
  },
});

/** Providers whose input never includes the cache, and those whose output never includes the thoughts. */
const cacheApart = { 'info.providerID': ['anthropic', 'amazon-bedrock'] };
const thoughtsApart = { 'info.providerID': ['google', 'google-vertex'] };

export const reading: ChatReading = {
  messages({ holder }) {
    const cacheMayBeWithin = !subtractsCache(textAt(holder.value, 'info.version'));
    return [
      userMessage,
      answerWith(countedAs({}), cacheApart),
      answerWith(countedAs({ cacheMayBeWithin, thoughtsApart: true }), thoughtsApart),
      answerWith(countedAs({ cacheMayBeWithin })),
    ];
  },
  session: {
    title: 'info.title',
    agent: () => 'opencode',
    startedAt: secondsAt('info.time.created'),
    recording: { session: 'info.id' },
  },
};

/** Times are in milliseconds since 1970. */
function secondsAt(where: string) {
  return (record: RecordValue): Value | undefined => {
    const time = numberAt(record, where);
    return time === undefined ? undefined : time / 1000;
  };
}

const stepsIn = (message: RecordValue, type: string): readonly Value[] =>
  elementsAt(message, 'parts').filter((part) => textAt(part, 'type') === type);

const hasCounts = (message: RecordValue): boolean =>
  stepsIn(message, 'step-finish').some((step) => recordAt(step, 'tokens') !== undefined);

function tookOf(message: RecordValue): number | undefined {
  const [created, completed] = [numberAt(message, 'info.time.created'), numberAt(message, 'info.time.completed')];
  const isOne = stepsIn(message, 'step-start').length <= 1;
  return isOne && created !== undefined && completed !== undefined ? completed - created : undefined;
}

interface Counting {
  /** The input may include what was read from the cache. */
  readonly cacheMayBeWithin?: boolean;
  /** The output does not include the thoughts, although the recording states no total. */
  readonly thoughtsApart?: boolean;
}

/**
 * Tokens read from a cache or written to it are part of the prompt. Until 1.0.61 `input` was the provider's own count, which for
 * most providers includes what was read from the cache; 1.0.98 subtracts it (`Session.getUsage` in the published programs). A
 * cache that is larger than the count is surely apart. `output` is the provider's count: Google's alone lacks the thoughts, and
 * a later version's `total` decides.
 */
function countedAs({ cacheMayBeWithin = false, thoughtsApart = false }: Counting): TokensOf {
  return (usage, { place, report }) => {
    const count = (name: string) => countAt(usage, name);
    const prompt = plusAny(count('input'), count('cache.read'), count('cache.write'));
    const [output = 0, thoughts = 0, total] = [count('output'), count('reasoning'), count('total')];
    const isWithin = total === undefined ? !thoughtsApart && thoughts <= output : total === (prompt ?? 0) + output;
    const completion = isWithin ? count('output') : plusAny(count('output'), count('reasoning'));
    const cached = count('cache.read') ?? 0;
    const isUnclear = cacheMayBeWithin && cached > 0 && cached <= (count('input') ?? 0);
    if (isUnclear) notes.cache(place, report);
    return recordedTokens(isUnclear ? undefined : prompt, completion, cached);
  };
}

/** A list of messages names no version: it is taken for an old one. */
function subtractsCache(version: string | undefined): boolean {
  const [major = 0, minor = 0, patch = 0] = (version ?? '').split('.').map(Number);
  return major > 1 || (major === 1 && (minor > 0 || patch >= 98));
}

/** https://github.com/sst/opencode/blob/dev/packages/opencode/src/permission/index.ts */
const rejected =
  /^The user (?:rejected permission to use this|has specified a rule which prevents you from using this)/;

/**
 * | `state` of a tool part | outcome |
 * | --- | --- |
 * | `status: completed`; with `metadata.exit` of a command that is not 0 | successful; errored |
 * | `status: error` with opencode's own sentence that the user rejected permission, or that a rule prevents the call | restricted |
 * | the tool `invalid`, which opencode runs in place of one that it cannot call | errored, with its `error` |
 * | any other `status: error` | errored, with its `error` |
 * | `pending`, `running` | no result |
 */
function resultOf(part: RecordValue, { place, report }: Spot): CallResult | undefined {
  const status = textAt(part, 'state.status');
  const [start, end] = [numberAt(part, 'state.time.start'), numberAt(part, 'state.time.end')];
  const at = end === undefined ? undefined : readInstant(end / 1000, [...place, 'state'], report);
  const tookMs = start === undefined || end === undefined ? undefined : end - start;
  if (isInvalid(part))
    return {
      ...stopped(textAt(part, ['state.input.error', 'state.output']) ?? 'the tool cannot be called'),
      at,
      tookMs,
    };
  if (status === 'completed')
    return withExitCode(
      { outcome: 'ok', output: fieldAt(part, 'state.output'), at, tookMs },
      numberAt(part, 'state.metadata.exit'),
    );
  if (status !== 'error') return undefined;
  const words = textAt(part, 'state.error') ?? '';
  const reason = words === '' ? 'it failed, and the reason is not recorded' : words;
  return { outcome: rejected.test(words) ? 'blocked_before' : 'error', output: undefined, reason, at, tookMs };
}
