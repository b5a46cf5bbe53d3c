import { elementScroll, observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type UIEvent, useCallback, useLayoutEffect, useRef } from 'react';

interface TallRowsOptions {
  readonly count: number;
  /** Identifies the row's content: its height is remembered under it. */
  readonly keyOf: (index: number) => number;
  readonly cursor: number | null;
  /** More rows are loading: their arrival must not scroll the list. */
  readonly isGrowing: boolean;
  readonly onRange: (from: number, to: number) => void;
  /** Called when the user scrolls, not when the list follows the cursor. */
  readonly onScroll: ((isEndInSight: boolean) => void) | undefined;
}

/** Rows rendered beyond either edge, so that they are measured when the user scrolls to them. */
const overscan = 8;
/** Height of a usual row, for rows that have not been measured. */
const usualHeight = 56;

/** Renders only visible rows, each as high as its content, and keeps the cursor's row visible. */
export function useTallRows({ count, keyOf, cursor, isGrowing, onRange, onScroll }: TallRowsOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  // The list scrolls itself, until the browser reports it.
  const isOwnScroll = useRef(false);
  // Its results change without changing identity, so the compiler must not memoise values derived from them.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => usualHeight, []),
    getItemKey: keyOf,
    overscan,
    paddingEnd: 8,
    scrollToFn: (offset, options, instance) => {
      const before = scroller.current?.scrollTop;
      elementScroll(offset, options, instance);
      // The browser reports no scroll that moves nothing.
      if (scroller.current?.scrollTop !== before) isOwnScroll.current = true;
    },
    observeElementOffset: (virtualizer, report) =>
      observeElementOffset(virtualizer, (offset, isScrolling) => {
        isOwnScroll.current = false;
        report(offset, isScrolling);
      }),
    onChange: ({ range }) => {
      if (range !== null) onRange(range.startIndex, range.endIndex + 1);
    },
  });
  const { width = 0, height: seen = 0 } = virtual.scrollRect ?? {};

  const last = useRef<Followed | null>(null);
  // The scroll position follows the cursor, whatever moved it.
  useLayoutEffect(() => {
    const now: Followed = { cursor, isGrowing, seen };
    const before = last.current;
    last.current = now;
    if (seen === 0 || !mustFollow(before, now) || (cursor !== null && cursor >= count)) return;
    if (cursor === null) return virtual.scrollToOffset(0);
    const isStep = before !== null && before.cursor !== null && Math.abs(before.cursor - cursor) <= 1;
    const { startIndex = 0, endIndex = -1 } = virtual.range ?? {};
    const isNear = cursor >= startIndex && cursor <= endIndex;
    // A step beyond the edge scrolls by one row; after a jump the row is centred.
    virtual.scrollToIndex(cursor, { align: isStep || isNear ? 'auto' : 'center' });
  }, [virtual, cursor, count, seen, isGrowing]);

  // React's listener is called before the library's, which forgets that the list scrolls itself.
  const onScrolled = ({ currentTarget: { scrollTop, scrollHeight } }: UIEvent) => {
    if (isOwnScroll.current) return;
    onScroll?.(scrollTop + seen >= scrollHeight - usualHeight / 2);
  };

  return {
    scroller,
    rows: virtual.getVirtualItems(),
    measure: virtual.measureElement,
    width,
    height: virtual.getTotalSize(),
    onScrolled,
  };
}

/** What the scroll position was computed for. */
interface Followed extends Pick<TallRowsOptions, 'cursor' | 'isGrowing'> {
  /** Visible height: a smaller list must not hide the cursor's row. */
  readonly seen: number;
}

/** New rows alone do not move a list while it grows. `isGrowing` turns false together with the last rows. */
const mustFollow = (before: Followed | null, now: Followed): boolean =>
  before === null || !(now.isGrowing || before.isGrowing) || before.cursor !== now.cursor || before.seen !== now.seen;
