import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { elementAt, entry, isList, isMap, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { checkedArguments } from '../arguments.ts';
import type { Machine, OperationCall } from '../machine.ts';
import { apply } from './apply.ts';
import { required } from '../parameters.ts';
import { done, refused, textArgument, type Answer, type Operation } from './operation.ts';
import type { NoeticEvent } from './event.ts';
import { NoeticHeaderSchema, type ContextArguments, type NoeticHeader } from './header.ts';
import { refusedItem } from './item.ts';
import { channelOperations } from './operations-channels.ts';
import { checkpointOperations } from './operations-checkpoint.ts';
import { clockOperations } from './operations-clock.ts';
import { contextOperations } from './operations-context.ts';
import { itemOperations } from './operations-items.ts';
import { memoryOperations } from './operations-memory.ts';
import { stepOperations } from './operations-steps.ts';
import { invalid } from './refusal.ts';
import { readSnapshot, snapshotOf } from './snapshot.ts';
import { contextAt, initialState, instantOf, rootNode, type NoeticState } from './state.ts';
import { ContextMoment } from './view.ts';

const get: Operation = {
  name: 'get',
  about: 'Reads a field of the context, such as tokens.total.',
  parameters: [required('probe', 'string', 'The field, with .keys and [indices].')],
  decide({ state, context, args }) {
    const probe = textArgument(args, 'probe') ?? '';
    return done([], valueAt(new ContextMoment(state, context), probe) ?? null);
  },
};

const operations: readonly Operation[] = [
  ...itemOperations,
  ...stepOperations,
  ...contextOperations,
  ...channelOperations,
  ...memoryOperations,
  ...checkpointOperations,
  ...clockOperations,
  get,
];
const operationsByName = new Map(operations.map((operation) => [operation.name, operation]));

/** The state machine of Noetic: contexts, their item logs, and the resources they share. */
export const noeticMachine: Machine<NoeticState, NoeticEvent> = {
  operations,
  start,
  decide,
  apply,
  toSnapshot,
  fromSnapshot,
};

function start(given: RecordValue): Result<NoeticState, Problem> {
  const parsed = v.safeParse(NoeticHeaderSchema, { title: 'A run', ...given });
  if (!parsed.success)
    return err(problem(`“${v.getDotPath(parsed.issues[0]) ?? 'given'}”: ${parsed.issues[0].message}`));
  return startFrom(parsed.output);
}

/** Initial items are checked as strictly as appended ones. */
function startFrom(header: NoeticHeader): Result<NoeticState, Problem> {
  for (const item of header.context?.items ?? []) {
    const refusal = refusedItem(item, header.registered_item_types ?? []);
    if (refusal !== null) return err(problem(`an item of the log is refused: ${String(refusal['message'])}`));
  }
  return ok(initialState(header));
}

const problem = (what: string): Problem => ({
  code: 'noetic/cannot-start',
  message: `Cannot create a context: ${what.replace(/\.$/, '')}.`,
});

function decide(state: NoeticState, call: OperationCall): Answer {
  const operation = operationsByName.get(call.op);
  if (operation === undefined)
    return refused({ kind: 'unknown_operation', message: `There is no operation ${call.op}.` });
  const checked = checkedArguments(operation, call.args);
  if (!checked.ok) return refused(invalid(checked.problem.message));
  const isHandle = call.on !== undefined && state.handles.has(call.on);
  const context = contextAt(state, isHandle ? rootNode : call.on);
  if (context === undefined) return refused(invalid(`There is no context “${call.on ?? rootNode}”.`));
  const answer = operation.decide({ state, context, args: checked.value, on: call.on, as: call.as });
  return 'events' in answer ? { ...answer, events: stamped(state, answer.events) } : answer;
}

/** Adds a time to the events if the run has a wall clock. */
function stamped(state: NoeticState, events: readonly NoeticEvent[]): readonly NoeticEvent[] {
  if (state.header.started_at === undefined) return events;
  const at = instantOf(state, state.now).replace('.000Z', 'Z');
  return events.map((event) => (hasTime(event) ? { ...event, at } : event));
}

/**
 * Whether events of this type have a time. Some of the others happen later than the call that made them, and some
 * belong to no moment.
 */
const hasTime = ({ type }: NoeticEvent): boolean =>
  ![
    'wait-settled',
    'clock-advanced',
    'channel-declared',
    'channel-opened',
    'value-dropped',
    'item-type-registered',
  ].includes(type);

function toSnapshot(state: NoeticState): Value {
  const root = contextAt(state);
  return root === undefined ? null : snapshotOf(root, instantOf(state, state.now));
}

/** Accepts a checkpoint or another value with a log: a list of items, `{items}`, or the answer of a harness. */
function fromSnapshot(value: Value): Result<NoeticState, Problem> {
  const items = isList(value) ? value : isRecord(value) && Object.hasOwn(value, 'items') ? value['items'] : undefined;
  if (items !== undefined && isList(items)) {
    return startFrom({ title: 'A log', recorded: 'items', context: { items: [...items] } });
  }
  const read = readSnapshot(value);
  if ('refused' in read) return err({ code: 'noetic/snapshot', message: String(read.refused['message']) });
  const { given, layers, capturedAt } = read;
  const declared = Object.entries(layers).map(([id, state]) => [id, { state }] as const);
  const context: ContextArguments = { ...given, layers: Object.fromEntries(declared) };
  return ok(
    initialState({
      title: 'A checkpoint',
      dialect: 'current',
      checkpoint_store: true,
      started_at: capturedAt,
      context,
    }),
  );
}

const parts = /\.?([^.[\]]+)|\[(\d+)\]/g;

/** The value at a probe such as `tokens.total` or `items[0].type`. */
export function valueAt(root: Value, probe: string): Value | undefined {
  let current: Value | undefined = root;
  for (const [, key, index] of probe.matchAll(parts)) {
    if (current === undefined) return undefined;
    if (key !== undefined) current = isMap(current) ? entry(current, key) : undefined;
    else current = isList(current) ? elementAt(current, Number(index)) : undefined;
  }
  return current;
}
