import { Double, entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { OperationSpec, ParameterSpec } from '../../machine.ts';

/** The arguments as the operations take them (numbers plain), or what is wrong with them, in words. */
export function proven(
  spec: OperationSpec,
  args: RecordValue,
): { readonly args: RecordValue } | { readonly fault: string } {
  const taken: [string, Value][] = [];
  for (const parameter of spec.parameters) {
    const value = entry(args, parameter.name);
    const isMissing = value === undefined || (value === null && parameter.type !== 'any');
    if (!isMissing) {
      const plain = parameter.type === 'number' && value instanceof Double ? value.value : value;
      if (!fits(parameter, plain))
        return { fault: `“${parameter.name}” of ${spec.name}() must be ${named(parameter)}.` };
      taken.push([parameter.name, plain]);
    } else if (parameter.isRequired && parameter.name !== 'message') {
      // A missing message is refused in the specification's own words.
      return { fault: `${spec.name}() needs “${parameter.name}”, ${named(parameter)}: ${parameter.about}` };
    }
  }
  return { args: Object.fromEntries(taken) };
}

function fits({ type }: ParameterSpec, value: Value): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'list':
      return isList(value);
    case 'map':
      return isRecord(value);
    default:
      return typeof value === type;
  }
}

const named = ({ type }: ParameterSpec): string => (type === 'any' ? 'a value' : `a ${type}`);
