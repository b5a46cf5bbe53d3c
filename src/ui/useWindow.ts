import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type UIEvent, useLayoutEffect, useRef } from 'react';

/** Height of a row of one line in pixels, the `--row` of tokens.css. */
export const rowHeight = 24;

interface WindowOptions {
  readonly count: number;
  /** Height of the sticky content above the rows. */
  readonly head: number;
  readonly cursor: number | null;
  /** Height of a row in pixels. */
  readonly rowHeight?: number;
  /** More rows are loading: their arrival must not scroll the list. */
  readonly isGrowing?: boolean;
  readonly onRange?: ((from: number, to: number) => void) | undefined;
  /** Called when the user scrolls, not when the list follows the cursor. */
  readonly onScroll?: ((isEndInSight: boolean) => void) | undefined;
}

/** Rows rendered beyond either edge, so that they are there when the user scrolls. */
const overscan = 6;

/** Renders only visible rows and keeps the cursor's row visible. All rows have the same height. */
export function useWindow<E extends HTMLElement>(options: WindowOptions) {
  const { count, head, cursor, rowHeight: tall = rowHeight, isGrowing = false, onRange, onScroll } = options;
  const scroller = useRef<E>(null);
  // The position of the last scroll request, until the browser reports it a frame later; another key or other rows may
  // come before.
  const pendingScroll = useRef<number | null>(null);
  // Its results change without changing identity, so the compiler must not memoise values derived from them.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => tall,
    scrollMargin: head,
    overscan,
    observeElementOffset: (virtualizer, report) =>
      observeElementOffset(virtualizer, (offset, isScrolling) => {
        pendingScroll.current = null;
        report(offset, isScrolling);
      }),
    onChange: ({ range }) => {
      if (range !== null) onRange?.(range.startIndex, range.endIndex + 1);
    },
  });
  const { width = 0, height: seen = 0 } = virtual.scrollRect ?? {};

  const last = useRef<Followed | null>(null);
  // The scroll position follows the cursor, whatever moved it.
  useLayoutEffect(() => {
    const now: Followed = { cursor, isGrowing, seen };
    const before = last.current;
    last.current = now;
    const { current } = scroller;
    if (current === null || !mustFollow(before, now) || (cursor !== null && cursor >= count)) return;
    const position = pendingScroll.current ?? virtual.scrollOffset ?? 0;
    const furthest = Math.max(0, head + count * tall - seen);
    const offset = Math.min(furthest, offsetFor(cursor, { position, head, seen, tall }));
    // The browser reports no scroll that moves nothing.
    if (Math.abs(offset - position) < 1) return;
    pendingScroll.current = offset;
    // Not by the library, which reads the height of the content from the browser: that costs a layout.
    current.scrollTop = offset;
  }, [virtual, cursor, count, head, seen, tall, isGrowing]);

  // React's listener is called before the library's, which forgets the pending scroll.
  const onScrolled = ({ currentTarget: { scrollTop } }: UIEvent) => {
    if (pendingScroll.current !== null) return;
    // Half of the last row is enough: browsers round positions differently.
    onScroll?.(scrollTop + seen >= head + (count - 0.5) * tall);
  };

  const places = Math.ceil(seen / tall) + 1 + 2 * overscan;
  const rows = virtual.getVirtualItems().map(({ index }) => ({
    index,
    start: index * tall,
    /** A key that lets new rows reuse the elements of removed rows: creating elements takes twice the time. */
    place: index % places,
  }));
  return { scroller, rows, width, height: count * tall, onScrolled };
}

/** What the scroll position was computed for. */
interface Followed extends Required<Pick<WindowOptions, 'cursor' | 'isGrowing'>> {
  /** Visible height: a smaller list must not hide the cursor's row. */
  readonly seen: number;
}

/** New rows alone do not move a list while it grows. `isGrowing` turns false together with the last rows. */
const mustFollow = (before: Followed | null, now: Followed): boolean =>
  before === null || !(now.isGrowing || before.isGrowing) || before.cursor !== now.cursor || before.seen !== now.seen;

/** The position that shows the cursor's row; the present one if it does. */
function offsetFor(
  cursor: number | null,
  { position, head, seen, tall }: Readonly<Record<'position' | 'head' | 'seen' | 'tall', number>>,
): number {
  // New rows without the cursor's row: scroll to the top.
  if (cursor === null) return 0;
  const top = cursor * tall;
  const start = top - position;
  const end = start + tall + head - seen;
  if (start >= 0 && end <= 0) return position;
  // A step beyond the edge scrolls by one row; after a jump the row is centred.
  if (start < 0 && start >= -tall) return top;
  if (start > 0 && end <= tall) return position + end;
  return Math.max(0, top + (tall - seen) / 2);
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
