import * as v from 'valibot';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { framesOf, type ContextState } from './context-state.ts';
import type { Frame, ContextArguments } from './header.ts';
import { schemaMismatch, type Refusal } from './refusal.ts';

/** The schema version that `checkpoint()` writes. */
const snapshotVersion = 2;

/**
 * A context in checkpoint form. A restore loses everything else: state, tokens, cost, step count, the last step's
 * numbers, completion, abort and parent.
 */
export function snapshotOf(context: ContextState, capturedAt: string): RecordValue {
  const { id, threadId, resourceId, cwd, askUser, log, layers } = context;
  const states = Object.entries(layers).flatMap(([layer, { state }]) =>
    state === undefined ? [] : [[layer, state] as const],
  );
  return {
    schemaVersion: snapshotVersion,
    executionId: id,
    threadId,
    ...(resourceId === undefined ? {} : { resourceId }),
    frontier: framesOf(context.frontier).map(frameValue),
    layers: Object.fromEntries(states),
    cwd: { current: cwd.cwd, ...(cwd.previousCwd === undefined ? {} : { previous: cwd.previousCwd }) },
    askUser,
    itemLog: { items: [...log.items] },
    capturedAt,
  };
}

const frameValue = ({ stepId, input }: Frame): RecordValue => (input === undefined ? { stepId } : { stepId, input });

/** The contents of a snapshot from outside, or the reason why it cannot be read. */
export type ReadSnapshot =
  | { readonly given: ContextArguments; readonly layers: { readonly [id: string]: Value }; readonly capturedAt: string }
  | { readonly refused: Refusal };

export function readSnapshot(value: Value): ReadSnapshot {
  if (!isRecord(value)) return { refused: schemaMismatch('it is not an object') };
  if (value['schemaVersion'] !== snapshotVersion) {
    return { refused: schemaMismatch(`its schemaVersion is not ${snapshotVersion}`) };
  }
  const parsed = v.safeParse(Snapshot, value);
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0]) ?? 'the checkpoint';
    return { refused: schemaMismatch(`“${field}” is malformed`) };
  }
  const { executionId, threadId, resourceId, frontier, layers, cwd, askUser, itemLog, capturedAt } = parsed.output;
  const given: ContextArguments = {
    id: executionId,
    ...(threadId === undefined ? {} : { threadId }),
    ...(resourceId === undefined ? {} : { resourceId }),
    frontier,
    askUser,
    items: itemLog.items,
    ...(cwd === null || cwd === undefined ? {} : { cwd: cwdOf(cwd) }),
  };
  return { given, layers, capturedAt };
}

const cwdOf = ({ current, previous }: { current: string; previous?: string | undefined }) =>
  previous === undefined ? { cwd: current } : { cwd: current, previousCwd: previous };

const anyValue = v.custom<Value>((value) => value !== undefined);
/** Accepts plain and computed lists: a program may pass a snapshot back in the form in which it got it. */
const values = v.pipe(
  v.custom<Value>((value) => value !== undefined && isList(value as Value)), // isList accepts any value
  v.transform((list): readonly Value[] => (isList(list) ? [...list] : [])),
);

const Snapshot = v.looseObject({
  executionId: v.string(),
  threadId: v.exactOptional(v.string()),
  resourceId: v.exactOptional(v.string()),
  frontier: v.array(v.looseObject({ stepId: v.string(), input: v.exactOptional(anyValue) })),
  layers: v.custom<RecordValue>(isRecord),
  cwd: v.exactOptional(v.nullable(v.looseObject({ current: v.string(), previous: v.exactOptional(v.string()) }))),
  askUser: values,
  itemLog: v.looseObject({ items: values }),
  capturedAt: v.string(),
});
