import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { NoeticEvent } from '../../systems/noetic/event.ts';
import type { Frame, GivenContext, NoeticHeader } from '../../systems/noetic/header.ts';
import { roleOf, textOf, typeOf } from '../../systems/noetic/item.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createNoting } from '../../importing/noting.ts';
import type { Noting } from '../../importing/noting.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import type { Answer, Checkpoint } from './format.ts';
import type { Log } from './shapes.ts';

/** How many items are looked at for something that a person said. */
const sample = 50;

export function titleOf({ items, checkpoint }: Log): string {
  const asked = items.slice(0, sample).find((item) => roleOf(item) === 'user' && textOf(item).trim() !== '');
  if (asked !== undefined) return shortTitle(textOf(asked));
  return checkpoint === undefined ? 'item log' : `checkpoint of ${checkpoint.executionId}`;
}

/** A log as the run that it tells of: each item is appended in turn, and what the file knows of the end comes last. */
export function toSession(log: Log): ReadSession {
  const noting = createNoting();
  const events: NoeticEvent[] = [];
  const sources: (Path | null)[] = [];
  const emit = (event: NoeticEvent, place: Path | null) => {
    events.push(event);
    sources.push(place);
  };
  log.items.forEach((item, index) => appendItem(item, [...log.itemsPlace, index], emit, noting));
  if (log.answer !== undefined) emitAnswer(log.answer, log, emit, noting);
  if (log.checkpoint !== undefined) emitCheckpoint(log.checkpoint, log.place, emit, noting);
  const { inputTokens, outputTokens } = log.answer?.usage ?? {};
  if (inputTokens === undefined && outputTokens === undefined) noteTokens(noting);
  else if (inputTokens === undefined || outputTokens === undefined) noteHalf([...log.place, 'usage'], noting);
  noting.note('info', 'import/no-times', null, () => 'The format records no time per item.');
  const header: NoeticHeader = {
    title: titleOf(log),
    importer: 'noetic-items',
    recorded: 'items',
    ...(log.checkpoint && { dialect: 'current', context: contextOf(log.checkpoint, log.place, noting) }),
  };
  return { session: { system: 'noetic', header, events, notes: noting.notes() }, sources };
}

type Emit = (event: NoeticEvent, place: Path | null) => void;

function appendItem(item: Value, place: Path, emit: Emit, noting: Noting): void {
  if (isRecord(item)) emit({ type: 'item-appended', item }, place);
  else
    noting.note(
      'lost',
      'import/item',
      place,
      (n) => `${counted(n, 'element')} of the log ${n === 1 ? 'is' : 'are'} no item.`,
    );
}

/** The harness sums up over all model calls of its run. */
function emitAnswer({ items, usage, cost, lastLayerUsage }: Answer, log: Log, emit: Emit, noting: Noting): void {
  if (usage?.inputTokens !== undefined && usage.outputTokens !== undefined) {
    const { inputTokens, outputTokens, cachedTokens } = usage;
    const spent = { inputTokens, outputTokens, ...(cachedTokens !== undefined && { cachedTokens }) };
    const calls = modelCallsIn(items);
    if (calls > 1) {
      noting.note(
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

/** Runs of response items; an output of a function, or a message to the model, comes between two. */
function modelCallsIn(items: readonly Value[]): number {
  let calls = 0;
  let isOpen = false;
  for (const item of items) {
    const type = typeOf(item);
    const isResponse = type !== 'function_call_output' && (type !== 'message' || roleOf(item) === 'assistant');
    if (isResponse && !isOpen) calls++;
    isOpen = isResponse;
  }
  return calls;
}

/** A checkpoint knows the end: what layers and directory were before is not on record. */
function emitCheckpoint({ layers, cwd, capturedAt }: Checkpoint, place: Path, emit: Emit, noting: Noting): void {
  const at = readInstant(capturedAt, [...place, 'capturedAt'], noting);
  const when = at === undefined ? {} : { at };
  for (const [layer, state] of Object.entries(layers ?? {})) {
    emit({ type: 'layer-state-set', ...when, layer, state }, [...place, 'layers', layer]);
  }
  if (cwd?.previous !== undefined) {
    emit({ type: 'directory-changed', ...when, cwd: cwd.previous }, [...place, 'cwd']);
    emit({ type: 'directory-changed', ...when, cwd: cwd.current }, [...place, 'cwd']);
  }
  if (cwd !== undefined || Object.keys(layers ?? {}).length > 0) {
    noting.note(
      'assumed',
      'noetic-items/end-only',
      place,
      () => 'A checkpoint shows layers and directory as they were at its end: they are set after the last item.',
    );
  }
  emit({ type: 'checkpoint-saved', ...when }, place);
}

function contextOf(checkpoint: Checkpoint, place: Path, noting: Noting): GivenContext {
  const { executionId, threadId, resourceId, frontier = [], cwd, askUser, schemaVersion } = checkpoint;
  if (schemaVersion !== 2) {
    noting.note(
      'info',
      'noetic-items/version',
      place,
      () => 'The library restores checkpoints of schemaVersion 2 only; this one says another or none.',
    );
  }
  noting.note(
    'info',
    'noetic-items/not-in-a-checkpoint',
    place,
    () =>
      'A checkpoint holds no state, tokens, cost, step count, completion or abort: a restore loses them, and here they are unknown.',
  );
  const frames = frontier.flatMap((frame, index) => frameOf(frame, [...place, 'frontier', index], noting));
  if (frames.length > 0) {
    noting.note(
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
    // A directory that was never left was the first.
    ...(cwd !== undefined && cwd.previous === undefined && { cwd: cwd.current }),
    ...(frames.length > 0 && { frontier: frames }),
    ...(askUser !== undefined && { askUser }),
  };
}

function frameOf(frame: Value, place: Path, noting: Noting): Frame[] {
  if (isRecord(frame) && typeof frame['stepId'] === 'string') {
    const { stepId, input } = frame;
    return [input === undefined ? { stepId } : { stepId, input }];
  }
  noting.note('lost', 'noetic-items/frame', place, (n) => `${counted(n, 'step')} in flight could not be read.`);
  return [];
}

const noteTokens = (noting: Noting): void =>
  noting.note(
    'info',
    'noetic-items/no-usage',
    null,
    () =>
      'The tokens of model calls are not on record and stay unknown; “ctx.itemLog.estimatedTokens” is the library’s own estimate of the log.',
  );

/** The library adds both to its sums at once. */
const noteHalf = (place: Path, noting: Noting): void =>
  noting.note(
    'lost',
    'noetic-items/half-a-usage',
    place,
    () => 'The usage tells only one of inputTokens and outputTokens: it is left out, and the tokens stay unknown.',
  );
