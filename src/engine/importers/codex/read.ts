import { ok } from '../../../base/result.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { textAt } from '../../importing/values/where.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { malformed, type Read } from '../../importing/importer.ts';
import {
  addNote,
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
import { execRecords } from './exec-stream.ts';
import { isExecStream, recordOfLine } from './lines.ts';
import { neverApproved, notes, withCodexOutcome } from './outcomes.ts';

export const read: Read = ({ value }) => {
  if (isExecStream(value)) return ok({ sessions: [sessionOf(run, execRecords(value))] });
  const records = elementsOf(value).map(recordOfLine);
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
    const entries = readRecords(records, (matcher) => describe(records, matcher, report), report);
    const isWithoutInput = entries.length > 0 && !entries.some(({ kind }) => kind === 'input');
    if (isWithoutInput) addNote(notes['no-input'], [], report);
    return entries;
  },
  about(records, report) {
    const meta = headerIn(records);
    if (textAt(meta?.value, 'parent_thread_id') !== undefined) addNote(notes.thread, meta?.place ?? null, report);
    // The user may change the model during a session.
    const models = new Set(
      records.flatMap(({ kind, value }) => (kind === 'context' ? (textAt(value, 'model') ?? []) : [])),
    );
    const [model] = models;
    const [start] = records;
    return {
      model: models.size === 1 ? model : undefined,
      startedAt: start?.time && readInstant(start.time.value, start.time.place, report),
    };
  },
};

/** The output of `codex exec --json`. */
const run: JournalFormat = {
  ...rollout,
  untitled: 'Codex run',
  read(records, report) {
    addNote(notes['no-prompt'], [], report);
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
  const events = describeEvents(items.length > 0, callIdsIn(items), matcher, report);
  return {
    kinds: {
      item({ value, at, place }) {
        if (isProgramText(value)) return addNote(notes.environment, place, report);
        reader.begin(at, undefined);
        reader.item(value, place);
      },
      meta: undefined,
      context: undefined,
      compacted: notes.compacted,
      surroundings: notes.surroundings,
      ...events.kinds,
      // Codex writes the tokens of an answer after the answer is complete.
      'event token_count'(record) {
        reader.end(record.place);
        events.spend(record);
      },
    },
    otherwise: ({ kind, place }) => addNote(kind === '' ? notes.line : notes.repeated, place, report),
    atEnd() {
      reader.end([]);
      events.close();
    },
  };
}

const isOutput = (item: RecordValue): boolean => textAt(item, 'type')?.endsWith('_output') === true;

const callIdsIn = (items: readonly Value[]): ReadonlySet<string> =>
  new Set(items.flatMap((item) => textAt(item, 'call_id') ?? []));

/** Events that end a command or a patch, by the call's id. */
const endsByCall = (records: readonly JournalRecord[]): ReadonlyMap<string, RecordValue> =>
  new Map(
    records
      .filter(({ kind }) => kind === 'event exec_command_end' || kind === 'event patch_apply_end')
      .flatMap(({ value }) => {
        const id = textAt(value, 'call_id');
        return id === undefined ? [] : [[id, value] as const];
      }),
  );

/** Messages in the user’s role that Codex itself writes. */
const programText =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|skill|INSTRUCTIONS)|# AGENTS\.md instructions)/;

function isProgramText({ role, content }: RecordValue): boolean {
  if (role !== 'user') return false;
  return programText.test(textOf(readContent(content, [], createImportReport())).slice(0, 200));
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
