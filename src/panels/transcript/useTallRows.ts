import { type UIEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { RowHeights, usualHeight } from './rowHeights.ts';

interface TallRowsOptions {
  readonly count: number;
  /** Identifies the rows: those of another list have other heights. */
  readonly list: unknown;
  readonly cursor: number | null;
  /** The newest rows stay in sight. */
  readonly isFollowing: boolean;
  /** More rows are loading: their arrival must not scroll the list. */
  readonly isGrowing: boolean;
  readonly onRange: (from: number, to: number) => void;
  /** Called when the user scrolls, not when the list follows the cursor. */
  readonly onScroll: ((isEndInSight: boolean) => void) | undefined;
}

/** Rows are rendered so many pixels beyond either edge, so that they are there when the user scrolls to them. */
const beyond = 400;
/** Height of the lowest row. */
const leastHeight = 24;
/** Below the last row. */
const paddingEnd = 8;

/**
 * Renders only visible rows, each as high as its content, and keeps the cursor's row visible.
 *
 * The rendered rows follow one another between two spaces, which are as high as all others. When rows above the visible
 * ones turn out higher than expected, the browser's scroll anchoring keeps what the user reads in its place. The newest
 * rows of a session that grows are in sight without any measurement: the style sheet begins the list at its bottom, so
 * the browser lays each new state out once.
 */
export function useTallRows(options: TallRowsOptions) {
  const { count, list, cursor, isFollowing, isGrowing, onRange, onScroll } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const [known, setKnown] = useState(() => ({ list, heights: new RowHeights(), id: 0 }));
  if (known.list !== list) setKnown({ list, heights: new RowHeights(), id: known.id + 1 });
  const { heights } = known;
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [range, setRange] = useState({ from: 0, to: 0 });
  // The row that the list scrolled to. It stays in place while rows around it load, until the user does something.
  const target = useRef<Target | null>(null);
  // How far the list was from its top, in pixels, when the user scrolled away from the newest row; until it is there again.
  const left = useRef<number | null>(null);
  const isByUser = useRef(false);
  // The user chose the cursor's row where it is.
  const isChosenInPlace = useRef(false);

  const look = (top: number, seen: number) => {
    const from = Math.min(count, heights.at(top - beyond));
    const to = Math.min(count, heights.at(top + seen + beyond) + 1);
    if (from !== range.from || to !== range.to) setRange({ from, to });
    onRange(Math.min(count, heights.at(top)), Math.min(count, heights.at(top + seen) + 1));
  };
  /** Puts the list where it should be, and renders what is visible there. */
  const settle = () => {
    const box = scroller.current;
    if (box === null) return;
    const { clientWidth: width, clientHeight: height } = box;
    if (width !== size.width || height !== size.height) setSize({ width, height });
    if (isFollowing) return;
    // New rows have been laid out, and the observer has not reported them yet.
    measureRows(box, heights);
    if (target.current !== null) scrollTo(box, target.current, heights);
    look(box.scrollTop, height);
  };

  const settleNow = useRef(settle);
  const observer = useRef<ResizeObserver | null>(null);
  useLayoutEffect(() => {
    const made = new ResizeObserver(() => settleNow.current());
    observer.current = made;
    if (scroller.current !== null) made.observe(scroller.current);
    return () => made.disconnect();
  }, []);
  const measure = useCallback((row: HTMLElement | null) => {
    const watching = observer.current;
    if (row === null || watching === null) return undefined;
    watching.observe(row);
    return () => watching.unobserve(row);
  }, []);

  const last = useRef<Followed | null>(null);
  // The scroll position follows the cursor, whatever moved it.
  useLayoutEffect(() => {
    settleNow.current = settle;
    const now: Followed = { list, count, cursor, isFollowing, isGrowing, range, seen: size.height };
    const before = last.current;
    last.current = now;
    const box = scroller.current;
    if (box === null) return;
    const isInPlace = isChosenInPlace.current && cursor !== before?.cursor;
    isChosenInPlace.current &&= cursor === before?.cursor;
    if (isFollowing) {
      if (before?.isFollowing === true) return;
      box.scrollTop = 0;
      target.current = null;
      heights.clear();
    } else if (left.current !== null) {
      box.scrollTop = left.current;
      left.current = null;
    } else if (cursor === null && (before === null || before.cursor !== null || before.list !== list)) {
      target.current = null;
      box.scrollTop = 0;
    } else if (cursor !== null && cursor < count && !isInPlace && mustFollow(before, now)) {
      const isResized = before !== null && before.seen > 0 && before.seen !== now.seen && before.cursor === cursor;
      const isStep =
        before !== null && before.list === list && before.cursor !== null && Math.abs(before.cursor - cursor) <= 1;
      // A step beyond the edge scrolls by one row; after a jump the row is centred.
      const isNear = isStep || isInSight(box, rowIn(box, cursor));
      if (!isResized || isNear) target.current = { index: cursor, isCentred: !isNear };
      isByUser.current = false;
    } else if (
      before !== null &&
      before.list === list &&
      before.count === count &&
      (target.current === null || (before.range === range && before.seen === now.seen))
    ) {
      // Nothing to do: reading positions would cost a layout. The observer reports rows whose content has changed.
      return;
    }
    settle();
  });

  const onScrolled = ({ currentTarget: box }: UIEvent) => {
    const { scrollTop, scrollHeight, clientHeight } = box;
    if (isFollowing) {
      // Positions count from the bottom.
      if (scrollTop > -usualHeight / 2) return;
      left.current = scrollHeight - clientHeight + scrollTop;
      measureRows(box, heights);
      look(left.current, clientHeight);
      onScroll?.(false);
      return;
    }
    look(scrollTop, clientHeight);
    if (isByUser.current) onScroll?.(scrollTop + clientHeight >= scrollHeight - usualHeight / 2);
  };

  /** Called when the user takes hold of the list, so that it no longer keeps the cursor's row in place. */
  const release = (isScroll: boolean) => {
    target.current = null;
    isByUser.current = isScroll;
  };

  const newest = Math.min(count, Math.ceil(size.height / leastHeight));
  const [from, to] = isFollowing ? [count - newest, count] : [Math.min(range.from, count), Math.min(range.to, count)];
  return {
    scroller,
    rows: Array.from({ length: to - from }, (_, row) => from + row).map((index) => ({
      index,
      // New rows of a list that grows reuse the elements of those that leave.
      key: isFollowing ? index % newest : `${known.id} ${index}`,
    })),
    /** Of all rows above the rendered ones, and below. */
    spaces: { above: heights.startOf(from), below: heights.startOf(count) - heights.startOf(to) + paddingEnd },
    measure: isFollowing ? undefined : measure,
    width: size.width,
    /** The row a screen further down, or up. */
    pageFrom(index: number, direction: 1 | -1): number {
      const to = heights.at(heights.startOf(index) + direction * (size.height - usualHeight));
      return Math.max(0, Math.min(count - 1, direction === 1 ? Math.max(index + 1, to) : Math.min(index - 1, to)));
    },
    release,
    stayInPlace: () => {
      isChosenInPlace.current = true;
    },
    onScrolled,
  };
}

interface Target {
  readonly index: number;
  readonly isCentred: boolean;
}

function measureRows(box: Element, heights: RowHeights): void {
  for (const row of box.querySelectorAll('[data-index]')) {
    const { height } = row.getBoundingClientRect();
    // Not laid out yet.
    if (height > 0) heights.set(Number(row.getAttribute('data-index')), height);
  }
}

const rowIn = (box: HTMLElement, index: number): Element | null => box.querySelector(`[data-index="${index}"]`);

function isInSight(box: HTMLElement, row: Element | null): boolean {
  if (row === null) return false;
  const { top, bottom } = row.getBoundingClientRect();
  const seen = box.getBoundingClientRect();
  return bottom > seen.top && top < seen.bottom;
}

function scrollTo(box: HTMLElement, { index, isCentred }: Target, heights: RowHeights): void {
  const seen = box.clientHeight;
  const row = rowIn(box, index);
  if (row === null) {
    box.scrollTop = Math.max(0, heights.startOf(index) - (seen - usualHeight) / 2);
    return;
  }
  const { top, height } = row.getBoundingClientRect();
  const start = top - box.getBoundingClientRect().top;
  // The beginning of a row that is higher than the list is visible.
  const end = Math.min(start, start + height + (isLast(row) ? paddingEnd : 0) - seen);
  const by = isCentred ? Math.min(start, start + height / 2 - seen / 2) : start < 0 ? start : Math.max(0, end);
  if (Math.abs(by) >= 1) box.scrollTop += by;
}

const isLast = (row: Element): boolean => row.nextElementSibling?.getAttribute('role') !== 'row';

/** What the scroll position was computed for. */
interface Followed extends Pick<TallRowsOptions, 'list' | 'count' | 'cursor' | 'isFollowing' | 'isGrowing'> {
  /** The rendered rows. */
  readonly range: { readonly from: number; readonly to: number };
  /** Visible height: a smaller list must not hide the cursor's row. */
  readonly seen: number;
}

/** New rows alone do not move a list while it grows. `isGrowing` turns false together with the last rows. */
const mustFollow = (before: Followed | null, now: Followed): boolean =>
  before === null ||
  before.list !== now.list ||
  before.isFollowing !== now.isFollowing ||
  before.cursor !== now.cursor ||
  before.seen !== now.seen ||
  (before.count !== now.count && !(now.isGrowing || before.isGrowing));
