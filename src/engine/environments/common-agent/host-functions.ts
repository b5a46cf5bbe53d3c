import { CelError, type CelFunction } from '../../cel/index.ts';
import type { History } from '../../model/history.ts';
import { specificationHooks, type SpecificationHookId } from '../../model/hooks.ts';
import { Unknown } from '../../model/value.ts';

/**
 * Functions that a hook offers beside CEL's own. A recording holds neither a reviewer's decision nor a file's text, so
 * the results of such functions are unknown; functions whose result follows from their arguments compute it.
 */
export function hostFunctions(hook: SpecificationHookId, history: History): readonly CelFunction[] {
  return specificationHooks[hook].functions.flatMap((name) => {
    switch (name) {
      case 'review':
        return [recorded('review', 1)];
      case 'mount.read':
        return [mountRead];
      case 'mount.write':
        return [mountWrite];
      case 'file':
        return [recorded('file', 1)];
      case '<capability>':
        return history.functions.map(({ key }) => recorded(key, 0, Number.MAX_SAFE_INTEGER));
    }
  });
}

function recorded(name: string, least: number, most = least): CelFunction {
  return { name, form: 'function', arity: [least, most], call: () => new Unknown([[`${name}()`]]) };
}

const mountRead: CelFunction = {
  name: 'mount.read',
  form: 'function',
  arity: [1, 1],
  call: ([path]) => (typeof path === 'string' ? (refusal(path) ?? new Unknown([['mount.read()']])) : undefined),
};

/** Stores the text and yields it. */
const mountWrite: CelFunction = {
  name: 'mount.write',
  form: 'function',
  arity: [2, 2],
  call: ([path, text]) => (typeof path === 'string' && typeof text === 'string' ? (refusal(path) ?? text) : undefined),
};

/** A path that leaves the mount is refused, as the specification says. */
function refusal(path: string): CelError | null {
  return path.split('/').includes('..')
    ? new CelError('invalid_argument', `the path ${path} leaves the mount: ".." is refused`)
    : null;
}
