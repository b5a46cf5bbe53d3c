import { ok, err, type Result } from '../../base/result.ts';
import { materialise } from '../model/materialise.ts';
import { Double, entry, isList, isMap, isRecord, MapView, type RecordValue, type Value } from '../model/value.ts';
import { unknownKeyMessage } from './known-keys.ts';
import type { OperationSpec, ParameterSpec } from './machine.ts';

/** What is wrong with one argument of a call. Each machine turns it into its own system's error. */
export interface ArgumentFault {
  readonly kind: 'missing' | 'wrong-type' | 'unknown';
  readonly argument: string;
  readonly message: string;
}

/** Where a system's behaviour vectors or clients demand something else than the common rules. */
export interface ArgumentRules {
  /** Required parameters whose absence the operation refuses itself, with an error kind of its specification. */
  readonly missingAllowed?: readonly string[];
  /** Ignores arguments that the operation does not have. */
  readonly ignoresUnknown?: boolean;
}

/**
 * Checks the arguments of a call against the operation's parameters, in the same way for every machine. The result has
 * only the arguments that were given:
 * - null means that the argument is left out, unless the parameter's type is `any` or the parameter is nullable.
 * - A `number` is finite. A `Double` and a `bigint` become plain numbers, because operations do not use the difference.
 * - A `list` or `map` that is a view becomes plain data, because events hold plain data.
 * - Nothing else is converted: the text "1" is no number.
 * - An argument that the operation does not have is refused.
 */
export function checkedArguments(
  { name: operation, parameters }: Pick<OperationSpec, 'name' | 'parameters'>,
  args: RecordValue,
  { missingAllowed = [], ignoresUnknown = false }: ArgumentRules = {},
): Result<RecordValue, ArgumentFault> {
  const checked: [string, Value][] = [];
  for (const parameter of parameters) {
    const { name, about } = parameter;
    const value = entry(args, name);
    if (value === undefined || (value === null && !takesNull(parameter))) {
      if (!parameter.isRequired || missingAllowed.includes(name)) continue;
      const message = `${operation}() needs “${name}”, ${typeWords[parameter.type]}: ${about}`;
      return err({ kind: 'missing', argument: name, message });
    }
    const converted = convertedTo(parameter, value);
    if (converted === undefined) {
      const message = `“${name}” of ${operation}() must be ${typeWords[parameter.type]}: ${about}`;
      return err({ kind: 'wrong-type', argument: name, message });
    }
    checked.push([name, converted]);
  }
  const unknown = ignoresUnknown ? undefined : Object.keys(args).find((key) => !parameters.some((p) => p.name === key));
  if (unknown === undefined) return ok(Object.fromEntries(checked));
  const known = parameters.map(({ name }) => name);
  return err({ kind: 'unknown', argument: unknown, message: unknownKeyMessage(`${operation}()`, unknown, known) });
}

const takesNull = ({ type, isNullable }: ParameterSpec): boolean => type === 'any' || isNullable === true;

/** Undefined when the value does not have the parameter's type. */
function convertedTo({ type, isNullable, takesObject }: ParameterSpec, value: Value): Value | undefined {
  if ((value === null && isNullable) || (value instanceof MapView && takesObject)) return value;
  switch (type) {
    case 'any':
      return value;
    case 'number':
      return finiteNumber(value);
    case 'list':
      return isList(value) ? materialise(value) : undefined;
    case 'map':
      return plainRecord(value);
    default:
      return typeof value === type ? value : undefined;
  }
}

function finiteNumber(value: Value): number | undefined {
  const number = value instanceof Double ? value.value : typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function plainRecord(value: Value): RecordValue | undefined {
  const plain = isMap(value) ? materialise(value) : undefined;
  return isRecord(plain) ? plain : undefined;
}

const typeWords: { readonly [T in ParameterSpec['type']]: string } = {
  string: 'a string',
  number: 'a finite number',
  boolean: 'true or false',
  list: 'a list',
  map: 'an object',
  any: 'a value',
};
