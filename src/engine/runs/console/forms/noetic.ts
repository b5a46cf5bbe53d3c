import type { Path } from '../../../model/path.ts';
import { isRecord, type RecordValue } from '../../../model/value.ts';
import { allFields } from '../../../systems/noetic/view.ts';
import { argumentOf, namedArguments, type Forms } from './forms.ts';

/** A probe in the form of the operation `get`. */
const probeOf = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');

const layersAtStart =
  'Memory layers are given at the start of a run, as {"context": {"layers": {"working-memory": {"builtin": "working-memory"}}}}.';

/** The steps of a probe. */
const isPlain = (step: Path[number]): boolean => (typeof step === 'number' ? step >= 0 : /^[^.[\]]+$/.test(step));

export const noeticForms: Forms = {
  modules: ['@noetic/core', '@noetic-tools/core', 'zod'],
  // No version of the library enforces schemas.
  libraries: ['z'],
  // The last two belong to a channel's handle.
  fields: [...allFields, 'closed', 'channel'],
  read(path) {
    const [field, layer, name, ...rest] = path;
    if (typeof field !== 'string') return null;
    if (field === 'memory' && typeof layer === 'string' && typeof name === 'string') {
      return { op: 'layer_get', args: { layer, name }, rest };
    }
    const odd = path.findIndex((step) => !isPlain(step));
    const plain = odd === -1 ? path : path.slice(0, odd);
    // A run keeps no lengths.
    const end = plain.at(-1) === 'length' ? plain.length - 1 : plain.length;
    return { op: 'get', args: { probe: probeOf(path.slice(0, end)) }, rest: path.slice(end) };
  },
  write([field, ...path], value) {
    if (field !== 'state') return `“${String(field)}” of a context is read-only: only its state can be written to.`;
    if (path.length === 0) return { op: 'set_state', args: { value } };
    return { op: 'mutate_state', args: { path, value } };
  },
  method(path, name, given) {
    const [field, layer] = path;
    if (field === 'itemLog' && path.length === 1 && name === 'append') {
      const item = argumentOf(given, 'item');
      return item === undefined ? null : { op: 'append_item', args: { item: item.value } };
    }
    if (field === 'memory' && path.length === 2 && typeof layer === 'string') {
      const [first] = given;
      return { op: 'layer_call', args: { layer, name, ...(first !== undefined && { args: first.value }) } };
    }
    return null;
  },
  imported: ['channel', 'memory', 'workingMemory'],
  construct(name, given) {
    if (name !== 'channel') return layersAtStart;
    const [label, options] = given;
    const declared: RecordValue =
      options !== undefined && isRecord(options.value) ? options.value : namedArguments(given);
    const { schema: _schema, ...rest } = declared;
    return typeof label?.value === 'string' ? { op: 'channel', args: { label: label.value, ...rest } } : null;
  },
};
