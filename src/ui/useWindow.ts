import {
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

/** Height of a row in pixels, the `--row` of tokens.css. */
export const rowHeight = 24;

interface WindowOptions {
  readonly count: number;
  /** Height of the sticky content above the rows. */
  readonly head: number;
  readonly cursor: number | null;
  /** More rows are loading: their arrival must not scroll the list. */
  readonly isGrowing?: boolean;
  readonly onRange?: ((from: number, to: number) => void) | undefined;
  /** Called when the user scrolls, not when the list follows the cursor. */
  readonly onScroll?: ((isEndInSight: boolean) => void) | undefined;
}

/** Rows rendered beyond either edge, so that they are there when the user scrolls. */
const overscan = 6;

/**
 * Renders only visible rows and keeps the cursor's row visible. All rows have the same height, so every position is
 * computed: reading one from the browser costs a layout.
 */
export function useWindow<E extends HTMLElement>(options: WindowOptions) {
  const { count, head, cursor, isGrowing = false, onRange, onScroll } = options;
  const scroller = useRef<E>(null);
  const { width, height: seen } = useSize(scroller);
  const [scrolled, setScrolled] = useState(0);
  /** What the position was computed for. */
  const [followed, setFollowed] = useState<Followed | null>(null);

  const furthest = Math.max(0, head + count * rowHeight - seen);
  let offset = Math.min(scrolled, furthest);
  const now: Followed = { cursor, count, head, seen, isGrowing };
  if (seen > 0 && !isSame(followed, now)) {
    setFollowed(now);
    if (mustFollow(followed, now)) offset = Math.min(offsetFor(now, offset), furthest);
    if (offset !== scrolled) setScrolled(offset);
  }

  const reported = useRef(0);
  // The position of the last scroll request, until the browser reports it a frame later.
  const sent = useRef<number | null>(null);
  useLayoutEffect(() => {
    const { current } = scroller;
    // The browser reports no scroll that moves nothing.
    if (current === null || Math.abs(offset - (sent.current ?? reported.current)) < 1) return;
    sent.current = offset;
    current.scrollTop = offset;
  }, [offset]);

  const onScrolled = ({ currentTarget: { scrollTop } }: UIEvent) => {
    const isOwn = sent.current !== null;
    sent.current = null;
    reported.current = scrollTop;
    // At once, because the browser draws the rows' new places in this frame.
    flushSync(() => setScrolled(scrollTop));
    // Half of the last row is enough: browsers round positions differently.
    if (!isOwn) onScroll?.(scrollTop + seen >= head + (count - 0.5) * rowHeight);
  };

  const first = Math.min(count, Math.max(0, Math.floor((offset - head) / rowHeight)));
  const end = seen === 0 ? first : Math.min(count, Math.ceil((offset + seen - head) / rowHeight));
  const tellRange = useEffectEvent(() => onRange?.(first, end));
  useLayoutEffect(() => {
    if (end > first) tellRange();
  }, [first, end]);

  const places = Math.ceil(seen / rowHeight) + 1 + 2 * overscan;
  const from = Math.max(0, first - overscan);
  const rows = Array.from({ length: seen === 0 ? 0 : Math.min(count, end + overscan) - from }, (_, at) => ({
    index: from + at,
    start: (from + at) * rowHeight,
    /** A key that lets new rows reuse the elements of removed rows: creating elements takes twice the time. */
    place: (from + at) % places,
  }));
  return { scroller, rows, width, height: count * rowHeight, onScrolled };
}

/** The size of an element in pixels, with its border; 0 until it is known. */
function useSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows the size, and the first picture needs it
    setSize({ width: current.offsetWidth, height: current.offsetHeight });
    // Without layout, as in tests, the size does not change.
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.borderBoxSize[0];
      // A part of a pixel that is not there would cut off the cursor's row.
      if (box !== undefined) setSize({ width: Math.floor(box.inlineSize), height: Math.floor(box.blockSize) });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

interface Followed extends Required<Pick<WindowOptions, 'cursor' | 'count' | 'head' | 'isGrowing'>> {
  /** A smaller list must not hide the cursor's row. */
  readonly seen: number;
}

const isSame = (one: Followed | null, other: Followed): boolean =>
  one !== null &&
  one.cursor === other.cursor &&
  one.count === other.count &&
  one.head === other.head &&
  one.seen === other.seen &&
  one.isGrowing === other.isGrowing;

/** The scroll position follows the cursor, whatever moved it; new rows alone do not move it while the list grows. */
function mustFollow(before: Followed | null, now: Followed): boolean {
  if (now.cursor !== null && now.cursor >= now.count) return false;
  // `isGrowing` turns false together with the last rows.
  const grows = before !== null && (now.isGrowing || before.isGrowing);
  return !grows || before.cursor !== now.cursor || before.seen !== now.seen;
}

/** The position that shows the cursor's row; the present one if it does. */
function offsetFor({ cursor, head, seen }: Followed, offset: number): number {
  // New rows without the cursor's row: scroll to the top.
  if (cursor === null) return 0;
  const top = cursor * rowHeight;
  const start = top - offset;
  const end = start + rowHeight + head - seen;
  if (start >= 0 && end <= 0) return offset;
  // A step beyond the edge scrolls by one row; after a jump the row is centred.
  if (start < 0) return start >= -rowHeight ? top : Math.max(0, top + (rowHeight - seen) / 2);
  return end <= rowHeight ? offset + end : Math.max(0, top + (rowHeight - seen) / 2);
}

const pageRows = 20;

/** Where a key moves the cursor in a list of `count` rows; null for any other key. */
export function moveByKey(event: KeyboardEvent, at: number, count: number): number | null {
  if (count === 0 || event.ctrlKey || event.metaKey || event.altKey) return null;
  const within = (row: number) => Math.max(0, Math.min(count - 1, row));
  switch (event.key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return within(at - 1);
    case 'PageDown':
      return within(at + pageRows);
    case 'PageUp':
      return within(at - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
