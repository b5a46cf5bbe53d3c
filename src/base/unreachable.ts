/** Ends a switch over a union: a new member of the union becomes a compile error here. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${String(value)}`);
}
