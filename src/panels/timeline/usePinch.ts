import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Where two fingers are, in CSS pixels from the left of the window. */
interface Fingers {
  readonly middle: number;
  /** Between them. */
  readonly distance: number;
}

interface Pinch {
  readonly before: Fingers;
  readonly now: Fingers;
}

/** Two fingers on a touch screen. While they are down, what is below receives no events of pointers. */
export function usePinch(part: RefObject<HTMLElement | null>, onPinch: (pinch: Pinch) => void): void {
  const pinched = useEffectEvent(onPinch);

  // In the capturing phase, because the parts within take single fingers.
  useEffect(() => {
    const { current } = part;
    if (current === null) return undefined;
    const places = new Map<number, number>();
    let isPinch = false;
    const withFinger = (event: PointerEvent, change: () => void) => {
      if (event.pointerType !== 'touch') return;
      change();
      isPinch = places.size > 1 || (isPinch && places.size > 0);
    };
    const onDown = (event: PointerEvent) => {
      withFinger(event, () => places.set(event.pointerId, event.clientX));
      if (isPinch) event.stopPropagation();
    };
    const onMove = (event: PointerEvent) => {
      if (!places.has(event.pointerId)) return;
      const before = fingersOf(places);
      places.set(event.pointerId, event.clientX);
      if (!isPinch) return;
      event.stopPropagation();
      const now = fingersOf(places);
      if (before !== null && now !== null) pinched({ before, now });
    };
    const onEnd = (event: PointerEvent) => {
      if (isPinch) event.stopPropagation();
      withFinger(event, () => places.delete(event.pointerId));
    };
    const listeners = [
      ['pointerdown', onDown],
      ['pointermove', onMove],
      ['pointerup', onEnd],
      ['pointercancel', onEnd],
    ] as const;
    for (const [type, listener] of listeners) current.addEventListener(type, listener, true);
    return () => {
      for (const [type, listener] of listeners) current.removeEventListener(type, listener, true);
    };
  }, [part]);
}

/** Nearer fingers would make a small movement a large step. */
const leastDistance = 24;

/** Null unless there are two; more than two count for nothing. */
function fingersOf(places: ReadonlyMap<number, number>): Fingers | null {
  const [one, other] = places.values();
  if (one === undefined || other === undefined) return null;
  return { middle: (one + other) / 2, distance: Math.max(leastDistance, Math.abs(one - other)) };
}
