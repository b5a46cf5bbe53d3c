import { base64 } from '../../model/json.ts';
import { isRecord } from '../../model/value.ts';
import type { OperationSpec, ParameterSpec } from '../../systems/machine.ts';
import type { WrittenArgument } from './syntax.ts';

/** Programs in JavaScript write `tryRecv` for the operation `try_recv`. */
export const snakeOf = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const has = ({ parameters }: OperationSpec, name: string): boolean =>
  parameters.some((parameter) => parameter.name === name);

/** Names of arguments in the spelling of the operation. */
export const inSnakeCase = (spec: OperationSpec, given: readonly WrittenArgument[]): readonly WrittenArgument[] =>
  given.map((argument) => {
    const snake = argument.name === null ? null : snakeOf(argument.name);
    return snake !== null && !has(spec, argument.name ?? '') && has(spec, snake)
      ? { ...argument, name: snake }
      : argument;
  });

/** `recv(channel, { timeout: 5_000 })`: JavaScript's last argument holds Python's named arguments. */
export function inOptions(spec: OperationSpec, given: readonly WrittenArgument[]): readonly WrittenArgument[] {
  const last = given.at(-1);
  const parameter = spec.parameters[given.length - 1];
  if (last === undefined || last.name !== null || last.reference !== null || !isRecord(last.value)) return given;
  const names = Object.keys(last.value);
  const left = spec.parameters.slice(given.length - 1);
  const areOptions =
    names.length > 0 && names.every((name) => left.some((each) => each.name === snakeOf(name) || each.name === name));
  if (!areOptions || takesObject(parameter)) return given;
  const options = Object.entries(last.value).map(([name, value]): WrittenArgument => ({ ...last, name, value }));
  return [...given.slice(0, -1), ...options];
}

const takesObject = (parameter: ParameterSpec | undefined): boolean =>
  parameter !== undefined && (parameter.type === 'map' || parameter.type === 'any');

/** A script holds bytes as base64, under a name that says so: `file_bytes` as `file_bytes_base64`. */
export const bytesAsBase64 = (spec: OperationSpec, given: readonly WrittenArgument[]): readonly WrittenArgument[] =>
  given.map((argument) => {
    const { name, value } = argument;
    if (!(value instanceof Uint8Array)) return argument;
    const named = name !== null && has(spec, `${name}_base64`) ? `${name}_base64` : name;
    return { ...argument, name: named, reference: null, value: base64(value) };
  });
