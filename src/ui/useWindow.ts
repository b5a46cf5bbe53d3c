import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Height of a row in pixels, the `--row` of tokens.css. */
export const rowHeight = 24;

interface WindowOptions {
  readonly count: number;
  /** Height of whatever stands above the rows and sticks there. */
  readonly head: number;
  readonly cursor: number | null;
  /** More rows are on their way: their coming moves nothing. */
  readonly isGrowing?: boolean;
  readonly onRange?: ((from: number, to: number) => void) | undefined;
}

/** Rows drawn beyond either edge, so that a turn of the wheel finds them there. */
const beyond = 6;

/** Only the rows in sight are in the page, and the cursor's row is always in sight. Rows are all of one height. */
export function useWindow<E extends HTMLElement>({ count, head, cursor, isGrowing = false, onRange }: WindowOptions) {
  const scroller = useRef<E>(null);
  /** The first row in sight, and the pixels in which rows and head are seen. */
  const [{ first, width, seen }, setSight] = useState({ first: 0, width: 0, seen: 0 });
  // Asking the browser how far it is scrolled costs a layout while something is being drawn: what it said last is kept.
  const scrolled = useRef(0);

  const scrolledIs = useCallback((top: number) => {
    scrolled.current = top;
    const at = Math.max(0, Math.floor(top / rowHeight));
    setSight((last) => (last.first === at ? last : { ...last, first: at }));
  }, []);

  // The browser scrolls and resizes. It is asked before the first drawing: no frame goes by without rows.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      setSight((last) =>
        last.width === clientWidth && last.seen === clientHeight
          ? last
          : { ...last, width: clientWidth, seen: clientHeight },
      );
    };
    measure();
    // Drawn in the frame that scrolls: a frame later, blank space would have been seen.
    const onScroll = () => flushSync(() => scrolledIs(element.scrollTop));
    element.addEventListener('scroll', onScroll, { passive: true });
    const resizes = new ResizeObserver(measure);
    resizes.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resizes.disconnect();
    };
  }, [scrolledIs]);

  const inSight = seen === 0 ? 0 : Math.ceil(Math.max(0, seen - head) / rowHeight) + 1;
  const from = Math.max(0, Math.min(first, count - inSight));
  const to = Math.min(count, from + inSight);

  // Whoever brings the rows is outside of the list.
  const range = useRef(onRange);
  useEffect(() => {
    range.current = onRange;
  });
  useEffect(() => {
    if (to > from) range.current?.(from, to);
  }, [from, to]);

  const last = useRef({ cursor, isGrowing });

  // The browser's scroll position follows the cursor, wherever it was moved from, and whatever narrows the list.
  useEffect(() => {
    const element = scroller.current;
    if (element === null || seen === 0) return;
    const before = last.current;
    last.current = { cursor, isGrowing };
    // The rows that came last come with the news that they are the last.
    if ((isGrowing || before.isGrowing) && before.cursor === cursor) return;
    if (cursor !== null && cursor >= count) return;
    // Other rows than before, none of them the cursor's, begin at their beginning.
    const top = cursor === null ? 0 : scrolledTo(cursor, scrolled.current, seen - head);
    if (top === null) return;
    const within = Math.max(0, Math.min(top, head + count * rowHeight - seen));
    element.scrollTop = within;
    scrolledIs(within);
  }, [scrolledIs, cursor, count, head, seen, isGrowing]);

  const low = Math.max(0, from - beyond);
  const high = Math.min(count, to + beyond);
  const places = inSight + 2 * beyond;
  const rows = Array.from({ length: to > from ? high - low : 0 }, (_, at) => ({
    index: low + at,
    start: (low + at) * rowHeight,
    /** A key by which rows that come take the elements of those that went: making new ones takes twice the time. */
    place: (low + at) % places,
  }));
  return { scroller, rows, width, height: count * rowHeight };
}

/** Where to scroll so that a row is in sight, all in pixels; null where it is already. */
function scrolledTo(row: number, top: number, room: number): number | null {
  const start = row * rowHeight - top;
  const end = start + rowHeight - room;
  if (start >= 0 && end <= 0) return null;
  // A step beyond the edge scrolls by a row; after a leap the row stands amid its neighbours.
  if (start < 0 && -start <= rowHeight) return top + start;
  if (start >= 0 && end <= rowHeight) return top + end;
  return top + start - (room - rowHeight) / 2;
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
