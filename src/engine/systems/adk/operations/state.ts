import { isList, isMap, type Value } from '../../../model/value.ts';
import { childOf, stateDictOf } from '../apply.ts';
import { copied, presentValue } from '../present.ts';
import { callable, viewFields, type Slot } from '../state.ts';
import { DictView } from '../present.ts';
import { SessionView } from '../views.ts';
import { isField } from './contexts.ts';
import { required } from '../../parameters.ts';
import { entriesOf, refused, type Ask, type Operation } from './operation.ts';

const key = required('key', 'string', 'The key.');
const value = required('value', 'any', 'The value.');
const field = required('field', 'string', 'The name of the field.');

/** Operations that read and write the shared state and the fields, through a context or a view. */
export const stateOperations: readonly Operation[] = [
  {
    name: 'set_state',
    about: 'Writes a key of the state: all contexts that share the state see it.',
    parameters: [key, value],
    decide(ask) {
      const key = ask.text('key');
      const refusal = stateWriteRefusal(ask, key);
      if (refusal !== null) return refusal;
      ask.emit({ type: 'state-set', context: ask.on, key, value: ask.plainArg('value') });
      return ask.done();
    },
  },
  {
    name: 'delete_state',
    about: 'Deletes a key of the state.',
    parameters: [key],
    decide(ask) {
      const key = ask.text('key');
      const refusal = stateWriteRefusal(ask, key);
      if (refusal !== null) return refusal;
      if (ask.state.dicts.get(stateDictOf(ask.state, ask.on) ?? '')?.has(key) !== true)
        return refused('key_error', key);
      ask.emit({ type: 'state-deleted', context: ask.on, key });
      return ask.done();
    },
  },
  {
    name: 'get_state',
    about: 'Reads a key of the state.',
    parameters: [key],
    decide(ask) {
      const key = ask.text('key');
      const dict = ask.state.dicts.get(stateDictOf(ask.state, ask.on) ?? '');
      const value = dict?.get(key);
      return value === undefined ? refused('key_error', key) : ask.done(presentValue(value, ask.state.changed));
    },
  },
  {
    name: 'set_nested',
    about: 'Changes an element inside a value of the state. No view protects the inside of values.',
    parameters: [required('path', 'list', 'Keys and indices, from the state down.'), value],
    decide: setNested,
  },
  {
    name: 'get',
    about: 'Reads a field.',
    parameters: [field],
    decide(ask) {
      const name = ask.text('field');
      const value = ask.target === undefined ? undefined : ask.views.context(ask.on).get(name);
      return value === undefined ? refused('unknown_field', name) : ask.done(value);
    },
  },
  {
    name: 'set_field',
    about:
      'Assigns a field without checking the value. A context with a newly assigned state no longer shares the state of the others.',
    parameters: [field, value],
    decide: setField,
  },
];

/** The refusal if the top level of the state cannot be written here; null if it can. */
function stateWriteRefusal(ask: Ask, key: string) {
  if (ask.target?.kind === 'readonly') return refused('read_only', key);
  return stateDictOf(ask.state, ask.on) === undefined ? refused('type_error', 'state') : null;
}

function setNested(ask: Ask) {
  const path = pathOf(ask.arg('path'));
  const [first, ...rest] = path ?? [];
  if (path === undefined || first === undefined) return refused('validation_error', 'path');
  const last = rest.pop();
  const refusal = last === undefined || ask.target?.kind !== 'readonly' ? stateWriteRefusal(ask, String(first)) : null;
  if (refusal !== null) return refusal;
  if (last !== undefined) {
    const dict = ask.state.dicts.get(stateDictOf(ask.state, ask.on) ?? '');
    let holder = dict?.get(String(first));
    if (holder === undefined) return refused('key_error', String(first));
    for (const step of rest) {
      holder = childOf(ask.state, holder, step);
      if (holder === undefined) return refused('key_error', String(step));
    }
    const target = presentValue(holder, ask.state.changed);
    if (!isList(target) && !isMap(target)) return refused('type_error', path.slice(0, -1).join('.'));
    // A list index must exist; a dict accepts new keys.
    if (isList(target) && childOf(ask.state, holder, last) === undefined) return refused('key_error', String(last));
  }
  // A copy, because a value that contains its own target would be endless.
  ask.emit({ type: 'nested-set', context: ask.on, path, value: copied(ask.arg('value') ?? null) });
  return ask.done();
}

function pathOf(argument: Value | undefined): readonly (string | number)[] | undefined {
  if (argument === undefined || !isList(argument)) return undefined;
  const steps = [...argument];
  return steps.every((step) => typeof step === 'string' || typeof step === 'number') ? steps : undefined;
}

function setField(ask: Ask) {
  const field = ask.text('field');
  const { target } = ask;
  if (target === undefined) return refused('unknown_field', field);
  if (target.kind === 'readonly') return refused('read_only', field);
  if (target.kind === 'callback') return setCallbackField(ask, field);
  if (!isField(field) && !Object.hasOwn(target.fields, field)) return refused('unknown_field', field);
  ask.emit({ type: 'field-set', context: ask.on, field, slot: assigned(ask, field) });
  return ask.done();
}

/** Assigning the state of a callback context merges the values; its other context fields cannot be assigned. */
function setCallbackField(ask: Ask, field: string) {
  if (field !== 'state') return refused(viewFields.includes(field) ? 'read_only' : 'unknown_field', field);
  const values = entriesOf(ask.arg('value'));
  if (values === undefined) return refused('type_error', 'state');
  const refusal = stateWriteRefusal(ask, field);
  if (refusal !== null) return refusal;
  ask.emit({ type: 'state-merged', context: ask.on, values });
  return ask.done();
}

/** Objects of the run are passed by reference. */
function assigned(ask: Ask, field: string): Slot {
  const value = ask.arg('value') ?? null;
  if (value instanceof SessionView) return { session: value.id };
  if (value instanceof DictView && typeof value.origin === 'string') return { dict: value.origin };
  if (field === 'event_callback' && (value === true || value === callable)) {
    return { callback: ask.freeName(`${ask.on}-callback`, (name) => ask.state.callbacks.has(name)) };
  }
  return { value: ask.plainArg('value') };
}
