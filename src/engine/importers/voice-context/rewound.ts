import * as v from 'valibot';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { isSame } from '../../model/equal.ts';
import { apply } from '../../systems/voice/apply.ts';
import { dictOf } from '../../systems/voice/dict.ts';
import { CallEventSchema, type CallEvent } from '../../systems/voice/event.ts';
import { parsePath } from '../../systems/voice/path.ts';
import {
  readPlace,
  replaced,
  withoutPlace,
  writePlace,
  type WriteResult,
  type Steps,
} from '../../systems/voice/place.ts';
import { plain } from '../../systems/voice/plain.ts';
import { startCall } from '../../systems/voice/start.ts';
import { present } from '../../importing/values/present.ts';

/** The initial context of a call, and the events that led to the exported one. */
export interface Rewound {
  readonly context: RecordValue;
  readonly startedAt: string | undefined;
  readonly events: readonly CallEvent[];
  /** For each event, the index of its entry in `history`. */
  readonly entries: readonly number[];
}

/** Undoing an entry copies the list that it appended to, so a longer history takes too long. */
const maxEntries = 5000;

/**
 * Undoes the entries of an export's `history` one by one to get the initial context, then applies them again to check
 * that the result equals the export. Undefined if it does not, or if there is no history.
 */
export function rewindExport(dict: RecordValue): Rewound | undefined {
  const history = entry(dict, 'history') ?? null;
  if (!isList(history) || history.length === 0 || history.length > maxEntries) return undefined;
  const trace = [...history];
  if (!trace.every(isRecord)) return undefined;
  const context = startOf(dict, trace);
  if (context === undefined) return undefined;
  const found = trace.map(eventOf);
  const areAllKnown = found.every((event, index) => event !== undefined || (index === 0 && isStart(trace[index])));
  const result: Rewound = {
    context,
    startedAt: isStart(trace[0]) ? textOf(trace[0], 'at') : undefined,
    events: found.filter((event) => event !== undefined),
    entries: found.flatMap((event, index) => (event === undefined ? [] : [index])),
  };
  return areAllKnown && leadsTo(result, dict) ? result : undefined;
}

const isStart = (entry: RecordValue | undefined): boolean => entry?.['kind'] === 'start';

const textOf = (record: RecordValue | undefined, key: string): string | undefined => {
  const value = record?.[key];
  return typeof value === 'string' ? value : undefined;
};

function leadsTo({ context, startedAt, events }: Rewound, dict: RecordValue): boolean {
  const start = startCall(context, startedAt === undefined ? {} : { now: startedAt }).state;
  const end = dictOf(events.reduce(apply, start));
  return Object.keys(dict).every((key) => isSame(plain(entry(end, key) ?? null), entry(dict, key) ?? null));
}

/** The export with all entries of its history undone. */
function startOf(dict: RecordValue, trace: readonly RecordValue[]): RecordValue | undefined {
  const { history: _history, pending_handoff: _pending, ...rest } = dict;
  let context: RecordValue = rest;
  const params = paramsBefore(trace);
  for (let index = trace.length - 1; index >= 0; index--) {
    const undone = undo(context, trace[index] ?? {}, params[index] ?? {});
    if (undone === undefined) return undefined;
    context = undone;
  }
  return isStart(trace[0]) ? context : { ...context, history: [] };
}

/** The params before each entry: none until the first tool call, then those of the latest call. */
function paramsBefore(trace: readonly RecordValue[]): readonly RecordValue[] {
  let params: RecordValue = {};
  return trace.map((entry) => {
    const before = params;
    if (entry['kind'] === 'tool' && entry['unmet'] === undefined && isRecord(entry['params'])) params = entry['params'];
    return before;
  });
}

function undo(context: RecordValue, entry: RecordValue, params: RecordValue): RecordValue | undefined {
  switch (entry['kind']) {
    case 'set':
    case 'append':
    case 'delete':
      return undoWrite(context, entry);
    case 'flag': {
      const { flag } = entry;
      return typeof flag === 'string' ? putBack(context, ['flags', flag], entry['before']) : undefined;
    }
    case 'tool':
      return entry['unmet'] === undefined ? { ...context, params } : context;
    case 'switch':
      return undoSwitch(context, entry);
    default:
      return context;
  }
}

function undoWrite(context: RecordValue, entry: RecordValue): RecordValue | undefined {
  const path = parsePath(textOf(entry, 'path') ?? '');
  if (!path.ok) return undefined;
  const steps: Steps = [path.value.namespace, ...path.value.steps];
  const { kind, before } = entry;
  if (kind === 'append') return writeAt(context, steps, (old) => withoutLast(old));
  const last = steps.at(-1);
  if (kind === 'delete' && typeof last === 'number' && before !== undefined) {
    return writeAt(context, steps.slice(0, -1), (old) => withInserted(old, last, before));
  }
  return putBack(context, steps, before);
}

function putBack(context: RecordValue, steps: Steps, before: Value | undefined): RecordValue | undefined {
  if (before !== undefined) return writeAt(context, steps, replaced(before));
  const without = withoutPlace(context, steps);
  return isRecord(without) ? without : undefined;
}

function writeAt(
  context: RecordValue,
  steps: Steps,
  end: (old: Value | undefined) => WriteResult,
): RecordValue | undefined {
  if (readPlace(context, steps.slice(0, 1)) === undefined) return undefined;
  const placed = writePlace(context, steps, end);
  return placed.ok && isRecord(placed.value) ? placed.value : undefined;
}

const notAList: WriteResult = { ok: false, fault: 'not_a_list' };

const withoutLast = (old: Value | undefined): WriteResult =>
  old !== undefined && isList(old) ? { ok: true, value: [...old].slice(0, -1) } : notAList;

const withInserted = (old: Value | undefined, index: number, value: Value): WriteResult =>
  old !== undefined && isList(old) ? { ok: true, value: [...old].toSpliced(index, 0, value) } : notAList;

function undoSwitch(context: RecordValue, entry: RecordValue): RecordValue | undefined {
  const agents = context['agent_history'];
  if (agents === undefined || !isList(agents)) return undefined;
  return { ...context, current_agent: entry['from'] ?? null, agent_history: [...agents].slice(0, -1) };
}

/** The event of a history entry; undefined for a `start` entry, an unknown kind, or an entry without what its kind needs. */
function eventOf(entry: RecordValue): CallEvent | undefined {
  const event = v.safeParse(CallEventSchema, present({ at: textOf(entry, 'at'), ...fieldsOf(entry) }));
  return event.success ? event.output : undefined;
}

function fieldsOf(entry: RecordValue): { readonly [name: string]: Value | undefined } {
  const { kind, path, params = {}, unmet, after, flag, target, agent, error, message } = entry;
  switch (kind) {
    case 'set':
      return { type: 'value-set', path, value: after };
    case 'append':
      return { type: 'value-appended', path: textOf(entry, 'path')?.replace(/\[\+\]$/, ''), value: after };
    case 'delete':
      return { type: 'value-deleted', path };
    case 'tool':
      return { type: unmet === undefined ? 'tool-called' : 'tool-blocked', tool: textOf(entry, 'tool'), params, unmet };
    case 'flag':
      return { type: 'flag-changed', flag, value: after };
    case 'handoff':
      return { type: 'handoff-triggered', target };
    case 'switch':
      return { type: 'agent-switched', agent };
    case 'resolve_miss':
      return { type: 'placeholder-missed', path };
    case 'error':
      // An error with a kind comes from an action; one without a kind comes from the tool.
      return typeof error === 'string'
        ? { type: 'operation-failed', kind: error, message, path: textOf(entry, 'path') }
        : { type: 'tool-ended', outcome: 'error', error: message };
    default:
      return {};
  }
}
