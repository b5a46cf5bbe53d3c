import * as v from 'valibot';

/** A function key under `context.capabilities`, or the names that it is derived from. */
export type FunctionName = string | { readonly ref: string; readonly capability?: string };

export const FunctionNameSchema: v.GenericSchema<unknown, FunctionName> = v.union([
  v.string(),
  v.looseObject({ ref: v.string(), capability: v.exactOptional(v.string()) }),
]);
