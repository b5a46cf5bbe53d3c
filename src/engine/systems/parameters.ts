import type { ParameterSpec } from './machine.ts';

const parameter =
  (isRequired: boolean) =>
  (name: string, type: ParameterSpec['type'], about: string): ParameterSpec => ({ name, type, isRequired, about });

/** A required parameter of an operation. */
export const required = parameter(true);

/** An optional parameter of an operation. */
export const optional = parameter(false);
