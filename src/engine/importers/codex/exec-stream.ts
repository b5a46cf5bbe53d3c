import type { RecordValue, Value } from '../../model/value.ts';
import { countAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { SessionEntry } from '../../importing/importer.ts';
import { addText, answersInPieces } from '../../importing/journal/answers-in-pieces.ts';
import {
  addNote,
  readRecords,
  recordsIn,
  sessionOf,
  type JournalFormat,
  type Meanings,
  type TimedRecord,
} from '../../importing/journal/journal.ts';
import { present } from '../../importing/values/present.ts';
import { noteReasoning } from '../../importing/notes.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { recordedTokens, type CallResult } from '../../importing/transcript/transcript.ts';
import { notes, withCodexOutcome } from './outcomes.ts';

/** Reads the output of `codex exec --json`. */
export const execSession = (value: Value): SessionEntry => sessionOf(format, recordsIn(value));

const format: JournalFormat = {
  importer: 'codex',
  agent: 'Codex',
  titles: () => [],
  untitled: 'Codex run',
  read: (records, report) => readRecords(records, (matcher) => describe(matcher, report), report),
  about: (records) => ({
    recording: present({
      session: records.map(({ value }) => textAt(value, 'thread_id')).find((id) => id !== undefined),
    }),
  }),
};

function describe(matcher: CallMatcher, report: ImportReport): Meanings {
  /** Where each call of the answer is in its list. */
  const positions = new Map<string, number>();
  const answers = answersInPieces(({ parts: message, calls, place, alsoAt }) => {
    positions.clear();
    matcher.addModelTurn({ message, otherwise: undefined, tokens: undefined, at: undefined, place, alsoAt }, calls);
  });
  const failed = (words: string, { place }: Pick<TimedRecord, 'place'>) =>
    report.note(
      'info',
      'codex/error',
      place,
      (n) =>
        `${n === 1 ? 'An error' : `${n} errors`} of the program or of the service, the first “${words.slice(0, 200)}”.`,
    );
  const item = (record: TimedRecord) => {
    const item = recordAt(record.value, 'item') ?? {};
    const place = [...record.place, 'item'];
    const [id, isOver] = [textAt(item, 'id') ?? '', record.kind === 'item.completed'];
    switch (item['type']) {
      case 'agent_message':
        if (!isOver) return addNote(notes.repeated, place, report);
        if ((answers.open()?.calls.length ?? 0) > 0) answers.close();
        return addText(textAt(item, 'text') ?? '', place, answers.at(place));
      case 'reasoning':
        return isOver ? noteReasoning(place, report) : undefined;
      case 'error':
        return failed(textAt(item, 'message') ?? '', { place });
      default:
    }
    const called = calledBy(item);
    if (called === undefined) return addNote(notes.surroundings, place, report);
    // If all earlier calls have ended, another answer requested this call.
    const open = answers.open()?.calls ?? [];
    if (open.length > 0 && !positions.has(id) && open.every(({ result }) => result !== undefined)) answers.close();
    const { calls } = answers.at(place);
    const position = positions.get(id) ?? calls.length;
    positions.set(id, position);
    const result = isOver ? { ...resultOf(item), place } : undefined;
    calls[position] = { ...(calls[position] ?? { id, ...called, place }), result };
  };
  /** An interrupted turn has no line that ends it. */
  const begins = ({ place }: TimedRecord) => {
    answers.close();
    addNote(notes.surroundings, place, report);
  };
  const fails = (record: TimedRecord) => {
    answers.close();
    failed(textAt(record.value, ['error.message', 'message']) ?? '', record);
  };
  const ofItem = { 'item.id': 'text', 'item.type': 'text' } as const;
  return {
    kinds: {
      'thread.started': begins,
      'turn.started': begins,
      'item.started': item,
      'item.updated': item,
      'item.completed': item,
      'turn.completed'({ value, place }) {
        answers.close();
        const sums = recordedTokens(countAt(value, 'usage.input_tokens'), countAt(value, 'usage.output_tokens'));
        if (sums === undefined) return;
        addNote(notes.sums, place, report);
        matcher.addTotals(sums, place);
      },
      'turn.failed': fails,
      error: fails,
    },
    shapes: { 'item.started': ofItem, 'item.updated': ofItem, 'item.completed': ofItem },
    otherwise: notes.line,
    atEnd() {
      answers.close();
      addNote(notes['no-prompt'], [], report);
    },
  };
}

function calledBy(item: RecordValue) {
  switch (item['type']) {
    case 'command_execution':
      return { name: 'shell', input: { command: item['command'] ?? null } };
    case 'file_change':
      return { name: 'apply_patch', input: { changes: item['changes'] ?? null } };
    case 'mcp_tool_call':
      return { name: textAt(item, 'tool') ?? 'mcp', input: item['arguments'] };
    case 'web_search':
      return { name: 'web_search', input: { query: textAt(item, 'query') ?? null } };
    default:
      return undefined;
  }
}

/**
 * | in the stream | outcome |
 * | --- | --- |
 * | `status: declined` | restricted |
 * | `status: failed`, or an `exit_code` that is not 0 | errored |
 * | anything else | successful |
 */
function resultOf(item: RecordValue): CallResult {
  const printed = textAt(item, 'aggregated_output');
  const words = textAt(item, 'error.message') ?? printed ?? '';
  if (item['status'] === 'declined') {
    return { outcome: 'blocked_before', output: undefined, reason: words || 'the user did not let it run' };
  }
  const output = printed ?? item['result'];
  const code = numberAt(item, 'exit_code');
  if (item['status'] === 'failed' || (code !== undefined && code !== 0)) {
    const reason = words || (code === undefined ? 'it failed' : `exit code ${code}`);
    return { outcome: 'error', output, reason };
  }
  return withCodexOutcome({ outcome: 'ok', output }, undefined);
}
