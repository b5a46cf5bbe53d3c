import { elementScroll, observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type UIEvent, useCallback, useLayoutEffect, useRef } from 'react';

interface TallRowsOptions {
  readonly count: number;
  /** Identifies the row's content: its height is remembered under it. */
  readonly keyOf: (index: number) => number;
  readonly cursor: number | null;
  /** The newest rows stay in sight. */
  readonly isFollowing: boolean;
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

/** Height of the lowest row. */
const leastHeight = 24;
/** Below the last row, as in the style sheet. */
const paddingEnd = 8;

/**
 * Renders only visible rows, each as high as its content, and keeps the cursor's row visible.
 *
 * The newest rows of a session that grows are in sight without any measurement: the style sheet begins the list at its
 * bottom, so the browser lays each new state out once.
 */
export function useTallRows({ count, keyOf, cursor, isFollowing, isGrowing, onRange, onScroll }: TallRowsOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  // How far the list was from its top, in pixels, when the user scrolled away from the newest row; until it is there again.
  const left = useRef<number | null>(null);
  // The heights that its rows had then, by index.
  const heights = useRef<ReadonlyMap<number, number>>(new Map());
  // The list scrolls itself, until the browser reports it.
  const isOwnScroll = useRef(false);
  // Its results change without changing identity, so the compiler must not memoise values derived from them.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: isFollowing ? 0 : count,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((index) => heights.current.get(index) ?? usualHeight, []),
    getItemKey: keyOf,
    overscan,
    paddingEnd,
    scrollToFn: (offset, options, instance) => {
      const before = scroller.current?.scrollTop;
      elementScroll(offset, options, instance);
      // The browser reports no scroll that moves nothing.
      if (scroller.current?.scrollTop !== before) isOwnScroll.current = true;
    },
    observeElementOffset: (virtualizer, report) =>
      observeElementOffset(virtualizer, (offset, isScrolling) => {
        isOwnScroll.current = false;
        report(left.current ?? offset, isScrolling);
      }),
    onChange: ({ range }) => {
      if (range !== null) onRange(range.startIndex, range.endIndex + 1);
    },
  });
  const { width = 0, height: seen = 0 } = virtual.scrollRect ?? {};

  const last = useRef<Followed | null>(null);
  // The scroll position follows the cursor, whatever moved it.
  useLayoutEffect(() => {
    const now: Followed = { cursor, isFollowing, isGrowing, seen };
    const before = last.current;
    last.current = now;
    const list = scroller.current;
    if (list === null) return;
    if (isFollowing) {
      if (before?.isFollowing === true) return;
      list.scrollTop = 0;
      // Heights from before, some of them of rows that were loading, would come before `heights`.
      virtual.measure();
      return;
    }
    if (left.current !== null) {
      isOwnScroll.current = true;
      list.scrollTop = left.current;
      left.current = null;
      return;
    }
    if (seen === 0 || !mustFollow(before, now) || (cursor !== null && cursor >= count)) return;
    if (cursor === null) return virtual.scrollToOffset(0);
    const isStep = before !== null && before.cursor !== null && Math.abs(before.cursor - cursor) <= 1;
    const { startIndex = 0, endIndex = -1 } = virtual.range ?? {};
    const isNear = cursor >= startIndex && cursor <= endIndex;
    // A step beyond the edge scrolls by one row; after a jump the row is centred.
    virtual.scrollToIndex(cursor, { align: isStep || isNear ? 'auto' : 'center' });
  }, [virtual, cursor, count, seen, isFollowing, isGrowing]);

  // React's listener is called before the library's, which forgets that the list scrolls itself.
  const onScrolled = ({ currentTarget }: UIEvent) => {
    const { scrollTop, scrollHeight } = currentTarget;
    if (isFollowing) {
      // Positions count from the bottom.
      if (scrollTop > -usualHeight / 2) return;
      left.current = scrollHeight - seen + scrollTop;
      heights.current = heightsIn(currentTarget);
      // The library hears of the scroll only after the list is drawn for it.
      virtual.scrollOffset = left.current;
      return onScroll?.(false);
    }
    if (isOwnScroll.current) return;
    onScroll?.(scrollTop + seen >= scrollHeight - usualHeight / 2);
  };

  const latest = Math.min(count, Math.ceil(seen / leastHeight));
  const rows: readonly Row[] = isFollowing
    ? // Keys that let new rows reuse the elements of those that leave.
      Array.from({ length: latest }, (_, row) => count - latest + row).map((index) => ({ index, key: index % latest }))
    : virtual.getVirtualItems().map(({ index, key, start }) => ({ index, key: String(key), start }));
  return {
    scroller,
    rows,
    measure: isFollowing ? undefined : virtual.measureElement,
    width,
    /** Of the rows, or of those above the newest. */
    height: isFollowing ? (count - latest) * usualHeight : virtual.getTotalSize(),
    onScrolled,
  };
}

interface Row {
  readonly index: number;
  readonly key: number | string;
  /** In pixels; undefined for the newest rows, which follow one another. */
  readonly start?: number;
}

const heightsIn = (list: Element): ReadonlyMap<number, number> =>
  new Map(
    [...list.querySelectorAll<HTMLElement>('[data-index]')].map((row) => [
      Number(row.dataset['index']),
      row.offsetHeight,
    ]),
  );

/** What the scroll position was computed for. */
interface Followed extends Pick<TallRowsOptions, 'cursor' | 'isFollowing' | 'isGrowing'> {
  /** Visible height: a smaller list must not hide the cursor's row. */
  readonly seen: number;
}

/** New rows alone do not move a list while it grows. `isGrowing` turns false together with the last rows. */
const mustFollow = (before: Followed | null, now: Followed): boolean =>
  before === null ||
  !(now.isGrowing || before.isGrowing) ||
  before.isFollowing !== now.isFollowing ||
  before.cursor !== now.cursor ||
  before.seen !== now.seen;
