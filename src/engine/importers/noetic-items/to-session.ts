import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { NoeticEvent } from '../../systems/noetic/event.ts';
import type { Frame, ContextArguments, NoeticHeader } from '../../systems/noetic/header.ts';
import { roleOf, textOf, typeOf } from '../../systems/noetic/item.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport, type ImportReport, lost } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { type Answer, type Checkpoint, itemsOf, type Log } from './format.ts';

/** How many items are searched for a user message. */
const sample = 50;

export function titleOf({ items, checkpoint, context }: Log): string {
  const firstRequest = items.slice(0, sample).find((item) => roleOf(item) === 'user' && textOf(item).trim() !== '');
  if (firstRequest !== undefined) return shortTitle(textOf(firstRequest));
  if (context !== undefined) return typeof context['id'] === 'string' ? `context ${context['id']}` : 'context';
  return checkpoint === undefined ? 'item log' : `checkpoint of ${checkpoint.executionId}`;
}

/** Appends the items one by one; the file's data about the end of the run follows. */
export function toSession(log: Log): ReadSession {
  const report = createImportReport();
  const events: NoeticEvent[] = [];
  const sources: (Path | null)[] = [];
  const emit = (event: NoeticEvent, place: Path | null) => {
    events.push(event);
    sources.push(place);
  };
  log.items.forEach((item, index) => appendItem(item, [...log.itemsPlace, index], emit, report));
  if (log.answer !== undefined) emitAnswer(log.answer, log, emit, report);
  if (log.checkpoint !== undefined) emitCheckpoint(log.checkpoint, log.place, emit, report);
  if (log.context !== undefined) emitContext(log.context, log, emit, report);
  const { inputTokens, outputTokens } = log.answer?.usage ?? {};
  if (log.context !== undefined && hasTokens(log.context)) noteTokensAtEnd([...log.place, 'tokens'], log, report);
  else if (inputTokens === undefined && outputTokens === undefined) noteTokens(report);
  else if (inputTokens === undefined || outputTokens === undefined)
    noteIncompleteUsage([...log.place, 'usage'], report);
  if (log.items.some(isRecord) || log.context === undefined)
    report.note('info', 'import/no-times', null, () => 'The format records no time per item.');
  const header: NoeticHeader = {
    title: titleOf(log),
    importer: 'noetic-items',
    recorded: log.context !== undefined && !log.items.some(isRecord) && !hasEmptyLog(log.context) ? 'fields' : 'items',
    ...(log.checkpoint && { dialect: 'current', context: contextOf(log.checkpoint, log.place, report) }),
    ...(log.context && { context: contextArgumentsOf(log.context) }),
  };
  return { session: { system: 'noetic', header, events, notes: report.notes() }, sources };
}

type Emit = (event: NoeticEvent, place: Path | null) => void;

function appendItem(item: Value, place: Path, emit: Emit, report: ImportReport): void {
  if (isRecord(item)) emit({ type: 'item-appended', item }, place);
  else
    report.note(
      'lost',
      'import/item',
      place,
      (n) => `${counted(n, 'element')} of the log ${n === 1 ? 'is' : 'are'} no item.`,
    );
}

/** The final fields of an exported Context under the library's names, without the log's items, which are already emitted. */
function emitContext(context: RecordValue, { items, place }: Log, emit: Emit, report: ImportReport): void {
  // With one call, the token sums belong to it. With several, only the last step's record may have the last call's usage.
  const isLastOfMany = modelCallsIn(items) > 1;
  const usage = isLastOfMany
    ? usageIn(lastUsage(context), 'inputTokens', 'outputTokens')
    : usageIn(context['tokens'], 'input', 'output');
  const from = isLastOfMany ? ['lastStepMeta', 'usage'] : ['tokens'];
  if (usage !== undefined && endsWithResponse(items)) emit({ type: 'usage-accounted', ...usage }, [...place, ...from]);
  const window = context['lastLayerUsage'];
  if (window !== undefined && isRecord(window)) {
    emit({ type: 'window-measured', usage: window }, [...place, 'lastLayerUsage']);
  }
  const { itemLog = null, ...others } = context;
  const { items: _items, ...log } = isRecord(itemLog) ? itemLog : {};
  const constants = new Set<string>(
    ['id', 'resourceId', ...constantFields].filter((name) => Object.hasOwn(others, name)),
  );
  const fields = Object.entries(others).filter(([name]) => !constants.has(name));
  const withLog = Object.keys(log).length === 0 ? fields : [...fields, ['itemLog', log] as const];
  emit({ type: 'context-recorded', fields: Object.fromEntries(withLog) }, null);
  if (items.some(isRecord)) {
    report.note('assumed', 'noetic-items/end-only', place, () => {
      return 'A Context shows its fields as they were when it was exported: they are set after the last item, and unknown before.';
    });
  }
}

/** Whether the log is recorded as empty. A missing log, or one with unprinted items, is unknown instead. */
function hasEmptyLog({ itemLog = null }: RecordValue): boolean {
  return itemsOf(itemLog)?.length === 0;
}

/** Fields that an execution never changes. */
const constantFields = ['threadId', 'parent', 'depth'] as const;

function contextArgumentsOf(context: RecordValue): ContextArguments {
  const { id, threadId, resourceId } = context;
  const names = [...(typeof id === 'string' ? [] : ['id']), ...constantFields, 'resourceId'];
  const constants = names
    .filter((name) => Object.hasOwn(context, name))
    .map((name) => [name, context[name] ?? null] as const);
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof threadId === 'string' && { threadId }),
    ...(typeof resourceId === 'string' && { resourceId }),
    recorded: Object.fromEntries(constants),
  };
}

function lastUsage(context: RecordValue): Value | undefined {
  const meta = context['lastStepMeta'];
  return meta !== undefined && isRecord(meta) ? meta['usage'] : undefined;
}

function usageIn(value: Value | undefined, input: string, output: string) {
  const [inputTokens, outputTokens] = [input, output].map((side) =>
    value !== undefined && isRecord(value) ? value[side] : undefined,
  );
  if (!isAmount(inputTokens) || !isAmount(outputTokens)) return undefined;
  return { inputTokens, outputTokens };
}

const isAmount = (value: Value | undefined): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const hasTokens = ({ tokens }: RecordValue): boolean => usageIn(tokens, 'input', 'output') !== undefined;

/** Whether the last turn is a model call. */
function endsWithResponse(items: readonly Value[]): boolean {
  const last = items.at(-1);
  return last !== undefined && modelCallsIn([last]) === 1;
}

/** The harness adds up the usage of all model calls of its run. */
function emitAnswer({ items, usage, cost, lastLayerUsage }: Answer, log: Log, emit: Emit, report: ImportReport): void {
  if (usage?.inputTokens !== undefined && usage.outputTokens !== undefined) {
    const { inputTokens, outputTokens, cachedTokens } = usage;
    const spent = { inputTokens, outputTokens, ...(cachedTokens !== undefined && { cachedTokens }) };
    const calls = modelCallsIn(items);
    if (calls > 1) {
      report.note(
        'assumed',
        'noetic-items/usage-of-all',
        [...log.place, 'usage'],
        () => `The usage is that of all ${calls} model calls together: it is known at the end, and unknown before.`,
      );
    }
    const of = calls > 1 ? 'run' : 'call';
    emit({ type: 'usage-accounted', ...spent, ...(cost !== undefined && { cost }), of }, [...log.place, 'usage']);
  }
  if (lastLayerUsage !== undefined) {
    emit({ type: 'window-measured', usage: lastLayerUsage }, [...log.place, 'lastLayerUsage']);
  }
}

/** Counts runs of response items. A function output or a message to the model separates two calls. */
function modelCallsIn(items: readonly Value[]): number {
  let calls = 0;
  let isOpen = false;
  for (const item of items) {
    if (!isRecord(item)) continue;
    const type = typeOf(item);
    const isResponse = type !== 'function_call_output' && (type !== 'message' || roleOf(item) === 'assistant');
    if (isResponse && !isOpen) calls++;
    isOpen = isResponse;
  }
  return calls;
}

/** A checkpoint has the final layers and directory; earlier values are not recorded. */
function emitCheckpoint({ layers, cwd, capturedAt }: Checkpoint, place: Path, emit: Emit, report: ImportReport): void {
  const at = readInstant(capturedAt, [...place, 'capturedAt'], report);
  const when = at === undefined ? {} : { at };
  for (const [layer, state] of Object.entries(layers ?? {})) {
    emit({ type: 'layer-state-set', ...when, layer, state }, [...place, 'layers', layer]);
  }
  if (cwd?.previous !== undefined) {
    emit({ type: 'directory-changed', ...when, cwd: cwd.previous }, [...place, 'cwd']);
    emit({ type: 'directory-changed', ...when, cwd: cwd.current }, [...place, 'cwd']);
  }
  if (cwd !== undefined || Object.keys(layers ?? {}).length > 0) {
    report.note(
      'assumed',
      'noetic-items/end-only',
      place,
      () => 'A checkpoint shows layers and directory as they were at its end: they are set after the last item.',
    );
  }
  emit({ type: 'checkpoint-saved', ...when }, place);
}

function contextOf(checkpoint: Checkpoint, place: Path, report: ImportReport): ContextArguments {
  const { executionId, threadId, resourceId, frontier = [], cwd, askUser, schemaVersion } = checkpoint;
  if (schemaVersion !== 2) {
    report.note(
      'info',
      'noetic-items/version',
      place,
      () => 'The library restores checkpoints of schemaVersion 2 only; this one says another or none.',
    );
  }
  report.note(
    'info',
    'noetic-items/not-in-a-checkpoint',
    place,
    () =>
      'A checkpoint holds no state, tokens, cost, step count, completion or abort: a restore loses them, and here they are unknown.',
  );
  const frames = frontier.flatMap((frame, index) => frameOf(frame, [...place, 'frontier', index], report));
  if (frames.length > 0) {
    report.note(
      'assumed',
      'noetic-items/frontier',
      [...place, 'frontier'],
      () => 'When the steps in flight were entered is not on record: they are shown from the start.',
    );
  }
  return {
    id: executionId,
    ...(threadId !== undefined && { threadId }),
    ...(resourceId !== undefined && { resourceId }),
    // Without a previous directory, the current one is also the initial one.
    ...(cwd !== undefined && cwd.previous === undefined && { cwd: cwd.current }),
    ...(frames.length > 0 && { frontier: frames }),
    ...(askUser !== undefined && { askUser }),
  };
}

function frameOf(frame: Value, place: Path, report: ImportReport): Frame[] {
  if (isRecord(frame) && typeof frame['stepId'] === 'string') {
    const { stepId, input } = frame;
    return [input === undefined ? { stepId } : { stepId, input }];
  }
  report.note('lost', 'noetic-items/frame', place, (n) => `${counted(n, 'step')} in flight could not be read.`);
  return [];
}

const noteTokens = (report: ImportReport): void =>
  report.note(
    'info',
    'noetic-items/no-usage',
    null,
    () =>
      'The tokens of model calls are not on record and stay unknown; “ctx.itemLog.estimatedTokens” is the library’s own estimate of the log.',
  );

function noteTokensAtEnd(place: Path, { items }: Log, report: ImportReport): void {
  const calls = modelCallsIn(items);
  if (calls < 2) return;
  report.note(
    'assumed',
    'noetic-items/usage-of-all',
    place,
    () => `The tokens are those of all ${calls} model calls together: they are known at the end, and unknown before.`,
  );
}

/** The library always adds both counts together, so one without the other is not usable. */
const noteIncompleteUsage = lost(
  'noetic-items/half-a-usage',
  () => 'The usage has only one of inputTokens and outputTokens: it is left out, and the tokens stay unknown.',
);
