/** What a function that can fail returns: failing is an answer, not an exception. */
export type Result<T, P> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: P };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const err = <P>(problem: P): Result<never, P> => ({ ok: false, problem });
