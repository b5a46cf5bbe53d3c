import { entry, isMap, type Value } from '../../model/value.ts';
import { required } from '../parameters.ts';
import { argument, done, placeOf, refused, textArgument, type Operation } from './operation.ts';
import { refusedItem } from './item.ts';
import { invalid } from './refusal.ts';
import { withValueAt } from './with-value-at.ts';

/** Operations on the item log, the state and the working directory. */
export const itemOperations: readonly Operation[] = [
  {
    name: 'append_item',
    about: 'Adds an item to the log. Only its type is checked.',
    parameters: [
      required('item', 'any', 'A message, function_call, function_call_output, reasoning or extension item.'),
    ],
    decide({ state, context, args }) {
      const item = argument(args, 'item');
      const refusal = refusedItem(item, state.itemTypes);
      if (refusal !== null || item === undefined) return refused(refusal ?? invalid('append_item expects an item.'));
      return done([{ type: 'item-appended', ...placeOf(context), item }]);
    },
  },
  {
    name: 'read_items',
    about: 'Returns the current items, as a list that never grows.',
    parameters: [],
    decide: ({ context }) => done([], context.log.items),
  },
  {
    name: 'push_to_items',
    about: 'Tries to change the list of items from outside, which is refused.',
    parameters: [required('item', 'any', 'The item to push.')],
    decide: () => refused({ kind: 'read_only', message: 'The list of items is frozen: append to the log instead.' }),
  },
  {
    name: 'register_item_type',
    about: 'Registers an extension schema, so that the log accepts items of this type.',
    parameters: [required('type', 'string', 'The item type, such as noetic:analytics.')],
    decide: ({ args }) => done([{ type: 'item-type-registered', itemType: textArgument(args, 'type') ?? '' }]),
  },
  {
    name: 'set_state',
    about: 'Replaces the state.',
    parameters: [required('value', 'any', 'The new state.')],
    decide: ({ context, args }) =>
      done([{ type: 'state-replaced', ...placeOf(context), value: argument(args, 'value') ?? null }]),
  },
  {
    name: 'mutate_state',
    about: 'Changes one place inside the state.',
    parameters: [required('path', 'list', 'Keys and indices.'), required('value', 'any', 'The new value.')],
    decide({ context, args }) {
      const path = pathOf(argument(args, 'path'));
      const value = argument(args, 'value') ?? null;
      if (path === null || withValueAt(context.state, path, value) === undefined) {
        return refused(invalid('The path does not lead to a place in the state.'));
      }
      return done([{ type: 'state-written', ...placeOf(context), path, value }]);
    },
  },
  {
    name: 'set_cwd',
    about: 'Changes the working directory and remembers the previous one.',
    parameters: [required('cwd', 'string', 'The new directory.')],
    decide: ({ context, args }) =>
      done([{ type: 'directory-changed', ...placeOf(context), cwd: textArgument(args, 'cwd') ?? '/' }]),
  },
];

function pathOf(value: Value | undefined): readonly (string | number)[] | null {
  if (!Array.isArray(value)) return null;
  const steps: readonly Value[] = value;
  const path = steps.filter((step) => typeof step === 'string' || typeof step === 'number');
  return path.length === steps.length ? path : null;
}

/** The list in an entry of a map; empty for anything else. */
export function listAt(value: Value | undefined, name: string): readonly Value[] {
  const found = value !== undefined && isMap(value) ? entry(value, name) : undefined;
  return Array.isArray(found) ? found : [];
}
