/** From a root to a place inside a value: keys and indices. */
export type Path = readonly (string | number)[];

/**
 * Appends a step. Spreading would reserve room for many more steps, and a long recording keeps a path for each event.
 */
export const below = (path: Path, step: string | number): Path => path.toSpliced(path.length, 0, step);

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A path may begin with the call of a host function whose result is unknown: `review()`, `agent.input.threatFindings()`. */
const called = /^[A-Za-z_][A-Za-z0-9_.[\]]*\(\)/;

/** Formats a path as a CEL author would write it: `context.input[0].ticket_id`, `headers["content-type"]`. */
export function formatPath(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (text === '' && called.test(step)) text = step;
    else if (!identifier.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}
