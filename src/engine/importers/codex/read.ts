import { offeredAt } from '../../importing/tools/offered-tools.ts';
import { ok } from '../../../base/result.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { contentText } from '../../importing/content/content.ts';
import { contextWindowIn } from '../../importing/transcript/context-window.ts';
import { hasListAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { type ImportReport } from '../../importing/import-report.ts';
import { malformed, type Read } from '../../importing/importer.ts';
import {
  readRecords,
  sessionOf,
  type JournalFormat,
  type JournalRecord,
  type Meanings,
} from '../../importing/journal/journal.ts';
import { createItemReader } from '../../importing/responses/response-items.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { isNewestFirst, noteNewestFirst } from '../../importing/transcript/newest-first.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { describeEvents } from './events.ts';
import { eventOfItem, execRecords } from './exec-stream.ts';
import { isExecStream, recordOfLine } from './lines.ts';
import { neverApproved, notes, withCodexOutcome } from './outcomes.ts';

export const read: Read = ({ value }) => {
  if (isExecStream(value)) return ok({ sessions: [sessionOf(run, execRecords(value))] });
  const records = elementsOf(value).map((line, index) => eventOfItem(recordOfLine(line, index)));
  if (records.length === 0) {
    return malformed('A rollout of Codex is a list of lines, and this is not a list.');
  }
  const wereNewestFirst = isNewestFirst(records, ({ time }) => time?.value);
  const format = wereNewestFirst ? newestFirst : rollout;
  return ok({ sessions: [sessionOf(format, wereNewestFirst ? records.toReversed() : records)] });
};

const headerIn = (records: readonly JournalRecord[]) => records.find(({ kind }) => kind === 'meta');

const rollout: JournalFormat = {
  importer: 'codex',
  agent: 'Codex',
  untitled: 'Codex session',
  header: headerIn,
  recording: { session: ['id', 'thread_id'], cwd: 'cwd', git_branch: 'git.branch', version: 'cli_version' },
  read(records, report) {
    const kept = withoutTakenBack(records, report);
    const entries = readRecords(kept, (matcher) => describe(kept, matcher, report), report);
    const isWithoutInput = entries.length > 0 && !entries.some(({ kind }) => kind === 'input');
    if (isWithoutInput) notes['no-input']([], report);
    return entries;
  },
  about(records, report) {
    const meta = headerIn(records);
    if (textAt(meta?.value, 'parent_thread_id') !== undefined) notes.thread(meta?.place ?? null, report);
    // The user may change the model during a session.
    const models = new Set(
      records.flatMap(({ kind, value }) => (kind === 'context' ? (textAt(value, 'model') ?? []) : [])),
    );
    const [model] = models;
    const [start] = records;
    return {
      model: models.size === 1 ? model : undefined,
      contextWindow: contextWindowIn(
        records.map(({ value }) => value),
        ['info.model_context_window', 'model_context_window'],
      ),
      startedAt: start?.time && readInstant(start.time.value, start.time.place, report),
    };
  },
};

/** The output of `codex exec --json`. */
const run: JournalFormat = {
  ...rollout,
  untitled: 'Codex run',
  read(records, report) {
    notes['no-prompt']([], report);
    return readRecords(records, (matcher) => describe(records, matcher, report), report);
  },
};

const newestFirst: JournalFormat = {
  ...rollout,
  read(records, report) {
    noteNewestFirst('codex', report);
    return rollout.read(records, report);
  },
};

function describe(records: readonly JournalRecord[], plain: CallMatcher, report: ImportReport): Meanings {
  const items = records.filter(({ kind }) => kind === 'item').map(({ value }) => value);
  const matcher = withOutcomes(plain, endsByCall(records), callIdsIn(items.filter(isOutput)));
  const reader = createItemReader(items, matcher, report);
  const events = describeEvents(items.length > 0, callIdsIn(items), reader.end, matcher, report);
  return {
    kinds: {
      item({ value, at, place }) {
        if (isProgramText(value)) return notes.environment(place, report);
        const note = notesOfItems.get(textAt(value, 'type') ?? '');
        note?.(place, report);
        if (note !== undefined && !hasListAt(value, 'tools')) return;
        reader.begin(at, undefined);
        reader.item(withNamespace(value), place);
      },
      meta: ({ value, place }) => matcher.addTools(offeredAt({ value, place }, 'dynamic_tools')),
      context: undefined,
      compacted: notes.compacted,
      agents: notes.agents,
      // The event with the sums follows.
      tokens: notes.repeated,
      surroundings: notes.surroundings,
      ...events.kinds,
      // Codex writes the tokens of an answer after the answer is complete.
      'event token_count'(record) {
        reader.end(record.place);
        events.spend(record);
      },
    },
    otherwise: ({ kind }) => (kind.startsWith('event') ? notes.events : notes.line),
    atEnd() {
      reader.end([]);
      events.close();
    },
  };
}

/** Items that are neither messages nor calls. */
const notesOfItems = new Map([
  ['agent_message', notes.agents],
  ['context_compaction', notes.repeated],
  ['ghost_snapshot', notes.surroundings],
  ['additional_tools', notes.surroundings],
]);

/** `mcp__github__` and `get_me` are one name, as in older rollouts. */
function withNamespace(item: RecordValue): RecordValue {
  const [namespace, name] = [textAt(item, 'namespace'), textAt(item, 'name')];
  if (namespace === undefined || name === undefined) return item;
  return { ...item, name: `${namespace.replace(/_{1,9}$/, '')}__${name.replace(/^_{1,9}/, '')}` };
}

/** Without the turns that the user took back (`num_turns` of them), which the model did not see again. */
function withoutTakenBack(records: readonly JournalRecord[], report: ImportReport): readonly JournalRecord[] {
  const hasItems = records.some(({ kind }) => kind === 'item');
  const begins = ({ kind, value }: JournalRecord) =>
    hasItems ? kind === 'item' && value['role'] === 'user' && !isProgramText(value) : kind === 'event user_message';
  const kept: JournalRecord[] = [];
  /** The positions in it of the records that began a turn. */
  const starts: number[] = [];
  for (const record of records) {
    if (begins(record)) starts.push(kept.length);
    kept.push(record);
    const count = record.kind === 'event thread_rolled_back' ? (numberAt(record.value, 'num_turns') ?? 0) : 0;
    const taken = count > 0 ? starts.splice(-count) : [];
    for (const start of taken) notes['taken-back'](kept[start]?.place ?? null, report);
    const [first] = taken;
    if (first === undefined) continue;
    // The totals of the recording still include reverted turns.
    const spent = kept.splice(first).findLast(({ kind }) => kind === 'event token_count');
    const sum = spent && recordAt(spent.value, 'info.total_token_usage');
    if (spent !== undefined && sum !== undefined) kept.push({ ...spent, value: { info: { total_token_usage: sum } } });
  }
  return kept;
}

const isOutput = (item: RecordValue): boolean => textAt(item, 'type')?.endsWith('_output') === true;

const callIdsIn = (items: readonly Value[]): ReadonlySet<string> =>
  new Set(items.flatMap((item) => textAt(item, 'call_id') ?? []));

/** Events that end a command or a patch, by the call's id. */
const endsByCall = (records: readonly JournalRecord[]): ReadonlyMap<string, RecordValue> =>
  new Map(
    records
      .filter(({ kind }) => /^event (?:exec_command|patch_apply|mcp_tool_call)_end$/.test(kind))
      .flatMap(({ value }) => {
        const id = textAt(value, 'call_id');
        return id === undefined ? [] : [[id, value] as const];
      }),
  );

/** Messages in the user’s role that Codex itself writes. */
const programText =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|skill|INSTRUCTIONS|subagent_notification|goal_context|codex_internal_context)|# AGENTS\.md instructions)/;

function isProgramText({ role, content }: RecordValue): boolean {
  if (role !== 'user') return false;
  return programText.test(contentText(content).slice(0, 200));
}

/** Adds the outcomes that Codex writes as text or in separate events. `answered`: ids of calls that have an output. */
function withOutcomes(
  matcher: CallMatcher,
  ends: ReadonlyMap<string, RecordValue>,
  answered: ReadonlySet<string>,
): CallMatcher {
  return {
    ...matcher,
    addModelTurn(turn, calls, unread) {
      const known = calls.map((call) => {
        if (call.result !== undefined || call.id === undefined || answered.has(call.id)) return call;
        const result = neverApproved(call);
        return result === undefined ? call : { ...call, result };
      });
      matcher.addModelTurn(turn, known, unread);
    },
    addResult: (mark, result) => matcher.addResult(mark, withCodexOutcome(result, ends.get(mark.id ?? ''))),
  };
}
