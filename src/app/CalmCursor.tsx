import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { CalmCursorContext } from '../state/useSession.ts';
import { useViewStore } from '../state/useView.ts';
import type { View, ViewStore } from '../state/view.ts';

/** A held key moves the cursor thirty times a second; nobody reads the inspector that often. */
const atMostEveryMs = 80;

export function CalmCursor({ children }: { readonly children: ReactNode }) {
  const store = useViewStore();
  const [calm] = useState(() => calmCursorOf(store));
  return <CalmCursorContext value={useSyncExternalStore(calm.subscribe, calm.get)}>{children}</CalmCursorContext>;
}

type Place = Pick<View, 'session' | 'turn'>;

/**
 * Follows the cursor in the very event that moves it, so that what must be asked for is asked for with the first picture
 * and not after it; further moves in a hurry come together.
 */
function calmCursorOf(store: ViewStore) {
  let shown: Place = store.getState();
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const follow = (tell: () => void) => {
    clearTimeout(timer);
    timer = undefined;
    const { session, turn } = store.getState();
    if (session === shown.session && turn === shown.turn) return;
    shown = { session, turn };
    shownAt = performance.now();
    tell();
  };
  return {
    get: () => shown,
    subscribe(tell: () => void): () => void {
      follow(tell);
      const stop = store.subscribe(() => {
        const wait = shownAt + atMostEveryMs - performance.now();
        if (wait <= 0) follow(tell);
        else timer ??= setTimeout(() => follow(tell), wait);
      });
      return () => {
        stop();
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
