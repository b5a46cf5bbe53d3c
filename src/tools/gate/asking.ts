/** What a hook asks the process in the background: its own arguments, the folder they are relative to, and what it was given. */
export interface Asking {
  readonly folder: string;
  readonly args: readonly string[];
  readonly input: string;
}

/**
 * The body of a request: a line with the folder, a line with a space before each argument, an empty line, and the input. The
 * script `contextscope-gate` writes the same. Null if a line break in an argument makes that impossible.
 */
export function bodyOf({ folder, args, input }: Asking): string | null {
  const lines = [folder, ...args.map((arg) => ` ${arg}`)];
  return lines.some((line) => line.includes('\n')) ? null : `${lines.join('\n')}\n\n${input}`;
}

/** Null for a body in another form. */
export function askingIn(body: string): Asking | null {
  const end = body.indexOf('\n\n');
  const [folder = '', ...args] = body.slice(0, Math.max(0, end)).split('\n');
  if (end === -1 || folder === '' || args.some((arg) => !arg.startsWith(' '))) return null;
  return { folder, args: args.map((arg) => arg.slice(1)), input: body.slice(end + 2) };
}
