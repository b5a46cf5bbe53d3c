import type { SystemId } from '../../../model/session.ts';
import { adkForms } from './adk.ts';
import { type Forms, argumentOf } from './forms.ts';
import { noeticForms } from './noetic.ts';
import { voiceForms } from './voice.ts';
import { contextFields } from '../../../systems/a2a/context-fields.ts';

/** A worker's context has properties to read; everything else is a method. */
const a2aForms: Forms = {
  modules: ['a2akit'],
  fields: contextFields,
  read([field, ...rest]) {
    if (typeof field !== 'string') return null;
    const [key] = rest;
    if (field === 'deps' && typeof key === 'string') return { op: 'dep', args: { key }, rest: rest.slice(1) };
    return { op: 'get', args: { field }, rest };
  },
  write: () => 'The properties of a task’s context are read-only: use its methods to change something.',
  method(path, name, given) {
    if (path.length !== 1 || path[0] !== 'deps' || name !== 'get') return null;
    const [key, otherwise] = [argumentOf(given, 'key'), given[1]];
    return key === undefined ? null : { op: 'dep', args: { key: key.value, default: otherwise?.value ?? null } };
  },
};

/** A task is controlled by its operations; an expression about it is CEL. */
const taskForms: Forms = {
  modules: [],
  read: (path) => (path.length === 0 ? null : { op: 'status', args: {}, rest: path }),
  write: () => 'A task has nothing to assign: use its operations to change it.',
};

const forms: { readonly [S in SystemId]: Forms } = {
  task: taskForms,
  a2a: a2aForms,
  adk: adkForms,
  noetic: noeticForms,
  voice: voiceForms,
};

export const formsOf = (id: SystemId): Forms => forms[id];
