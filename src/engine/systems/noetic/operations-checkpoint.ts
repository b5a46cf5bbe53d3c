import { isRecord } from '../../model/value.ts';
import { optional } from '../parameters.ts';
import { argument, done, placeOf, refused, textArgument, type Answer, type Asked, type Operation } from './asking.ts';
import { unusedName } from './operations-context.ts';
import { invalid, schemaMismatch } from './refusal.ts';
import { readSnapshot, snapshotOf } from './snapshot.ts';
import { instantOf } from './state.ts';

/** Saving a context and bringing it back. */
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
    about: 'Brings a saved context back: its identity, items, layers and directory, but no state, counters or flags.',
    parameters: [
      optional('executionId', 'string', 'Whose checkpoint; that of the context it is called on unless given.'),
      optional('snapshot', 'any', 'A checkpoint from elsewhere.'),
      optional('state', 'any', 'Handed in by the host.'),
      optional('parent', 'string', 'Handed in by the host: the name of a context.'),
    ],
    decide: restore,
  },
];

function restore({ state, context, args, as }: Asked): Answer {
  const snapshot = argument(args, 'snapshot');
  const id = textArgument(args, 'executionId') ?? context.id;
  const node = as ?? unusedName(state);
  const parent = textArgument(args, 'parent');
  if (parent !== undefined && !state.contexts.has(parent)) return refused(invalid(`There is no context “${parent}”.`));
  if (state.contexts.has(node)) return refused(invalid(`There is a context “${node}” already.`));
  const handedIn = argument(args, 'state');
  const restored = {
    type: 'context-restored',
    node,
    ...(handedIn === undefined ? {} : { state: handedIn }),
    ...(parent === undefined ? {} : { parent }),
  } as const;
  if (snapshot === undefined || snapshot === null) {
    return state.checkpoints.has(id) ? done([{ ...restored, executionId: id }], node) : done([]);
  }
  if (!isRecord(snapshot)) return refused(schemaMismatch('it is no object'));
  const read = readSnapshot(snapshot);
  if ('refused' in read) return refused(read.refused);
  return done([{ ...restored, executionId: read.given.id ?? id, snapshot }], node);
}
