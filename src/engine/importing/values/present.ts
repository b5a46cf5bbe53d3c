/** The fields that have a value, under their names. */
export const present = <T extends { readonly [name: string]: unknown }>(
  fields: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  }; // the same fields without the undefined ones
