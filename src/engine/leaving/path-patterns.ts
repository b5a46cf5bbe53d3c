import type { Path } from '../model/path.ts';

/** Steps of a path that the user wrote: `args.recipient.iban`, `events[3].text`, `headers.*`. */
export interface PathPattern {
  readonly written: string;
  readonly steps: readonly (string | number)[];
}

const step = /\["((?:[^"\\]|\\.){0,200})"\]|\[(\d{1,9})\]|\[\*?\]|([^.[\]]{1,200})/g;

/** A part of a path is enough: `iban` is every field of that name, `recipient.iban` one in every recipient. */
export function pathPattern(written: string): PathPattern | null {
  const steps = [...written.trim().matchAll(step)].map(([, quoted, index, name]) =>
    index === undefined ? (quoted ?? name?.trim() ?? '*') : Number(index),
  );
  return steps.every((one) => one === '*') ? null : { written, steps };
}

/** In rules, the arguments of a call are `input`. */
const inputs: ReadonlySet<string | number> = new Set(['input', 'args', 'params', 'passed', 'planned']);

/** Whether the path ends with these steps. Positions in lists may be left out. */
export function endsWith(path: Path, { steps }: PathPattern): boolean {
  let at = path.length - 1;
  for (let next = steps.length - 1; next >= 0; next--) {
    const wanted = steps[next] ?? '*';
    if (typeof wanted === 'string' && wanted !== '*')
      at = path.findLastIndex((one, index) => index <= at && typeof one !== 'number');
    const here = path[at];
    if (here === undefined) return false;
    if (wanted !== '*' && wanted !== here && !(wanted === 'input' && inputs.has(here))) return false;
    at--;
  }
  return true;
}
