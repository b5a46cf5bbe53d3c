import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { isNewestFirst } from '../../importing/transcript/newest-first.ts';
import { isItemType } from '../../importing/responses/response-item.ts';
import { FirstHeader, FirstState, Row, ScreenEvent, ScreenRow } from './format.ts';

/** A line of any of the three forms, converted to a kind of the newest form. */
export interface Line {
  readonly kind: 'meta' | 'item' | 'event' | 'context' | 'compacted' | 'surroundings' | 'unknown';
  readonly body: RecordValue;
  readonly at: Value | undefined;
  /** The place of the body. */
  readonly place: Path;
}

export interface Lines {
  /** In order of time. */
  readonly lines: readonly Line[];
  readonly wereNewestFirst: boolean;
}

export function linesOf(value: Value): Lines {
  const lines = isList(value) ? [...value].map((line, index) => lineOf(line, index)) : [];
  const wereNewestFirst = isNewestFirst(lines, ({ at }) => at);
  return { lines: wereNewestFirst ? lines.toReversed() : lines, wereNewestFirst };
}

function lineOf(value: Value, index: number): Line {
  const place = [index];
  const screen = v.safeParse(ScreenRow, value);
  if (screen.success) return screenLine(screen.output, place);
  const row = v.safeParse(Row, value);
  if (row.success) {
    const { type, payload, timestamp } = row.output;
    return { kind: kinds.get(type) ?? 'unknown', body: payload, at: timestamp, place: [...place, 'payload'] };
  }
  if (!isRecord(value)) return { kind: 'unknown', body: {}, at: undefined, place };
  if (v.is(FirstHeader, value)) return { kind: 'meta', body: value, at: value['timestamp'], place };
  if (v.is(FirstState, value)) return { kind: 'surroundings', body: value, at: undefined, place };
  const isItem = typeof value['type'] === 'string';
  return { kind: isItem ? 'item' : 'unknown', body: value, at: undefined, place };
}

const kinds: ReadonlyMap<string, Line['kind']> = new Map([
  ['session_meta', 'meta'],
  ['response_item', 'item'],
  ['event_msg', 'event'],
  ['turn_context', 'context'],
  ['compacted', 'compacted'],
  ['world_state', 'surroundings'],
  ['inter_agent_communication_metadata', 'surroundings'],
]);

function screenLine(row: v.InferOutput<typeof ScreenRow>, place: Path): Line {
  const { kind, payload, ts: at, model, cwd } = row;
  if (kind === 'session_start') {
    const body = { ...(model !== undefined && { model }), ...(cwd !== undefined && { cwd }) };
    return { kind: 'context', body, at, place };
  }
  const event = kind === 'codex_event' ? v.safeParse(ScreenEvent, payload) : undefined;
  if (event?.success === true)
    return { kind: 'event', body: event.output.msg, at, place: [...place, 'payload', 'msg'] };
  if (kind === 'op' && payload !== undefined) return { kind: 'event', body: payload, at, place: [...place, 'payload'] };
  return { kind: 'surroundings', body: {}, at, place };
}

/** The number of lines checked to recognise the format. */
const maxLines = 20;

export function isCodex(value: Value): boolean {
  if (!isList(value)) return false;
  const rows = [...value].slice(0, maxLines);
  if (rows.length > 1 && v.is(FirstHeader, rows[0])) return rows.slice(1).some(isFirst);
  return rows.some(isRow) || (rows.length > 0 && rows.every((row) => v.is(ScreenRow, row)));
}

const isFirst = (row: Value): boolean =>
  v.is(FirstState, row) || (isRecord(row) && typeof row['type'] === 'string' && isItemType(row['type']));

const isRow = (value: Value): boolean => {
  const row = v.safeParse(Row, value);
  if (!row.success || !kinds.has(row.output.type)) return false;
  // A log without times is recognised by names that only Codex uses.
  return (
    row.output.timestamp !== undefined || row.output.type === 'session_meta' || row.output.type === 'response_item'
  );
};
