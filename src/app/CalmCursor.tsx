import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { CalmCursorContext } from '../state/useSession.ts';
import { useViewStore } from '../state/useView.ts';
import type { View, ViewStore } from '../state/view.ts';

/** A held key moves the cursor about thirty times a second, faster than anyone reads the inspector. */
const atMostEveryMs = 80;
/**
 * While the user drags the cursor through a long session, each move shows other turns and values, which costs more: they
 * are shown when the cursor rests for a moment, or at least so often.
 */
const series = { leastJump: 30, restMs: 90, atLeastEveryMs: 400 };

export function CalmCursor({ children }: { readonly children: ReactNode }) {
  const store = useViewStore();
  const [calm] = useState(() => calmCursorOf(store));
  return <CalmCursorContext value={useSyncExternalStore(calm.subscribe, calm.get)}>{children}</CalmCursorContext>;
}

type Place = Pick<View, 'session' | 'turn'>;

/**
 * Changes in the same event as the cursor of the view, so that queries start with the first render and not after it. Later
 * moves are combined.
 */
function calmCursorOf(store: ViewStore) {
  let shown: Place = store.getState();
  let shownAt = Number.NEGATIVE_INFINITY;
  /** How many jumps have followed one another. */
  let jumps = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const follow = (notify: () => void) => {
    clearTimeout(timer);
    timer = undefined;
    const { session, turn } = store.getState();
    if (session === shown.session && turn === shown.turn) return;
    const now = performance.now();
    jumps = isJump(shown.turn, turn) && now < shownAt + 2 * series.atLeastEveryMs ? jumps + 1 : 0;
    shown = { session, turn };
    shownAt = now;
    notify();
  };
  return {
    get: () => shown,
    subscribe(notify: () => void): () => void {
      follow(notify);
      const stop = store.subscribe(({ turn }, before) => {
        if (turn === before.turn && timer !== undefined) return;
        const now = performance.now();
        // The first jumps, such as those to the next hits, are followed as soon as steps.
        const due =
          jumps < 2 ? shownAt + atMostEveryMs : Math.min(now + series.restMs, shownAt + series.atLeastEveryMs);
        clearTimeout(timer);
        if (due <= now) follow(notify);
        else timer = setTimeout(() => follow(notify), due - now);
      });
      return () => {
        stop();
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}

const isJump = (from: View['turn'], to: View['turn']): boolean =>
  typeof from === 'number' && typeof to === 'number' && Math.abs(to - from) >= series.leastJump;
