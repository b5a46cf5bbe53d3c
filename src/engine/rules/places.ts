import { hooks, type HookId } from '../model/hooks.ts';
import type { Path } from '../model/path.ts';

/** `c.cap.refund` is `context.capabilities.refund`: the state has one name for each place. */
export function unaliased([root, second, ...rest]: Path, hook: HookId): Path {
  const { aliases } = hooks[hook];
  const name = typeof root === 'string' && Object.hasOwn(aliases, root) ? aliases[root] : undefined;
  const steps = second === undefined ? [] : [root === 'c' && second === 'cap' ? 'capabilities' : second, ...rest];
  return [name ?? root ?? '', ...steps];
}
