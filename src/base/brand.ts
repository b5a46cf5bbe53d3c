declare const brand: unique symbol;

/** A primitive that must not be mixed up with others of its kind: `Brand<string, 'SessionId'>`. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
