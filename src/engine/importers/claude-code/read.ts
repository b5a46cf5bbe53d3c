import { ok } from '../../../base/result.ts';
import { valueAt, type Value, isRecord, type RecordValue } from '../../model/value.ts';
import { malformed, type Read } from '../../importing/importer.ts';
import {
  inputsOf,
  recordOf,
  sessionsOf,
  type JournalFormat,
  type JournalRecord,
} from '../../importing/journal/journal.ts';
import { branchesOf } from '../../importing/transcript/branches.ts';
import { isNewestFirst, noteNewestFirst } from '../../importing/transcript/newest-first.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { elementsAt, fits, textAt, countAt, recordAt } from '../../importing/values/where.ts';
import { readConversation, type Surroundings } from './conversation.ts';
import { guardedAgent, withGateDecisions } from './gate-log.ts';
import { linesOf, message } from './lines.ts';
import { subAgentsIn } from './sub-agents.ts';
import { notes, promptOf } from './texts.ts';

export const read: Read = ({ value }) => {
  const lines = linesOf(value)?.map((line) => recordOf(line.value, line.place));
  const ofQwen = lines !== undefined && isOfQwen(lines);
  const found = ofQwen ? inTermsOfClaude(lines) : lines;
  if (found === undefined) {
    return malformed('A transcript of Claude Code is a list of lines, and this is not a list.');
  }
  const listed = found.filter(({ kind }) => kind !== '');
  const messages = listed.filter((record) => fits(record.value, message));
  const wereNewestFirst = isNewestFirst(messages, ({ time }) => time?.value);
  const branches = branchesOf(wereNewestFirst ? listed.toReversed() : listed, treeLineOf);
  const unread = found.filter(({ kind }) => kind === '');
  return ok({
    sessions: sessionsOf(
      {
        ...formatOf(unread, wereNewestFirst, branches.length === 1),
        agent: ofQwen ? 'Qwen Code' : (guardedAgent(listed) ?? 'Claude Code'),
      },
      branches,
    ),
  });
};

/** A sub-agent's lines belong to a branch and do not begin one. */
const treeLineOf = ({ kind, value }: JournalRecord) => ({
  id: textAt(value, 'uuid'),
  parent: textAt(value, 'parentUuid'),
  isPrompt:
    kind === 'user' &&
    value['isSidechain'] !== true &&
    value['isMeta'] !== true &&
    promptOf(contentOf(value)) !== undefined,
});

const contentOf = (line: Value): Value =>
  fits(line, message) ? (valueAt(line, ['message', 'content']) ?? null) : null;

const isInside = ({ value }: JournalRecord): boolean =>
  value['isSidechain'] === true || typeof value['parent_tool_use_id'] === 'string';

/** Lines of the main agent. If the file contains only a sub-agent, all lines. */
function ownLines(records: readonly JournalRecord[]): readonly JournalRecord[] {
  const own = records.filter((record) => !isInside(record));
  return own.some(({ value }) => fits(value, message)) ? own : records;
}

/** `unread`: values that are not lines. `isOnly`: the transcript's tree has no other branch. */
const formatOf = (unread: readonly JournalRecord[], wereNewestFirst: boolean, isOnly: boolean): JournalFormat => ({
  importer: 'claude-code',
  untitled: 'Claude Code session',
  header: (records) => records.find(({ value }) => textAt(value, sessionId) !== undefined),
  recording: { session: sessionId, cwd: 'cwd', git_branch: 'gitBranch', version: 'version' },
  *titles(records, read, importer) {
    yield records.map(({ value }) => textAt(value, 'customTitle')).findLast((title) => title !== undefined);
    yield* inputsOf(records, read, importer);
  },
  read(records, report) {
    const around: Surroundings = { report, denied: deniedIn(records) };
    const agents = subAgentsIn(records, (inner, depth) => readConversation(inner, agents, depth, around), report);
    const own = ownLines(records);
    const entries = readConversation(own, agents, 0, around);
    const isStream = own.some(({ kind, value }) => kind === 'system' && value['subtype'] === 'init');
    if (isStream && !entries.some(({ kind }) => kind === 'input')) notes['no-prompt'](null, report);
    const others = own === records ? [] : agents.others();
    for (const { place } of unread) notes.line(place, report);
    if (wereNewestFirst) noteNewestFirst('claude-code', report);
    if (!isOnly) notes.branches(null, report);
    return withGateDecisions([...entries, ...others], records, report);
  },
  about(records, report) {
    const time = records.find((record) => record.time !== undefined || fits(record.value, message))?.time;
    return {
      startedAt: time && readInstant(time.value, time.place, report),
      declared: records
        .filter(({ value }) => fits(value, { type: ['system'], subtype: ['init'] }))
        .flatMap(({ value }) => elementsAt(value, 'tools').filter((tool) => typeof tool === 'string')),
    };
  },
});

const sessionId = ['sessionId', 'session_id'];

/** Ids of calls that the user's settings forbade. */
const deniedIn = (records: readonly JournalRecord[]): ReadonlySet<string> =>
  new Set(
    records.flatMap(({ value }) =>
      elementsAt(value, 'permission_denials').flatMap((denial) => textAt(denial, 'tool_use_id') ?? []),
    ),
  );

/** Whether the stream is of Qwen Code, which prints the same lines: only it states the total of each answer. */
const isOfQwen = (records: readonly JournalRecord[]): boolean =>
  records.some(({ value }) => countAt(usageIn(value), 'total_tokens') !== undefined);

/**
 * The stream of Qwen Code in Claude Code's terms. A line holds blocks of one kind, so that an answer is several messages in a row,
 * and the last has its tokens. Tokens are counted as Gemini does: the prompt with what the cache held, and thoughts in the total.
 * https://github.com/QwenLM/qwen-code/blob/main/packages/cli/src/nonInteractive/io/BaseJsonOutputAdapter.ts
 */
function inTermsOfClaude(records: readonly JournalRecord[]): readonly JournalRecord[] {
  let next: RecordValue | undefined;
  return records
    .toReversed()
    .map((record): JournalRecord => {
      const { value } = record;
      const usage = countedApart(usageIn(value));
      const message = recordAt(value, 'message');
      if (record.kind !== 'assistant' || message === undefined) {
        next = undefined;
        return usage === undefined ? record : { ...record, value: { ...value, usage } };
      }
      const { usage: _, ...said } = message;
      const isOneWith = next !== undefined && usage === undefined && senderOf(next) === senderOf(value);
      const id = isOneWith ? textAt(next, 'message.id') : undefined;
      const end = usage !== undefined && { usage, stop_reason: message['stop_reason'] ?? 'end_turn' };
      next = { ...value, message: { ...said, ...(id !== undefined && { id }), ...end } };
      return { ...record, value: next };
    })
    .toReversed();
}

const senderOf = (line: Value): string | undefined => textAt(line, 'parent_tool_use_id');

const usageIn = (line: Value): Value => recordAt(line, ['message.usage', 'usage']) ?? null;

/** Undefined for zeros, which stand for unknown counts. */
function countedApart(usage: Value): RecordValue | undefined {
  const count = (key: string) => countAt(usage, key) ?? 0;
  const [input, total] = [count('input_tokens'), count('total_tokens')];
  if (!isRecord(usage) || total === 0) return undefined;
  const uncached = Math.max(0, input - count('cache_read_input_tokens'));
  return { ...usage, input_tokens: uncached, output_tokens: Math.max(count('output_tokens'), total - input) };
}
