import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { fits, recordAt, textAt, type Shape } from '../../importing/values/where.ts';
import type { JournalRecord } from '../../importing/journal/journal.ts';
import { isItemType } from '../../importing/responses/response-item.ts';
import { firstValues } from '../../importing/values/elements.ts';

/**
 * A line of a rollout.
 * https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs (RolloutLine, RolloutItem, EventMsg)
 */
const row: Shape = { type: 'text', payload: 'record' };

/** The oldest rollouts: a header, then unchanged items of the Responses API with lines of state between them. */
const firstHeader: Shape = { id: 'text', timestamp: 'text', instructions: 'there' };
const firstState: Shape = { record_type: 'text' };

/** A line of the terminal’s log, with its output and its input (`CODEX_TUI_RECORD_SESSION`). */
const screenRow: Shape = { ts: 'text', dir: ['meta', 'to_tui', 'from_tui'], kind: 'text' };

/**
 * Lines of the output of `codex exec --json` that only it has.
 * https://github.com/openai/codex/blob/main/codex-rs/exec/src/exec_events.rs (ThreadEvent)
 */
const execLines: readonly Shape[] = [
  { type: ['thread.started'], thread_id: 'text' },
  { type: ['item.started', 'item.updated', 'item.completed'], 'item.id': 'text', 'item.type': 'text' },
];

/** The number of lines checked to recognise the format. */
const maxLines = 20;

export const isExecStream = (value: Value): boolean =>
  firstValues(value, maxLines).some((line) => execLines.some((shape) => fits(line, shape)));

export function isRollout(value: Value): boolean {
  const rows = firstValues(value, maxLines);
  const [first, ...others] = rows;
  if (others.length > 0 && first !== undefined && fits(first, firstHeader)) return others.some(isFirst);
  return rows.some(isRow) || (rows.length > 0 && rows.every((line) => fits(line, screenRow)));
}

const isFirst = (line: Value): boolean => fits(line, firstState) || isItemType(textAt(line, 'type') ?? '');

/** A log without times is recognised by names that only Codex uses. */
const isRow = (line: Value): boolean =>
  fits(line, row) &&
  kinds.has(textAt(line, 'type') ?? '') &&
  (fits(line, { timestamp: 'there' }) || fits(line, { type: ['session_meta', 'response_item'] }));

const kinds: ReadonlyMap<string, string> = new Map([
  ['session_meta', 'meta'],
  ['response_item', 'item'],
  ['event_msg', 'event'],
  ['turn_context', 'context'],
  ['compacted', 'compacted'],
  ['world_state', 'surroundings'],
  ['token_usage_record', 'tokens'],
  ['inter_agent_communication', 'agents'],
  ['inter_agent_communication_metadata', 'surroundings'],
]);

/** A line of any of the three forms as a record of the newest form. The kind of an event is its own type: `event token_count`. */
export function recordOfLine(line: Value, index: number): JournalRecord {
  const place = [index];
  const value = isRecord(line) ? line : {};
  if (fits(line, screenRow)) return screenRecord(value, place);
  if (fits(line, row)) {
    const body = recordAt(value, 'payload') ?? {};
    const type = textAt(value, 'type') ?? '';
    return recordOf(kinds.get(type) ?? type, body, [...place, 'payload'], value['timestamp']);
  }
  if (fits(line, firstHeader)) return recordOf('meta', value, place, value['timestamp']);
  if (fits(line, firstState)) return recordOf('surroundings', value, place, undefined);
  return recordOf(typeof value['type'] === 'string' ? 'item' : undefined, value, place, undefined);
}

function screenRecord(line: RecordValue, place: Path): JournalRecord {
  const { kind, ts } = line;
  const message = kind === 'codex_event' ? recordAt(line, 'payload.msg') : undefined;
  if (message !== undefined) return recordOf('event', message, [...place, 'payload', 'msg'], ts);
  const operation = kind === 'op' ? recordAt(line, 'payload') : undefined;
  if (operation !== undefined) return recordOf('event', operation, [...place, 'payload'], ts);
  return recordOf(kind === 'session_start' ? 'context' : 'surroundings', line, place, ts);
}

function recordOf(kind: string | undefined, value: RecordValue, place: Path, at: Value | undefined): JournalRecord {
  const type = textAt(value, 'type');
  return {
    kind: kind !== 'event' ? (kind ?? '') : type === undefined ? '' : `event ${type}`,
    value,
    place,
    time: at === undefined ? undefined : { value: at, place: place.slice(0, 1) },
  };
}
