import type { Path } from '../../model/path.ts';
import { type Value, valueAt } from '../../model/value.ts';
import { valueInText } from './value-in-text.ts';

/** A value that a path of a mapping leads to. */
export interface Found {
  readonly value: Value;
  /** How many steps of the path are in the document itself: the remaining steps lead into one of its texts. */
  readonly steps: number;
}

/** Follows a path. A text that holds JSON or a printed Python value is treated like a record or list. */
export function find(root: Value, path: Path): Found | undefined {
  const value = valueAt(root, path);
  if (value !== undefined) return { value, steps: path.length };
  return throughText(root, path);
}

export const valueBy = (root: Value, path: Path): Value | undefined => find(root, path)?.value;

function throughText(root: Value, path: Path): Found | undefined {
  let here: Value | undefined = root;
  let steps: number | undefined;
  for (const [index, step] of path.entries()) {
    if (typeof here === 'string') {
      steps ??= index;
      here = valueInText(here);
    }
    if (here === undefined) return undefined;
    here = valueAt(here, [step]);
  }
  return here === undefined || steps === undefined ? undefined : { value: here, steps };
}
