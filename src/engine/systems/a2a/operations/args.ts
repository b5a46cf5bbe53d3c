import type { OperationSpec, ParameterSpec } from '../../machine.ts';
import { Double, entry, isList, isMap, isRecord, type RecordValue, type Value } from '../../../model/value.ts';

/** What an operation was called with: proven by its description, so that a reader of it finds the type it asks for. */
export class Args {
  readonly #values: RecordValue;

  constructor(values: RecordValue) {
    this.#values = values;
  }

  /** Undefined where it is missing or null. */
  value(name: string): Value | undefined {
    return entry(this.#values, name) ?? undefined;
  }

  /** Null where it is null: Python's None may be a value of its own. */
  given(name: string): Value | undefined {
    return entry(this.#values, name);
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.value(name) === true;
  }

  number(name: string): number | undefined {
    const value = this.value(name);
    if (value instanceof Double) return value.value;
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
  }

  record(name: string): RecordValue | undefined {
    const value = this.value(name);
    return isRecord(value) ? value : undefined;
  }

  texts(name: string): readonly string[] {
    const value = this.value(name);
    if (value === undefined || !isList(value)) return [];
    return [...value].filter((element) => typeof element === 'string');
  }
}

/** Null when the arguments fit; otherwise what is wrong, in words. */
export function faultOf({ name: operation, parameters }: OperationSpec, args: RecordValue): string | null {
  for (const parameter of parameters) {
    const { name, type, isRequired } = parameter;
    const value = entry(args, name);
    const isMissing = value === undefined || (value === null && type !== 'any');
    if (isMissing && isRequired) return `${operation}() needs “${name}”, a ${type}: ${parameter.about}`;
    if (!isMissing && !fits(parameter, value)) return `“${name}” of ${operation}() must be a ${type}.`;
  }
  return null;
}

/** The first argument that the description does not know; null when it knows all. */
export function strangerIn({ name: operation, parameters }: OperationSpec, args: RecordValue): string | null {
  const known = new Set(parameters.map(({ name }) => name));
  const stranger = Object.keys(args).find((name) => !known.has(name));
  return stranger === undefined ? null : `${operation}() knows no “${stranger}”.`;
}

function fits({ type }: ParameterSpec, value: Value | undefined): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'list':
      return value !== undefined && isList(value);
    case 'map':
      return value !== undefined && isMap(value);
    case 'number':
      return value instanceof Double || typeof value === 'number' || typeof value === 'bigint';
    default:
      return typeof value === type;
  }
}
