import { ok } from '../../../base/result.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { NoeticEvent } from '../../systems/noetic/event.ts';
import type { Frame, ContextArguments, NoeticHeader } from '../../systems/noetic/header.ts';
import { field, roleOf, textOf, typeOf } from '../../systems/noetic/item.ts';
import { assumed, createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import { noteUnknownFields } from '../../importing/notes.ts';
import { unreadableEntry, type Read, type ReadSession, type SessionEntry } from '../../importing/importer.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { withUnknownEnd } from '../../importing/values/cut-off.ts';
import { oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import {
  countAt,
  elementsAt,
  entriesAt,
  fieldAt,
  hasListAt,
  numberAt,
  recordAt,
  textAt,
} from '../../importing/values/where.ts';
import { contextItems, type Log, logIn } from './format.ts';

/** The content of items, in a list of them or in a log. */
const contents = new Map(['', 'items', 'itemLog'].map((list) => [list, 'content']));

export const read: Read = (document) => {
  const value = withUnknownEnd(document, contents);
  const single = logIn({ value, place: [] });
  return ok({ sessions: single === undefined ? oneOrMany(value).map(entryAt) : [entryOf(single)] });
};

const entryOf = (log: Log): SessionEntry => ({
  title: titleOf(log),
  system: 'noetic',
  open: () => ok(toSession(log)),
});

/** A line without a log becomes an unreadable entry, so that the others keep their numbers. */
function entryAt(line: Placed, index: number): SessionEntry {
  const log = logIn(line);
  if (log !== undefined) return entryOf(log);
  const message = `Entry ${index} of this file is neither a checkpoint of Noetic nor an answer of its harness.`;
  return unreadableEntry('noetic', message);
}

/** How many items are searched for a user message. */
const sample = 50;

function titleOf({ kind, items, record }: Log): string {
  const first = items.slice(0, sample).find(({ value }) => roleOf(value) === 'user' && textOf(value).trim() !== '');
  if (first !== undefined) return shortTitle(textOf(first.value));
  if (kind === 'context') return typeof record['id'] === 'string' ? `context ${record['id']}` : 'context';
  return kind === 'checkpoint' ? `checkpoint of ${textAt(record, 'executionId') ?? ''}` : 'item log';
}

/** Appends the items one by one; the file's data about the end of the run follows. */
function toSession(log: Log): ReadSession {
  const { kind, items, record, place } = log;
  const report = createImportReport();
  const events: NoeticEvent[] = [];
  const sources: (Path | null)[] = [];
  const emit = (event: NoeticEvent, source: Path | null) => {
    events.push(event);
    sources.push(source);
  };
  const unanswered = unansweredIn(items);
  /** Calls before here whose turns are still to be made. */
  const open: Placed[] = [];
  const emitMissing = () => {
    for (const { value, place: at } of open.splice(0))
      emit({ type: 'output-missing', callId: field(value, 'callId') ?? '' }, at);
  };
  for (const item of items) {
    if (!isResponse(item.value)) emitMissing();
    if (unanswered.has(item)) open.push(item);
    if (isRecord(item.value)) emit({ type: 'item-appended', item: item.value }, item.place);
    else notes['import/item'](item.place, report);
  }
  if (kind === 'answer') emitAnswer(log, emit, report);
  if (kind === 'checkpoint') emitCheckpoint(log, emit, report);
  if (kind === 'context') emitContext(log, emit, report);
  // The usage belongs to the response before it, so these turns come after it.
  emitMissing();
  if (kind === 'answer' || kind === 'checkpoint') noteUnknownFields(record, place, fieldsOf[kind], report);
  const hasItems = items.some(({ value }) => isRecord(value));
  const counts = ['usage.inputTokens', 'usage.outputTokens'].filter(
    (side) => kind === 'answer' && countAt(record, side) !== undefined,
  );
  if (kind === 'context' && usageIn(record, 'tokens.input', 'tokens.output') !== undefined) {
    const calls = modelCallsIn(items);
    const words = `The recorded tokens are the sums of ${calls} model calls: they are`;
    if (calls > 1) noteUsageOfAll(words, [...place, 'tokens'], report);
  } else if (counts.length === 0) notes['no-usage'](null, report);
  else if (counts.length === 1) notes['half-a-usage']([...place, 'usage'], report);
  if (hasItems || kind !== 'context') notes['import/no-times'](null, report);
  // A log may be recorded as empty; a missing log, or one whose items were not printed, is unknown.
  const isUnknown =
    kind !== 'list' && kind !== 'answer' && !hasItems && (items.length > 0 || !hasListAt(record, contextItems));
  const header: NoeticHeader = {
    title: titleOf(log),
    importer: 'noetic-items',
    recorded: isUnknown ? 'fields' : 'items',
    ...(kind === 'checkpoint' && { dialect: 'current', context: contextOf(log, report) }),
    ...(kind === 'context' && { context: contextArgumentsOf(record) }),
  };
  return { session: { system: 'noetic', header, events, notes: report.notes() }, sources };
}

/** An exported Context keeps all its fields. */
const fieldsOf = {
  answer: ['items', 'usage', 'cost', 'text', 'lastLayerUsage'],
  checkpoint: [
    'schemaVersion',
    'executionId',
    'threadId',
    'resourceId',
    'frontier',
    'layers',
    'cwd',
    'askUser',
    'itemLog',
    'capturedAt',
  ],
};

type Emit = (event: NoeticEvent, place: Path | null) => void;

/** The final fields of an exported Context under the library's names, without the log's items, which are already emitted. */
function emitContext({ items, record, place }: Log, emit: Emit, report: ImportReport): void {
  // With one call, the token sums belong to it. With several, only the last step's record may have the last call's usage.
  const isLastOfMany = modelCallsIn(items) > 1;
  const from = isLastOfMany ? 'lastStepMeta.usage' : 'tokens';
  const usage = isLastOfMany
    ? usageIn(record, `${from}.inputTokens`, `${from}.outputTokens`)
    : usageIn(record, `${from}.input`, `${from}.output`);
  const endsWithResponse = modelCallsIn(items.slice(-1)) === 1;
  if (usage !== undefined && endsWithResponse)
    emit({ type: 'usage-accounted', ...usage }, [...place, ...from.split('.')]);
  emitWindow(record, place, emit);
  const { itemLog = null, ...others } = record;
  const { items: _items, ...log } = isRecord(itemLog) ? itemLog : {};
  const fields = Object.entries(others).filter(([name]) => !['id', 'resourceId', ...constantFields].includes(name));
  const withLog = Object.keys(log).length === 0 ? fields : [...fields, ['itemLog', log] as const];
  emit({ type: 'context-recorded', fields: Object.fromEntries(withLog) }, null);
  if (items.some(({ value }) => isRecord(value))) noteContextAtEnd(place, report);
}

function emitWindow(record: RecordValue, place: Path, emit: Emit): void {
  const usage = recordAt(record, 'lastLayerUsage');
  if (usage !== undefined) emit({ type: 'window-measured', usage }, [...place, 'lastLayerUsage']);
}

/** Fields that an execution never changes. */
const constantFields = ['threadId', 'parent', 'depth'];

const namesIn = (record: RecordValue) => {
  const [threadId, resourceId] = [textAt(record, 'threadId'), textAt(record, 'resourceId')];
  return { ...(threadId !== undefined && { threadId }), ...(resourceId !== undefined && { resourceId }) };
};

function contextArgumentsOf(context: RecordValue): ContextArguments {
  const id = textAt(context, 'id');
  const names = [...(id === undefined ? ['id'] : []), ...constantFields, 'resourceId'];
  const constants = names
    .filter((name) => Object.hasOwn(context, name))
    .map((name) => [name, context[name] ?? null] as const);
  return { ...(id !== undefined && { id }), ...namesIn(context), recorded: Object.fromEntries(constants) };
}

function usageIn(record: RecordValue, input: string, output: string) {
  const [inputTokens, outputTokens] = [countAt(record, input), countAt(record, output)];
  return inputTokens === undefined || outputTokens === undefined ? undefined : { inputTokens, outputTokens };
}

/** The harness adds up the usage of all model calls of its run. */
function emitAnswer({ items, record, place }: Log, emit: Emit, report: ImportReport): void {
  const spent = usageIn(record, 'usage.inputTokens', 'usage.outputTokens');
  if (spent !== undefined) {
    const cachedTokens = countAt(record, 'usage.cachedTokens');
    const cost = numberAt(record, 'cost');
    const calls = modelCallsIn(items);
    const words = `The recorded usage is the sum of ${calls} model calls: it is`;
    if (calls > 1) noteUsageOfAll(words, [...place, 'usage'], report);
    emit(
      {
        type: 'usage-accounted',
        ...spent,
        ...(cachedTokens !== undefined && { cachedTokens }),
        ...(Number.isFinite(cost) && cost !== undefined && { cost }),
        of: calls > 1 ? 'run' : 'call',
      },
      [...place, 'usage'],
    );
  }
  emitWindow(record, place, emit);
}

/** Counts runs of response items. A function output or a message to the model separates two calls. */
function modelCallsIn(items: readonly Placed[]): number {
  let calls = 0;
  let isOpen = false;
  for (const { value: item } of items) {
    if (!isRecord(item)) continue;
    if (isResponse(item) && !isOpen) calls++;
    isOpen = isResponse(item);
  }
  return calls;
}

/** Whether a model call may have made this item. */
function isResponse(item: Value): boolean {
  const type = typeOf(item);
  return type !== 'function_call_output' && (type !== 'message' || roleOf(item) === 'assistant');
}

/** The calls of named functions without an output after them. Of several states of one call, it is the last. */
function unansweredIn(items: readonly Placed[]): ReadonlySet<Placed> {
  const answered = new Set<string | undefined>();
  return new Set(
    items.toReversed().filter(({ value }) => {
      const type = typeOf(value);
      if (type !== 'function_call' && type !== 'function_call_output') return false;
      const callId = field(value, 'callId');
      const isUnanswered = type === 'function_call' && field(value, 'name') !== undefined && !answered.has(callId);
      answered.add(callId);
      return isUnanswered;
    }),
  );
}

/** A checkpoint has the final layers and directory; earlier values are not recorded. */
function emitCheckpoint({ record, place }: Log, emit: Emit, report: ImportReport): void {
  const at = readInstant(record['capturedAt'], [...place, 'capturedAt'], report);
  const when = at === undefined ? {} : { at };
  const layers = Object.entries(recordAt(record, 'layers') ?? {});
  for (const [layer, state] of layers)
    emit({ type: 'layer-state-set', ...when, layer, state }, [...place, 'layers', layer]);
  const { current, previous } = directoriesIn(record);
  if (current !== undefined && previous !== undefined) {
    for (const cwd of [previous, current]) emit({ type: 'directory-changed', ...when, cwd }, [...place, 'cwd']);
  }
  if (current !== undefined || layers.length > 0) notes['end-only'](place, report);
  emit({ type: 'checkpoint-saved', ...when }, place);
}

const directoriesIn = (checkpoint: RecordValue) => ({
  current: textAt(checkpoint, 'cwd.current'),
  previous: textAt(checkpoint, 'cwd.previous'),
});

/** The library restores only version 2. */
function contextOf({ record, place }: Log, report: ImportReport): ContextArguments {
  if (record['schemaVersion'] !== 2) notes.version(place, report);
  notes['not-in-a-checkpoint'](place, report);
  const frames = entriesAt({ value: record, place }, 'frontier').flatMap((frame) => frameOf(frame, report));
  if (frames.length > 0) notes.frontier([...place, 'frontier'], report);
  const { current, previous } = directoriesIn(record);
  return {
    id: textAt(record, 'executionId') ?? '',
    ...namesIn(record),
    // Without a previous directory, the current one is also the initial one.
    ...(current !== undefined && previous === undefined && { cwd: current }),
    ...(frames.length > 0 && { frontier: frames }),
    ...(Array.isArray(record['askUser']) && { askUser: elementsAt(record, 'askUser') }),
  };
}

function frameOf({ value, place }: Placed, report: ImportReport): readonly Frame[] {
  const stepId = textAt(value, 'stepId');
  const input: Value | undefined = fieldAt(value, 'input');
  if (stepId !== undefined) return [input === undefined ? { stepId } : { stepId, input }];
  notes.frame(place, report);
  return [];
}

const notes = notesOf('noetic-items', {
  info: {
    'import/no-times': 'The format records no time per item.',
    version: 'The library restores checkpoints of schemaVersion 2 only; this one has another version or none.',
    'not-in-a-checkpoint':
      'A checkpoint holds no state, tokens, cost, step count, completion or abort: a restore loses them, and here they are unknown.',
    'no-usage':
      'The tokens of model calls are not recorded and stay unknown; “ctx.itemLog.estimatedTokens” is the library’s own estimate of the log.',
  },
  lost: {
    'import/item': '{# element} of the log {is not an item|are not items}.',
    frame: '{# running step} could not be read.',
    /** The library always adds both counts together, so one without the other is not usable. */
    'half-a-usage':
      'The usage has only one of inputTokens and outputTokens: it is left out, and the tokens stay unknown.',
  },
  assumed: {
    frontier: 'The times at which running steps began are not recorded: they are shown from the start.',
    'end-only': 'A checkpoint has layers and directory as of its end: they are set after the last item.',
  },
});

const noteContextAtEnd = assumed(
  'noetic-items/end-only',
  'A Context has its fields as of the export: they are set after the last item, and unknown before.',
);

const noteUsageOfAll = (words: string, place: Path, report: ImportReport): void =>
  report.note('assumed', 'noetic-items/usage-of-all', place, () => `${words} known at the end, and unknown before.`);
