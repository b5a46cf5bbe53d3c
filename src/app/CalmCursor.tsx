import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { CalmCursorContext } from '../state/useSession.ts';
import { useViewStore } from '../state/useView.ts';
import type { View, ViewStore } from '../state/view.ts';

/** A held key moves the cursor about thirty times a second, faster than anyone reads the inspector. */
const atMostEveryMs = 80;

export function CalmCursor({ children }: { readonly children: ReactNode }) {
  const store = useViewStore();
  const [calm] = useState(() => calmCursorOf(store));
  return <CalmCursorContext value={useSyncExternalStore(calm.subscribe, calm.get)}>{children}</CalmCursorContext>;
}

type Place = Pick<View, 'session' | 'turn'>;

/**
 * Changes in the same event as the cursor of the view, so that queries start with the first render and not after it. Later
 * moves within `atMostEveryMs` are combined.
 */
function calmCursorOf(store: ViewStore) {
  let shown: Place = store.getState();
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const follow = (notify: () => void) => {
    clearTimeout(timer);
    timer = undefined;
    const { session, turn } = store.getState();
    if (session === shown.session && turn === shown.turn) return;
    shown = { session, turn };
    shownAt = performance.now();
    notify();
  };
  return {
    get: () => shown,
    subscribe(notify: () => void): () => void {
      follow(notify);
      const stop = store.subscribe(() => {
        const wait = shownAt + atMostEveryMs - performance.now();
        if (wait <= 0) follow(notify);
        else timer ??= setTimeout(() => follow(notify), wait);
      });
      return () => {
        stop();
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
