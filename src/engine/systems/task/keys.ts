import type { FunctionName } from './function-name.ts';

/**
 * A capability that the agent declares: the three kinds of the specification, and `key` where a recording
 * only has the finished function key (`agent` marks a delegation).
 */
export type Declaration =
  | { readonly kind: 'single'; readonly ref: string }
  | { readonly kind: 'multi'; readonly ref: string; readonly capability: string }
  | { readonly kind: 'agent'; readonly name: string }
  | { readonly kind: 'key'; readonly key: string; readonly agent?: boolean };

/** Hyphens become underscores and nothing else changes, so a key may still be no CEL identifier. */
const sanitise = (name: string): string => name.replaceAll('-', '_');

/** The exact name under which the model calls a capability, and its key under `context.capabilities`. */
export function functionKey(declaration: Declaration): string {
  switch (declaration.kind) {
    case 'single':
      return sanitise(declaration.ref);
    case 'multi':
      return `${sanitise(declaration.ref)}_${sanitise(declaration.capability)}`;
    case 'agent':
      return sanitise(declaration.name);
    default:
      return declaration.key;
  }
}

/** The key of an event's function name; a text is already a key. */
export function keyOf(name: FunctionName): string {
  if (typeof name === 'string') return name;
  return name.capability === undefined
    ? functionKey({ kind: 'single', ref: name.ref })
    : functionKey({ kind: 'multi', ref: name.ref, capability: name.capability });
}

export const isDelegation = (declaration: Declaration): boolean =>
  declaration.kind === 'agent' || (declaration.kind === 'key' && declaration.agent === true);

/** The declaration in the form of the agent's manifest: `github-file:read-chunk`. */
function declarationText(declaration: Declaration): string {
  switch (declaration.kind) {
    case 'single':
      return declaration.ref;
    case 'multi':
      return `${declaration.ref}:${declaration.capability}`;
    case 'agent':
      return `agent ${declaration.name}`;
    default:
      return declaration.key;
  }
}

export interface Collision {
  readonly key: string;
  /** The declarations that share the key, in the form of the manifest. */
  readonly declared: readonly string[];
}

/** The specification reserves `_meta`, so a capability with this key is hidden. */
export const reservedKey = '_meta';

/** Keys that different declarations share; their records are merged, which the user must know. In order of declaration. */
export function collisions(declarations: readonly Declaration[]): readonly Collision[] {
  const byKey = new Map<string, Set<string>>();
  for (const declaration of declarations) {
    const key = functionKey(declaration);
    const names = byKey.get(key) ?? new Set(key === reservedKey ? [reservedKey] : []);
    byKey.set(key, names.add(declarationText(declaration)));
  }
  return [...byKey].filter(([, names]) => names.size > 1).map(([key, names]) => ({ key, declared: [...names] }));
}
