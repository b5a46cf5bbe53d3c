import { err, ok, type Result } from '../../../base/result.ts';
import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { formatCallPath, type CallPath, type Namespace } from './path.ts';
import { appended, replaced, withoutPlace, writePlace, type PlaceFault } from './place.ts';
import type { Spaces } from './state.ts';

/** The documented error, under the name that callers branch on. */
export type WriteFault = RecordValue & { readonly kind: string; readonly message: string };

/** The namespaces after `set`; every branch off the way is shared, and the very same come back for the same value. */
export function withValue(spaces: Spaces, path: CallPath, value: Value): Result<Spaces, WriteFault> {
  const { namespace, steps, appends } = path;
  if (!isWritable(namespace)) return err(immutable(path));
  if (steps.some((step) => typeof step === 'number' && step < 0)) {
    return err(fault(path, 'invalid_path', 'An index to write to counts from the start'));
  }
  const written = writePlace(spaces[namespace], steps, appends ? appended(value) : replaced(value));
  if (!written.ok) return err(fault(path, written.fault, faultWords[written.fault]));
  return kept(spaces, namespace, path, written.value);
}

/** The namespaces after `delete`; nothing there is no error. A namespace as a whole is emptied. */
export function withoutValue(spaces: Spaces, path: CallPath): Result<Spaces, WriteFault> {
  const { namespace, steps, appends } = path;
  if (!isWritable(namespace)) return err(immutable(path));
  if (appends) return err(fault(path, 'invalid_path', '[+] is for writing only'));
  const isEmpty = Object.keys(spaces[namespace]).length === 0;
  if (steps.length === 0) return ok(isEmpty ? spaces : { ...spaces, [namespace]: {} });
  return kept(spaces, namespace, path, withoutPlace(spaces[namespace], steps));
}

type Writable = Exclude<Namespace, 'user' | 'history'>;

const isWritable = (namespace: Namespace): namespace is Writable => namespace !== 'user' && namespace !== 'history';

/** Holds what a namespace promises: it is an object, flags are booleans, and each agent's state is an object. */
function kept(spaces: Spaces, namespace: Writable, path: CallPath, written: Value): Result<Spaces, WriteFault> {
  if (written === spaces[namespace]) return ok(spaces);
  if (!isRecord(written)) return err(fault(path, 'not_a_container', `${namespace} is an object`));
  const [key] = path.steps;
  const touched = key === undefined ? Object.values(written) : [entry(written, String(key))];
  const values = touched.filter((value) => value !== undefined);
  if (namespace === 'flags' && values.some((value) => typeof value !== 'boolean')) {
    return err(fault(path, 'flag_not_boolean', 'A flag is true or false'));
  }
  if (namespace === 'agents' && !values.every(isRecord)) {
    return err(fault(path, 'not_a_container', 'The state of an agent is an object'));
  }
  return ok({ ...spaces, [namespace]: written });
}

const faultWords: { readonly [F in PlaceFault]: string } = {
  not_a_list: 'What is there is not a list',
  not_a_container: 'The path runs through a plain value, or asks a list for a key',
  index_out_of_range: 'The list has no such element; [+] appends',
};

function fault(path: CallPath, kind: string, words: string): WriteFault {
  const text = formatCallPath(path);
  return { kind, path: text, message: `${words}: ${text}.` };
}

function immutable(path: CallPath): WriteFault {
  const { namespace } = path;
  const words =
    namespace === 'user' ? 'User data is immutable during the call' : 'The context itself writes its history';
  return { ...fault(path, 'immutable_namespace', words), namespace };
}
