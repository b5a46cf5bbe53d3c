import type { Scope } from '../cel/index.ts';
import { replaced } from '../cel/flips/index.ts';
import { ContextAlias } from '../model/context-view.ts';
import { hooks, type HookId } from '../model/hooks.ts';
import type { Path } from '../model/path.ts';
import { MapView, type Value } from '../model/value.ts';

/** A hook's variables with other values at some places, under whatever name those are read. */
export class ChangedScope implements Scope {
  readonly #scope: Scope;
  readonly #hook: HookId;
  readonly #changes: readonly { readonly path: Path; readonly value: Value | undefined }[];

  constructor(
    scope: Scope,
    hook: HookId,
    changes: readonly { readonly path: Path; readonly value: Value | undefined }[],
  ) {
    this.#scope = scope;
    this.#hook = hook;
    this.#changes = changes;
  }

  get(name: string): Value | undefined {
    const { aliases } = hooks[this.#hook];
    const variable = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;
    let value = this.#scope.get(variable);
    if (value === undefined) return undefined;
    for (const { path, value: other } of this.#changes) {
      if (path[0] === variable) value = replaced(value, path.slice(1), other);
    }
    return name === 'c' && value instanceof MapView ? new ContextAlias(value) : value;
  }
}
