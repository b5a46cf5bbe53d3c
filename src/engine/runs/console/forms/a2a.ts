import { contextFields } from '../../../systems/a2a/context-fields.ts';
import { argumentOf, type Forms } from './forms.ts';

/** A worker's context has properties to read; everything else is a method. */
export const a2aForms: Forms = {
  modules: ['a2akit'],
  fields: contextFields,
  read([field, ...rest]) {
    if (typeof field !== 'string') return null;
    const [key] = rest;
    if (field === 'deps' && typeof key === 'string') return { op: 'dep', args: { key }, rest: rest.slice(1) };
    return { op: 'get', args: { field }, rest };
  },
  write: () => 'The properties of a task’s context are read-only: its methods are what changes something.',
  method(path, name, given) {
    if (path.length !== 1 || path[0] !== 'deps' || name !== 'get') return null;
    const [key, otherwise] = [argumentOf(given, 'key'), given[1]];
    return key === undefined ? null : { op: 'dep', args: { key: key.value, default: otherwise?.value ?? null } };
  },
};
