import { isRecord } from '../../model/value.ts';
import { optional } from '../parameters.ts';
import {
  argument,
  done,
  placeOf,
  refused,
  textArgument,
  type Answer,
  type OperationRequest,
  type Operation,
} from './operation.ts';
import { unusedName } from './operations-context.ts';
import { invalid, schemaMismatch } from './refusal.ts';
import { readSnapshot, snapshotOf } from './snapshot.ts';
import { instantOf } from './state.ts';

/** Operations that save and restore a context. */
export const checkpointOperations: readonly Operation[] = [
  {
    name: 'checkpoint',
    about: 'Saves the context, if the host installed a store. A later checkpoint replaces an earlier one.',
    parameters: [],
    decide({ state, context }) {
      if (state.header.checkpoint_store !== true) return done([]);
      return done(
        [{ type: 'checkpoint-saved', ...placeOf(context) }],
        snapshotOf(context, instantOf(state, state.now)),
      );
    },
  },
  {
    name: 'restore',
    about: 'Restores a saved context: its identity, items, layers and directory, but not its state, counters or flags.',
    parameters: [
      optional(
        'executionId',
        'string',
        'The execution to restore; by default that of the context that it is called on.',
      ),
      optional('snapshot', 'any', 'A checkpoint from elsewhere.'),
      optional('state', 'any', 'The state, provided by the host.'),
      optional('parent', 'string', 'The name of the parent context, provided by the host.'),
    ],
    decide: restore,
  },
];

function restore({ state, context, args, as }: OperationRequest): Answer {
  const snapshot = argument(args, 'snapshot');
  const id = textArgument(args, 'executionId') ?? context.id;
  const node = as ?? unusedName(state);
  const parent = textArgument(args, 'parent');
  if (parent !== undefined && !state.contexts.has(parent)) return refused(invalid(`There is no context “${parent}”.`));
  if (state.contexts.has(node)) return refused(invalid(`There is a context “${node}” already.`));
  const hostState = argument(args, 'state');
  const restored = {
    type: 'context-restored',
    node,
    ...(hostState === undefined ? {} : { state: hostState }),
    ...(parent === undefined ? {} : { parent }),
  } as const;
  if (snapshot === undefined || snapshot === null) {
    return state.checkpoints.has(id) ? done([{ ...restored, executionId: id }], node) : done([]);
  }
  if (!isRecord(snapshot)) return refused(schemaMismatch('it is not an object'));
  const read = readSnapshot(snapshot);
  if ('refused' in read) return refused(read.refused);
  return done([{ ...restored, executionId: read.given.id ?? id, snapshot }], node);
}
