import type { Path } from '../../../engine/model/path.ts';
import type { Explanation } from '../../../worker/protocol.ts';

interface Fields {
  [field: string]: Fields | string;
}

/** A JSON text to begin with: the places that a rule reads and that are unknown, each with an empty text. */
export function exampleOf(parts: Explanation['parts']): string {
  const root = fields();
  const paths = parts.flatMap(({ outcome, path }) => (outcome === 'unknown' && path !== null ? [path] : []));
  for (const path of paths) add(root, path);
  if (Object.keys(root).length === 0) add(root, ['jwt', 'sub']);
  return `${JSON.stringify(root, null, 2)}\n`;
}

/** Without prototype: `__proto__` is an ordinary name. */
const fields = (): Fields => Object.create(null) as Fields;

function add(root: Fields, path: Path): void {
  let at = root;
  for (const [index, step] of path.entries()) {
    const name = String(step);
    const inner = at[name];
    if (index === path.length - 1) {
      at[name] ??= '';
    } else if (typeof inner === 'object') {
      at = inner;
    } else {
      const made = fields();
      at[name] = made;
      at = made;
    }
  }
}
