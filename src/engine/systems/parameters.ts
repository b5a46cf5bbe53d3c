import type { ParameterSpec } from './machine.ts';

const parameter =
  (isRequired: boolean) =>
  (name: string, type: ParameterSpec['type'], about: string): ParameterSpec => ({ name, type, isRequired, about });

/** A parameter of an operation that has to be given. */
export const required = parameter(true);

/** A parameter of an operation that may be left out. */
export const optional = parameter(false);
