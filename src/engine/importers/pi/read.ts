import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { malformed, type Read } from '../../importing/importer.ts';
import {
  addNote,
  notesOf,
  readRecords,
  recordOf,
  sessionsOf,
  times,
  type JournalFormat,
  type JournalRecord,
  type Meanings,
  type TimedRecord,
} from '../../importing/journal/journal.ts';
import { present } from '../../importing/values/present.ts';
import { noteReasoning, noteUnreadMessage } from '../../importing/notes.ts';
import { branchesOf } from '../../importing/transcript/branches.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { plusAny, recordedTokens, type CallResult } from '../../importing/transcript/transcript.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, fits, recordAt, textAt } from '../../importing/values/where.ts';
import { header, linesOf, messageLine } from './lines.ts';

export const read: Read = ({ value }) => {
  const lines = linesOf(value);
  if (lines.length === 0) {
    return malformed('A session of pi is a list of lines, and this is not a list.');
  }
  const branches = branchesOf(lines, treeLineOf).map((branch) => branch.map(asRecord));
  const [first] = lines;
  const about = first !== undefined && fits(first.value, header) ? first.value : undefined;
  return ok({ sessions: sessionsOf(formatOf(about, branches.length === 1), branches) });
};

/** Where two lines have the same parent, the user went back to that parent. */
const treeLineOf = ({ value }: Placed) => {
  const id = textAt(value, 'type') === undefined ? undefined : textAt(value, 'id');
  return { id, parent: id === undefined ? undefined : textAt(value, 'parentId'), isPrompt: id !== undefined };
};

const roles = ['user', 'assistant', 'toolResult', 'bashExecution'];

/** A line, or a message without a line around it. The kind of a message of the conversation is `message ROLE`. */
function asRecord({ value, place }: Placed): JournalRecord {
  const line = recordOf(value, place);
  const isBare = fits(value, { role: 'text' });
  if (!isBare && !fits(value, messageLine)) return line;
  const message = isBare ? line.value : (recordAt(value, 'message') ?? {});
  const role = textAt(message, 'role') ?? '';
  const milliseconds = countAt(message, 'timestamp');
  const seconds =
    milliseconds === undefined ? undefined : { value: milliseconds / 1000, place: [...place, 'timestamp'] };
  return {
    kind: roles.includes(role) ? `message ${role}` : role,
    value: message,
    place: isBare ? place : [...place, 'message'],
    time: isBare ? seconds : line.time,
  };
}

/** `about`: the header. `isOnly`: the session's tree has no other path. */
const formatOf = (about: Value | undefined, isOnly: boolean): JournalFormat => ({
  importer: 'pi',
  agent: 'pi',
  untitled: 'pi session',
  *titles(records) {
    for (const { kind, value } of records.slice(0, 40)) {
      if (kind !== 'message user') continue;
      const text = textOf(readContent(value['content'], [], createImportReport()));
      if (!text.startsWith('/')) yield text;
    }
  },
  read(records, report) {
    const answered = new Set(records.map(({ value }) => textAt(value, 'toolCallId')));
    const entries = readRecords(records, (matcher) => describe(answered, matcher, report), report);
    if (!isOnly) addNote(notes.branches, null, report);
    return entries;
  },
  about: (_, report) => ({
    model: undefined,
    startedAt: about === undefined ? undefined : readInstant(valueAt(about, ['timestamp']), [0, 'timestamp'], report),
    recording: present({
      session: textAt(about, 'id'),
      cwd: textAt(about, 'cwd'),
      provider: textAt(about, 'provider'),
    }),
  }),
});

const notes = notesOf('pi', {
  branches: [
    'info',
    () => 'The user went back and went on another way: each way through the session is one of its own.',
  ],
  'own-command': [
    'info',
    (n) => `${counted(n, 'command')} that the user ran in the session’s shell, no call of the agent: left out.`,
  ],
  compacted: ['info', (n) => `The conversation was compacted ${times(n)}: the model no longer saw what came before.`],
  summary: [
    'info',
    (n) =>
      `${counted(n, 'summary', 'summaries')} of the earlier conversation, for the model: not an input of the user.`,
  ],
  extension: ['info', (n) => `${counted(n, 'line')} of an extension of the program: not shown as turns.`],
  setting: ['info', (n) => `${counted(n, 'change')} of the model or its settings.`],
  line: ['lost', (n) => `${counted(n, 'line')} of an unknown kind left out.`],
});

/** `answered`: ids of calls that have a result. */
function describe(answered: ReadonlySet<string | undefined>, matcher: CallMatcher, report: ImportReport): Meanings {
  const answer = ({ value, at, place }: TimedRecord): void => {
    const { parts: message, calls, thinks } = blocksIn(value['content'], [...place, 'content'], report);
    const ended = textAt(value, 'stopReason');
    const isUnfinished = ended === 'aborted' || ended === 'error';
    if (isUnfinished) {
      const words = textAt(value, 'errorMessage')?.slice(0, 200) ?? '';
      const how = ended === 'error' ? 'failed' : 'stopped by the user';
      report.note('info', `pi/${ended}`, place, (n) => `${counted(n, 'answer')} ${how} (“${words}”).`);
    }
    const otherwise =
      calls.length > 0 ? undefined : ended === 'aborted' ? '[aborted]' : thinks ? '[thinking]' : '[no text]';
    const count = (name: string) => countAt(value, `usage.${name}`);
    // Tokens read from a cache or written to it were part of the prompt.
    const tokens = recordedTokens(plusAny(count('input'), count('cacheRead'), count('cacheWrite')), count('output'));
    const reason = `the answer ${ended === 'error' ? 'failed' : 'was stopped'} before its calls could run`;
    matcher.addModelTurn(
      { message, otherwise, ended, tokens, at, model: textAt(value, 'model'), place },
      calls.map((call) =>
        isUnfinished && !answered.has(call.id)
          ? { ...call, result: { outcome: 'blocked_before', output: undefined, reason } }
          : call,
      ),
    );
  };
  return {
    kinds: {
      'message user': ({ value, at, place }) =>
        matcher.addInput({ message: readContent(value['content'], [...place, 'content'], report), at, place }),
      'message assistant': answer,
      'message toolResult': ({ value, at, place }) =>
        matcher.addResult(
          { id: textAt(value, 'toolCallId'), name: textAt(value, 'toolName'), place },
          { ...outcomeOf(value, [...place, 'content'], report), at },
        ),
      'message bashExecution': notes['own-command'],
      session: undefined,
      compaction: notes.compacted,
      branch_summary: notes.summary,
      branchSummary: notes.summary,
      compactionSummary: notes.summary,
      custom: notes.extension,
      custom_message: notes.extension,
      model_change: notes.setting,
      thinking_level_change: notes.setting,
      label: notes.setting,
      session_info: notes.setting,
      '': ({ place }) => noteUnreadMessage(place, report, 'the session'),
    },
    otherwise: notes.line,
  };
}

function blocksIn(content: Value | undefined, place: Path, report: ImportReport) {
  const parts: Part[] = [];
  const calls: RequestedCall[] = [];
  let thinks = false;
  if (!Array.isArray(content)) parts.push(...readContent(content, place, report));
  elementsOf(content ?? null).forEach((block, index) => {
    const where = [...place, index];
    if (fits(block, { type: ['toolCall'], name: 'text' })) {
      const input = valueAt(block, ['arguments']);
      calls.push({ id: textAt(block, 'id'), name: textAt(block, 'name') ?? '', input, place: where });
    } else if (fits(block, { type: ['thinking'] })) {
      thinks = true;
      noteReasoning(where, report);
    } else if (fits(block, { type: ['image'], data: 'text', mimeType: 'text' })) {
      parts.push({ mimeType: textAt(block, 'mimeType') ?? '', file: textAt(block, 'data') ?? '' });
    } else parts.push(...readContent([block], place, report));
  });
  return { parts: Array.isArray(content) ? parts.filter(({ text }) => text !== '') : parts, calls, thinks };
}

/**
 * | in the session | outcome |
 * | --- | --- |
 * | `isError: true` of a tool result | errored, with its text |
 * | any other tool result | successful |
 * | no result, and the answer that requested the call was aborted or failed | restricted: pi runs no call of such an answer |
 *
 * pi never requests permission.
 */
function outcomeOf({ isError, content }: RecordValue, place: Path, report: ImportReport): CallResult {
  if (isError !== true) return { outcome: 'ok', output: readResultContent(content, place, report) };
  const words = wordsIn(content);
  return { outcome: 'error', output: undefined, reason: words === '' ? 'the result is marked as an error' : words };
}
