import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { DictView } from '../../../systems/adk/present.ts';
import { SessionView } from '../../../systems/adk/views.ts';
import { rootContext } from '../../../systems/adk/state.ts';
import { argumentOf, constructorArguments, type Forms } from './forms.ts';

const views: { readonly [name: string]: string | undefined } = {
  ReadonlyContext: 'readonly',
  CallbackContext: 'callback',
};

export const adkForms: Forms = {
  modules: ['langchain_adk', 'orxhestra'],
  // The documentation binds a context to the session of the runner.
  ambient: { session: ['session'] },
  read([field, key, ...rest]) {
    if (typeof field !== 'string') return null;
    if (field === 'state' && typeof key === 'string') return { op: 'get_state', args: { key }, rest };
    return { op: 'get', args: { field }, rest: key === undefined ? [] : [key, ...rest] };
  },
  write([field, key, ...rest], value) {
    if (field === 'state' && key !== undefined) {
      if (rest.length > 0) return { op: 'set_nested', args: { path: [key, ...rest], value } };
      return { op: 'set_state', args: { key: String(key), value } };
    }
    if (field === 'actions' && key === 'state_delta' && rest.length === 1) {
      return { op: 'set_delta', args: { key: String(rest[0]), value } };
    }
    if (field === 'actions' && key !== undefined && rest.length === 0) {
      return { op: 'set_action', args: { field: String(key), value } };
    }
    if (key !== undefined) return `Nothing inside “${String(field)}” can be assigned.`;
    return { op: 'set_field', args: { field: String(field), value } };
  },
  remove([field, key, ...rest]) {
    if (field === 'state' && key !== undefined && rest.length === 0) {
      return { op: 'delete_state', args: { key: String(key) } };
    }
    return 'Only a key of the state can be deleted.';
  },
  method(path, name, given) {
    const isCallback = path.length === 0 && name === 'event_callback';
    const event = argumentOf(given, 'event');
    return isCallback && event !== undefined ? { op: 'push_event', args: { event: event.value } } : null;
  },
  imported: ['Context', 'InvocationContext', 'ReadonlyContext', 'CallbackContext'],
  construct(name, given) {
    if (name === 'Context' || name === 'InvocationContext') {
      return { op: 'new', args: { context: withoutNull(constructorArguments(given)) } };
    }
    const view = Object.hasOwn(views, name) ? views[name] : undefined;
    const on = argumentOf(given, 'ctx')?.object;
    return view === undefined || on === undefined ? null : { op: view, args: {}, on: on ?? rootContext };
  },
  isOne(left, right) {
    if (left instanceof SessionView && right instanceof SessionView) return left.id === right.id;
    return left instanceof DictView && right instanceof DictView ? left.origin === right.origin : undefined;
  },
  /** Objects are shared by their holders: an argument is the object itself. */
  argument(object, path): Value | undefined {
    const name = object ?? rootContext;
    if (path.length === 1 && path[0] === 'session') return `${name}.session`;
    const isPlain = path.every((step) => typeof step === 'string' && /^[^.[\]]+$/.test(step));
    return object !== null && isPlain ? { $ref: [name, ...path].join('.') } : undefined;
  },
};

/** `event_callback=None` is the default of a context. */
const withoutNull = (given: RecordValue): RecordValue =>
  isRecord(given) ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) : given;
