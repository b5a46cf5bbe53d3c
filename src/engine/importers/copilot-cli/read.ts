import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { noteReasoning, noteSystem } from '../../importing/notes.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import { countAt, elementsAt, fits, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { counted, type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import {
  readRecords,
  recordsIn,
  sessionOf,
  type JournalFormat,
  type Meanings,
  type TimedRecord,
} from '../../importing/journal/journal.ts';
import { contextWindowIn } from '../../importing/transcript/context-window.ts';
import { withExitCode } from '../../importing/transcript/call-ends.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { recordedTokens, type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import { nanosOf } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { agentOf, laterFacts, startedAgents, type LaterFacts, type StartedAgents } from './look-ahead.ts';

export const read: Read = ({ value }) => ok({ sessions: [sessionOf(format, recordsIn(value))] });

const format: JournalFormat = {
  importer: 'copilot-cli',
  agent: 'Copilot CLI',
  untitled: 'Copilot CLI session',
  header: (records) => records.find(({ value }) => fits(value, { type: ['session.start'], 'data.sessionId': 'text' })),
  startedAt: 'data.startTime',
  recording: {
    session: 'data.sessionId',
    version: 'data.copilotVersion',
    cwd: 'data.context.cwd',
    repository: 'data.context.repository',
    branch: 'data.context.branch',
  },
  about: (records) => ({
    contextWindow: contextWindowIn(
      records.map(({ value }) => value),
      'data.tokenLimit',
    ),
  }),
  read(records, report) {
    const facts = laterFacts(records);
    const agents: StartedAgents = startedAgents(
      records,
      (inner, depth) => readRecords(inner, (matcher) => describe(matcher, facts, agents, depth, report), report),
      notes.unsent,
      report,
    );
    const own = records.filter((record) => agentOf(record) === undefined);
    const entries = readRecords(own, (matcher) => describe(matcher, facts, agents, 0, report), report);
    return [...entries, ...agents.others()];
  },
};

const notes = notesOf('copilot-cli', {
  lost: {
    line: '{# line} of an unknown kind left out.',
  },
  info: {
    program: '{# line} about the program itself (settings, hooks, permissions, progress): not shown as turns.',
    compacted: 'The conversation was shortened {once|# times}: the model no longer saw all of its earlier part.',
    aborted: 'The user stopped the agent {once|# times}.',
    transformed: 'Text that the program added to {# prompt} for the model is left out.',
    'half-counted': '{# answer} whose prompt tokens are not in the log: they are unknown.',
  },
  repaired: {
    pieces: '{# answer} shown from its pieces: the log ends before the whole answer.',
  },
  assumed: {
    unsent: '{# sub-agent} that no call in the log started: shown at its end.',
  },
});

/** What the records of one agent mean. */
function describe(
  matcher: CallMatcher,
  facts: LaterFacts,
  agents: StartedAgents,
  depth: number,
  report: ImportReport,
): Meanings {
  /** How often the model requested each call that has not begun yet. */
  const requestCounts = new Map<string, number>();
  const startTimes = new Map<string, string>();
  const emittedPieces = new Set<string>();

  const withSubAgent = (call: RequestedCall): RequestedCall => {
    const started = agents.startedBy(call.id, depth);
    return started === undefined ? call : { ...call, to: 'agent', task: started.task };
  };
  const answer = ({ value, at, place }: TimedRecord) => {
    const data = recordAt(value, 'data') ?? {};
    const read = (one: Value, where: Path): RequestedCall | undefined => {
      const name = textAt(one, 'name');
      if (name === undefined) return undefined;
      const input = openArguments(valueAt(one, ['arguments']), where, report);
      return withSubAgent({ id: textAt(one, 'toolCallId'), name, input, place: where });
    };
    const calls = callsIn(elementsAt(data, 'toolRequests'), [...place, 'data', 'toolRequests'], read, report);
    for (const { id } of calls) if (id !== undefined) requestCounts.set(id, (requestCounts.get(id) ?? 0) + 1);
    const parts = readContent(data['content'], [...place, 'data', 'content'], report);
    const message = textOf(parts).trim() === '' ? [] : parts;
    if (textAt(data, 'reasoningText') !== undefined) noteReasoning([...place, 'data', 'reasoningText'], report);
    const thinks = ['reasoningText', 'reasoningOpaque', 'encryptedContent'].some((key) => textAt(data, key));
    const otherwise = calls.length > 0 ? undefined : thinks ? '[thinking]' : '[no text]';
    const usage = facts.usage.get(textAt(data, 'apiCallId') ?? '');
    const tokens = recordedTokens(
      countAt(usage, 'inputTokens'),
      countAt(usage, 'outputTokens') ?? countAt(data, 'outputTokens'),
      countAt(usage, 'cacheReadTokens'),
    );
    if (tokens?.prompt === undefined) notes['half-counted'](place, report);
    const tookMs = countAt(usage, 'duration');
    matcher.addModelTurn({ message, otherwise, tokens, at, model: textAt(data, 'model'), place, tookMs }, calls);
  };
  return {
    kinds: {
      'user.message': ({ value, at, place }) =>
        matcher.addInput({ message: promptOf(recordAt(value, 'data') ?? {}, place, report), at, place }),
      'assistant.message': answer,
      /** An answer of which the log has only pieces, because it ends before the complete message. */
      'assistant.message_delta': ({ value, at, place }) => {
        const id = textAt(value, 'data.messageId') ?? '';
        const text = emittedPieces.has(id) ? undefined : facts.pieces.get(id);
        emittedPieces.add(id);
        if (text === undefined) return;
        notes.pieces(place, report);
        const message = readContent(text, place, report);
        matcher.addModelTurn({ message, otherwise: undefined, tokens: undefined, at, place }, []);
      },
      'tool.execution_start': ({ value, at, place }) => {
        const [id, name] = [textAt(value, 'data.toolCallId') ?? '', textAt(value, 'data.toolName') ?? ''];
        const requested = requestCounts.get(id) ?? 0;
        if (requested > 0) requestCounts.set(id, requested - 1);
        else {
          const input = openArguments(valueAt(value, ['data', 'arguments']), place, report);
          matcher.addCall(withSubAgent({ id, name, input, place }));
        }
        if (at !== undefined) startTimes.set(id, at);
      },
      'tool.execution_complete': ({ value, at, place }) => {
        const id = textAt(value, 'data.toolCallId') ?? '';
        const result = outcomeOf(recordAt(value, 'data') ?? {}, facts.denials.get(id), place, report);
        const tookMs = between(startTimes.get(id), at);
        matcher.addResult({ id, name: undefined, place }, { ...result, at, tookMs });
      },
      'assistant.reasoning': ({ place }) => noteReasoning(place, report),
      'system.message': ({ place }) => noteSystem(place, report),
      'session.compaction_complete': notes.compacted,
      'session.truncation': notes.compacted,
      'session.error': ({ value, place }) => {
        const words = (textAt(value, 'data.message') ?? '').slice(0, 200);
        report.note(
          'info',
          'copilot-cli/error',
          place,
          (n) => `${counted(n, 'error')} of the program or of a request to the model (“${words}”): not shown as turns.`,
        );
      },
      /** The total tokens of the session, by kind. */
      'session.shutdown': ({ value, place }) => {
        const count = (kind: string) => countAt(value, `data.tokenDetails.${kind}.tokenCount`);
        const [input, completion] = [count('input'), count('output')];
        if (input !== undefined && completion !== undefined) {
          const cached = (count('cache_read') ?? 0) + (count('cache_write') ?? 0);
          matcher.addTotals({ prompt: input + cached, completion }, place);
        }
        notes.program(place, report);
      },
      abort: notes.aborted,
    },
    shapes: {
      'user.message': { 'data.content': 'there' },
      'assistant.message': { 'data.messageId': 'text' },
      'assistant.message_delta': { 'data.messageId': 'text', 'data.deltaContent': 'text' },
      'tool.execution_start': { 'data.toolCallId': 'text', 'data.toolName': 'text' },
      'tool.execution_complete': { 'data.toolCallId': 'text' },
    },
    otherwise: ({ kind }) => (aboutProgram.test(kind) ? notes.program : notes.line),
    atEnd() {
      for (const [id, place] of facts.waiting) {
        const mark = { id, name: undefined, place };
        if (matcher.hasOpenCall(mark)) matcher.addResult(mark, waitsForUser);
      }
    },
  };
}

const aboutProgram =
  /^(?:(?:session|assistant|hook|permission|user_input|elicitation|external_tool|command|exit_plan_mode|subagent|skill|system|model)\.|result$|tool\.(?:execution_progress|execution_partial_result|shell_output|user_requested)$)/;

const waitsForUser = waiting('the user had not answered the request for permission when the log ended');

function promptOf(data: RecordValue, place: Path, report: ImportReport): readonly Part[] {
  const { content, transformedContent } = data;
  if (typeof transformedContent === 'string' && transformedContent !== content) notes.transformed(place, report);
  const files = elementsAt(data, 'attachments').flatMap((file): Part[] => {
    const path = isRecord(file) ? textAt(file, ['path', 'displayName']) : undefined;
    return path === undefined ? [] : [{ mimeType: 'application/octet-stream', file: path }];
  });
  return [...readContent(content, [...place, 'data', 'content'], report), ...files];
}

function between(from: string | undefined, to: string | undefined): number | undefined {
  const [start, end] = [from, to].map((at) => (at === undefined ? undefined : nanosOf(at)));
  if (start === undefined || end === undefined || end < start) return undefined;
  return Number((end - start) / 1_000_000n);
}

/**
 * | in the log | outcome |
 * | --- | --- |
 * | `permission.completed` of the call with a `kind` that begins with `denied` | restricted, with the error's text or the kind |
 * | `error.code` of `tool.execution_complete` is `denied` or `rejected` | restricted, with the error's text |
 * | `permission.requested` without an answer before the log ends | pending: it waits |
 * | `shellExecution.exitCode` that is not 0 | errored, with the output |
 * | `success: false` | errored, with the error's text or the result's |
 * | anything else | successful |
 */
function outcomeOf(data: RecordValue, denial: string | undefined, place: Path, report: ImportReport): CallResult {
  const content = valueAt(data, ['result', 'content']);
  const [message, code] = [textAt(data, 'error.message'), textAt(data, 'error.code')];
  if (denial !== undefined || code === 'denied' || code === 'rejected') {
    return { outcome: 'blocked_before', output: undefined, reason: message ?? denial ?? 'the user said no' };
  }
  if (data['success'] !== false) {
    const where = [...place, 'data', 'result', 'content'];
    const result: CallResult = { outcome: 'ok', output: readResultContent(content, where, report) };
    return withExitCode(result, numberAt(data, 'shellExecution.exitCode'));
  }
  const words = message ?? wordsIn(content);
  const reason = words === '' ? 'the call failed, and the reason is not recorded' : words;
  return { outcome: 'error', output: undefined, reason };
}
