import { err, ok, type Result } from '../../../base/result.ts';
import { entry, type RecordValue, type Value } from '../../model/value.ts';
import { formatCallPath, type CallPath, type Namespace } from './path.ts';
import { appended, replaced, withoutPlace, writePlace, type PlaceFault } from './place.ts';
import type { Spaces } from './state.ts';
import { isFields, namesOf, type Fields } from './wide-record.ts';

/** The documented error; callers branch on its kind. */
export type WriteFault = RecordValue & { readonly kind: string; readonly message: string };

/** The namespaces after `set`. Unchanged parts are shared; an equal value returns the same object. */
export function withValue(spaces: Spaces, path: CallPath, value: Value): Result<Spaces, WriteFault> {
  const { namespace, steps, appends } = path;
  if (!isWritable(namespace)) return err(immutable(path));
  if (steps.some((step) => typeof step === 'number' && step < 0)) {
    return err(fault(path, 'invalid_path', 'An index for a write must count from the start'));
  }
  const written = writePlace(spaces[namespace], steps, appends ? appended(value) : replaced(value));
  if (!written.ok) return err(fault(path, written.fault, faultWords[written.fault]));
  return checkedSpaces(spaces, namespace, path, written.value);
}

/** The namespaces after `delete`; a missing place is no error. Deleting a complete namespace empties it. */
export function withoutValue(spaces: Spaces, path: CallPath): Result<Spaces, WriteFault> {
  const { namespace, steps, appends } = path;
  if (!isWritable(namespace)) return err(immutable(path));
  if (appends) return err(fault(path, 'invalid_path', '[+] is for writing only'));
  const isEmpty = namesOf(spaces[namespace]).length === 0;
  if (steps.length === 0) return ok(isEmpty ? spaces : { ...spaces, [namespace]: {} });
  return checkedSpaces(spaces, namespace, path, withoutPlace(spaces[namespace], steps));
}

type Writable = Exclude<Namespace, 'user' | 'history'>;

const isWritable = (namespace: Namespace): namespace is Writable => namespace !== 'user' && namespace !== 'history';

/** Checks the invariants of a namespace: it is an object, flags are booleans, and each agent's state is an object. */
function checkedSpaces(
  spaces: Spaces,
  namespace: Writable,
  path: CallPath,
  written: Value,
): Result<Spaces, WriteFault> {
  if (written === spaces[namespace]) return ok(spaces);
  if (!isFields(written)) return err(fault(path, 'not_a_container', `${namespace} must stay an object`));
  if (namespace === 'flags' || namespace === 'agents') {
    const broken = brokenInvariant(namespace, path, written);
    if (broken !== undefined) return err(broken);
  }
  return ok(withSpace(spaces, namespace, written));
}

/** Copies field by field: object spread would dominate the cost of a write. */
const withSpace = ({ user, workflow, flags, agents, params }: Spaces, namespace: Writable, space: Fields): Spaces => ({
  user,
  workflow: namespace === 'workflow' ? space : workflow,
  flags: namespace === 'flags' ? space : flags,
  agents: namespace === 'agents' ? space : agents,
  params: namespace === 'params' ? space : params,
});

/** Checks only the written part, because the rest is unchanged. */
function brokenInvariant(namespace: 'flags' | 'agents', path: CallPath, written: Fields): WriteFault | undefined {
  const [key] = path.steps;
  const only = key === undefined ? undefined : entry(written, String(key));
  const allValues = key === undefined ? namesOf(written).map((name) => entry(written, name) ?? null) : [];
  const touched = only === undefined ? allValues : [only];
  if (namespace === 'flags') {
    const areBooleans = touched.every((value) => typeof value === 'boolean');
    return areBooleans ? undefined : fault(path, 'flag_not_boolean', 'A flag must be true or false');
  }
  return touched.every(isFields)
    ? undefined
    : fault(path, 'not_a_container', 'The state of an agent must be an object');
}

const faultWords: { readonly [F in PlaceFault]: string } = {
  not_a_list: 'The value at the path is not a list',
  not_a_container: 'The path leads through a plain value, or uses a key on a list',
  index_out_of_range: 'The list has no such element; use [+] to append',
};

function fault(path: CallPath, kind: string, words: string): WriteFault {
  const text = formatCallPath(path);
  return { kind, path: text, message: `${words}: ${text}.` };
}

function immutable(path: CallPath): WriteFault {
  const { namespace } = path;
  const words =
    namespace === 'user' ? 'User data is immutable during the call' : 'Only the context itself writes its history';
  return { ...fault(path, 'immutable_namespace', words), namespace };
}
