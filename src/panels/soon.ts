import { type ComponentType, createElement, lazy, useState } from 'react';
import { once } from '../base/once.ts';

const loads: (() => Promise<unknown>)[] = [];

/**
 * A component that starts to load when the page is drawn for the first time, and not when it is first drawn itself. If it
 * has loaded by then, it is drawn at once: React shows a `lazy` component no sooner than 300 ms after its placeholder.
 */
export function soon<Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  const loaded = once(async () => {
    const module = await load();
    known = module.default;
    return module;
  });
  loads.push(loaded);
  const Later = lazy(loaded);
  return function Soon(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => known ?? Later);
    return createElement(Shown, props);
  };
}

/** Loads what is drawn soon, while the page is drawn for the first time. */
export function loadSoon(): void {
  // The component that cannot be drawn reports it.
  for (const load of loads) load().catch(() => undefined);
}
