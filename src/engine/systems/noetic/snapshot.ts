import * as v from 'valibot';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { framesOf, type ContextState } from './context-state.ts';
import type { Frame, GivenContext } from './header.ts';
import { schemaMismatch, type Refusal } from './refusal.ts';

/** The form that `checkpoint()` saves. */
const snapshotVersion = 2;

/**
 * A context as a checkpoint holds it. What is not in here is lost by a restore: state, tokens, cost, step count, the
 * last step's numbers, completion, abort and parent.
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

/** What a snapshot from outside gives, or why it cannot be read. */
export type ReadSnapshot =
  | { readonly given: GivenContext; readonly layers: { readonly [id: string]: Value }; readonly capturedAt: string }
  | { readonly refused: Refusal };

export function readSnapshot(value: Value): ReadSnapshot {
  if (!isRecord(value)) return { refused: schemaMismatch('it is no object') };
  if (value['schemaVersion'] !== snapshotVersion) {
    return { refused: schemaMismatch(`its schemaVersion is not ${snapshotVersion}`) };
  }
  const parsed = v.safeParse(Snapshot, value);
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0]) ?? 'the whole of it';
    return { refused: schemaMismatch(`“${field}” is malformed`) };
  }
  const { executionId, threadId, resourceId, frontier, layers, cwd, askUser, itemLog, capturedAt } = parsed.output;
  const given: GivenContext = {
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
/** Plain or computed: a snapshot may be handed back as it was handed out. */
const values = v.pipe(
  v.custom<Value>((value) => value !== undefined && isList(value as Value)), // asked of whatever there is
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
