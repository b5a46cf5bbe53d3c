import { type RefObject, useEffect, useEffectEvent, useMemo } from 'react';
import { panned, type Sight, withTurn, zoomed } from '../../state/sight.ts';
import { useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { useWidth } from '../useTrack.ts';
import { type TimeAxis, timeAxisOf } from './axis.ts';
import { type Layout, layoutOf } from './layout.ts';
import { usePinch } from './usePinch.ts';

interface Laid {
  readonly layout: Layout;
  /** Null for all turns. */
  readonly sight: Sight | null;
  /** The chosen axis, if it is one in time. */
  readonly axis: TimeAxis | null;
  /** The recording has different times. */
  readonly hasTime: boolean;
  /** Moves what is in sight by a part of its length. */
  readonly pan: (by: number) => void;
}

/** The turns in sight, on the chosen axis. `ruler` is as wide as a track; the wheel zooms over `rows`. */
export function useSight(
  times: Float64Array,
  ruler: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLElement | null>,
): Laid {
  const { turns } = useSession();
  const { lookAt } = useViewActions();
  const width = useWidth(ruler);
  const hasTime = useMemo(() => hasDifferent(times), [times]);
  const isInTime = useView((view) => view.axis) === 'time' && hasTime;
  const axis = useMemo(() => (isInTime ? timeAxisOf(ofLength(times, turns)) : null), [isInTime, times, turns]);
  const positions = axis?.positions ?? null;
  const chosen = useView((view) => view.sight);
  const isAtNewest = useView((view) => view.turn === 'newest');
  const sight = useMemo(
    () => (chosen !== null && isAtNewest ? withTurn(chosen, turns - 1) : chosen),
    [chosen, isAtNewest, turns],
  );
  const layout = useMemo(() => layoutOf(turns, width, sight, positions), [turns, width, sight, positions]);
  const whole = { turns, positions };
  const pan = (by: number) => lookAt(panned(whole, sight, by));

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (width === 0 || ruler.current === null) return;
    const isZoom = event.ctrlKey || event.metaKey;
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (!isZoom && (sideways === 0 || sight === null)) return;
    event.preventDefault();
    if (!isZoom) return pan(pixelsOf(event, sideways) / width);
    const anchor = (event.clientX - ruler.current.getBoundingClientRect().left) / width;
    const factor = Math.exp(Math.max(-1, Math.min(pixelsOf(event, event.deltaY) / zoomPixels, 1)));
    lookAt(zoomed(whole, sight, Math.max(0, Math.min(anchor, 1)), factor));
  });

  usePinch(rows, ({ before, now }) => {
    if (width === 0 || ruler.current === null) return;
    const anchor = (before.middle - ruler.current.getBoundingClientRect().left) / width;
    const near = zoomed(whole, sight, Math.max(0, Math.min(anchor, 1)), before.distance / now.distance);
    lookAt(panned(whole, near, (before.middle - now.middle) / width));
  });

  // React's own listeners cannot keep the browser from zooming the page. A pinch on a touchpad comes as a wheel with the
  // control key.
  useEffect(() => {
    const { current } = rows;
    current?.addEventListener('wheel', onWheel, { passive: false });
    return () => current?.removeEventListener('wheel', onWheel);
  }, [rows]);

  return { layout, sight, axis, hasTime, pan };
}

/** Two turns have different times. */
function hasDifferent(times: Float64Array): boolean {
  let first = Number.NaN;
  for (let turn = 0; turn < times.length; turn++) {
    const at = times[turn] ?? Number.NaN;
    if (Number.isNaN(at)) continue;
    if (Number.isNaN(first)) first = at;
    else if (at !== first) return true;
  }
  return false;
}

/** The times of a live session may arrive after its turns. */
function ofLength(times: Float64Array, turns: number): Float64Array {
  if (times.length >= turns) return times.subarray(0, turns);
  const longer = new Float64Array(turns).fill(NaN);
  longer.set(times);
  return longer;
}

/** Turning the wheel so far makes the turns about three times as wide. */
const zoomPixels = 300;

/** Some browsers count lines. */
const pixelsOf = ({ deltaMode }: WheelEvent, delta: number): number =>
  deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 * delta : delta;
