import { ok } from '../../../base/result.ts';
import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { counted, type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import {
  readRecords,
  recordsIn,
  sessionsOf,
  type JournalFormat,
  type JournalRecord,
  type Meanings,
  type TimedRecord,
} from '../../importing/journal/journal.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import { branchesOf } from '../../importing/transcript/branches.ts';
import { refused, refusedOrStopped } from '../../importing/transcript/call-ends.ts';
import { contextWindowIn } from '../../importing/transcript/context-window.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import {
  recordedTokens,
  tokensCounted,
  type CallResult,
  type RecordedTokens,
} from '../../importing/transcript/transcript.ts';
import { countAt, fits, textAt } from '../../importing/values/where.ts';

export const read: Read = ({ value }) => {
  const all = recordsIn(value);
  const records = all.filter(isLine).map(withSubtype);
  const unread = all.filter((record) => !isLine(record));
  return ok({ sessions: sessionsOf(formatOf(unread), branchesOf(records, treeLineOf)) });
};

const isLine = ({ value }: JournalRecord): boolean =>
  fits(value, { type: ['user', 'assistant', 'tool_result', 'system'], sessionId: 'text' });

/** The kind of a line about the program is `system SUBTYPE`. Its time does not matter. */
const withSubtype = (record: JournalRecord): JournalRecord =>
  record.kind === 'system' ? { ...record, kind: `system ${textAt(record.value, 'subtype')}`, time: undefined } : record;

/** Two prompts with the same parent are two branches. */
const treeLineOf = ({ kind, value }: JournalRecord) => ({
  id: textAt(value, 'uuid'),
  parent: textAt(value, 'parentUuid'),
  isPrompt: kind === 'user',
});

/** `unread`: lines that do not belong to a chat. */
const formatOf = (unread: readonly JournalRecord[]): JournalFormat => ({
  importer: 'qwen-code',
  agent: 'Qwen Code',
  untitled: 'Qwen Code chat',
  startedAt: 'timestamp',
  recording: { session: 'sessionId', version: 'version', cwd: 'cwd', branch: 'gitBranch' },
  about: (records) => ({
    contextWindow: contextWindowIn(
      records.map(({ value }) => value),
      'contextWindowSize',
    ),
  }),
  read(records, report) {
    for (const { place } of unread) notes.line(place, report);
    return readRecords(records, (matcher) => describe(matcher, report), report);
  },
});

const notes = notesOf('qwen-code', {
  lost: {
    line: '{# line} of an unknown kind left out.',
  },
  info: {
    program: '{# line} about the program itself (telemetry, commands, titles): not shown as turns.',
    compacted: 'The conversation was compacted {once|# times}: the model no longer saw its earlier part.',
    rewound: 'The user went back to an earlier prompt {once|# times}.',
    'by-program': '{# message} that the program wrote for the model in the user’s place: not an input.',
  },
});

function describe(matcher: CallMatcher, report: ImportReport): Meanings {
  /** The content of a message, after the results in it were given to their calls. */
  const contentOf = ({ value, at, place }: TimedRecord) => {
    const content = readParts(partsIn(value), [...place, 'message', 'parts'], report);
    for (const { mark, result } of content.results) {
      const id = mark.id ?? textAt(value, 'toolCallResult.callId');
      matcher.addResult({ ...mark, id }, { ...outcomeOf(value, opened(result)), at });
    }
    return content;
  };
  return {
    kinds: {
      user(record) {
        const { parts, results } = contentOf(record);
        const { value, at, place } = record;
        if (byProgram.has(textAt(value, 'subtype') ?? '')) return notes['by-program'](place, report);
        if (parts.length > 0 || results.length === 0) matcher.addInput({ message: parts, at, place });
      },
      assistant(record) {
        const { parts: message, calls, isReasoning } = contentOf(record);
        const { value, at, place } = record;
        const otherwise = calls.length > 0 ? undefined : isReasoning ? '[thinking]' : '[no text]';
        const model = textAt(value, 'model');
        matcher.addModelTurn({ message, otherwise, tokens: tokensOf(value), at, model, place }, calls);
      },
      tool_result: (record) => void contentOf(record),
      'system chat_compression': notes.compacted,
      'system rewind': notes.rewound,
      'system ui_telemetry'({ value, place }) {
        const words = textAt(value, 'systemPayload.uiEvent.error_message')?.slice(0, 200);
        if (words === undefined) return notes.program(place, report);
        report.note(
          'info',
          'qwen-code/failed-request',
          place,
          (n) => `${counted(n, 'request')} to the model failed (“${words}”): not shown as turns.`,
        );
      },
    },
    otherwise: notes.program,
  };
}

const partsIn = (line: RecordValue): Value | undefined =>
  fits(line, { 'message.parts': 'list' }) ? valueAt(line, ['message', 'parts']) : undefined;

/** Messages that the program writes to the model with the user's role. */
const byProgram = new Set(['goal_runtime', 'agent_bootstrap', 'agent_launch_prompt', 'agent_retry']);

/** The program passes the output of a tool as `{output: …}`, without other keys. */
function opened(result: CallResult): CallResult {
  const { output } = result;
  const isWrapped = isRecord(output) && Object.keys(output).length === 1 && Object.hasOwn(output, 'output');
  return isWrapped ? { ...result, output: output['output'] } : result;
}

/**
 * Gemini's counts, or the shorter names of earlier versions. Some providers include thoughts in the answer's tokens, others
 * count them separately: the total shows which. The prompt includes what was read from a cache
 * (https://ai.google.dev/api/generate-content#UsageMetadata).
 */
function tokensOf(line: RecordValue): RecordedTokens | undefined {
  const count = (...names: readonly string[]) =>
    countAt(
      line,
      names.map((name) => `usageMetadata.${name}`),
    );
  const prompt = count('promptTokenCount', 'input');
  const answer = count('candidatesTokenCount', 'output');
  const cached = count('cachedContentTokenCount', 'cached');
  if (prompt === undefined || answer === undefined) return recordedTokens(prompt, answer, cached);
  const total = count('totalTokenCount', 'total') ?? 0;
  const completion = total > prompt ? total - prompt : answer + (count('thoughtsTokenCount', 'thoughts') ?? 0);
  return tokensCounted(prompt, completion, cached);
}

/**
 * | in the chat | outcome |
 * | --- | --- |
 * | `toolCallResult.errorType` is `execution_denied` | restricted: the permissions forbid it |
 * | `toolCallResult.status` is `cancelled`, with Qwen Code's own sentence that the user did not allow the call | restricted |
 * | any other `cancelled` | errored: it was stopped, and may have begun |
 * | `toolCallResult.status` is `error`, or the response has an `error` | errored, with its text |
 * | anything else | successful; the output is the `output` if the response has no other key, else the response |
 *
 * `read` is the outcome according to the response alone.
 */
function outcomeOf(line: RecordValue, read: CallResult): CallResult {
  const { reason } = read;
  if (textAt(line, 'toolCallResult.errorType') === 'execution_denied')
    return refused(reason ?? 'the permissions forbid it');
  switch (textAt(line, 'toolCallResult.status')) {
    case 'cancelled':
      return refusedOrStopped(reason ?? 'the user cancelled the call');
    case 'error':
      return {
        outcome: 'error',
        output: undefined,
        reason: reason ?? 'the call failed, and the reason is not recorded',
      };
    default:
      return read;
  }
}
