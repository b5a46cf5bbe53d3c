import { formatPath, type Path } from '../../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { formatCallPath, isNamespace } from '../../../systems/voice/path.ts';
import { argumentOf, constructorArguments, type Asked, type Forms } from './forms.ts';

/**
 * A path in the spelling of the documentation, such as `workflow.meals[0].type`; null for a path outside the
 * namespaces.
 */
function pathOf(path: Path, appends = false): string | null {
  const [namespace, ...steps] = path;
  return typeof namespace === 'string' && isNamespace(namespace) ? formatCallPath({ namespace, steps, appends }) : null;
}

const namespaces = ['user', 'workflow', 'flags', 'agents', 'params', 'history'];

export const voiceForms: Forms = {
  modules: [],
  ambient: {
    ...Object.fromEntries(namespaces.map((name) => [name, [name]])),
    call_id: ['call_id'],
    tenant_id: ['tenant_id'],
    workflow_id: ['workflow_id'],
  },
  read(path) {
    const text = pathOf(path);
    if (text !== null) return { op: 'get', args: { path: text }, rest: [] };
    return path.length === 0 ? null : { op: 'to_dict', args: {}, rest: path };
  },
  write(path, value) {
    const text = pathOf(path);
    if (text !== null) return { op: 'set', args: { path: text, value } };
    return `“${formatPath(path)}” cannot be assigned: a call’s data is in user, workflow, flags, agents and params.`;
  },
  remove(path) {
    const text = pathOf(path);
    return text === null ? `“${formatPath(path)}” cannot be deleted.` : { op: 'delete', args: { path: text } };
  },
  method(path, name, given) {
    const [first] = given;
    const list = name === 'append' || name === 'push' ? pathOf(path, true) : null;
    if (list === null || path.length < 2 || first === undefined) return null;
    return { op: 'set', args: { path: list, value: first.value } };
  },
  imported: ['CallContext', 'CallContext.from_dict'],
  construct(name, given) {
    if (name === 'CallContext') return { op: 'new_call', args: { context: constructorArguments(given) } };
    const source = argumentOf(given, 'source') ?? argumentOf(given, 'data');
    const isRestored = name === 'CallContext.from_dict' && source !== undefined;
    return isRestored ? { op: 'from_dict', args: { source: source.value } } : null;
  },
  pasted,
};

/** Keys of a manifest's texts with placeholders. */
const withTexts = ['prompt', 'on_success', 'on_failure', 'tts'];

/** Tool actions, handoffs and namespaces, in the JSON of the documentation. */
function pasted(value: RecordValue): readonly Asked[] | string {
  const { type, path, actions, handoffs, variables } = value;
  if (typeof type === 'string') return [{ op: 'action', args: { action: value } }];
  if (typeof path === 'string' && Object.hasOwn(value, 'value')) {
    return [{ op: 'action', args: { action: { type: 'context.set', ...value } } }];
  }
  if (actions !== undefined && isList(actions)) {
    return [...actions].map((action) => ({ op: 'action', args: { action } }));
  }
  if (handoffs !== undefined && isList(handoffs)) return [...handoffs].flatMap(handoff);
  if (variables !== undefined) {
    return 'Defaults of a prompt are initial values of a run, as {"context": …, "variables": […]}: a call has no operation for them.';
  }
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => withTexts.includes(key))) {
    return [{ op: 'resolve_dict', args: { data: value } }];
  }
  if (keys.length === 0 || !keys.every((key) => isNamespace(key))) return [];
  return keys.map((key): Asked => {
    const inside = value[key] ?? null;
    return key === 'params'
      ? { op: 'begin_tool', args: { params: inside } }
      : { op: 'set', args: { path: key, value: inside } };
  });
}

function handoff(value: Value): readonly Asked[] {
  if (!isRecord(value)) return [];
  const { target_agent, target = target_agent, conditions } = value;
  if (typeof target !== 'string') return [];
  return [{ op: 'trigger_handoff', args: { target, ...(conditions !== undefined && { conditions }) } }];
}
