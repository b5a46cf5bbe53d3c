import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';

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
  // Where the list was last sent, until the browser says where it is: it does so a frame later, and a second key or
  // other rows may come before.
  const sent = useRef<number | null>(null);
  // Its answers change without changing identity, so the compiler must not memoise what is made of them.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: head,
    scrollPaddingStart: head,
    overscan: beyond,
    observeElementOffset: (virtualizer, report) =>
      observeElementOffset(virtualizer, (offset, isScrolling) => {
        sent.current = null;
        report(offset, isScrolling);
      }),
    onChange: ({ range }) => {
      if (range !== null) onRange?.(range.startIndex, range.endIndex + 1);
    },
  });

  // Whatever narrows the list must not hide the cursor's row either.
  const { width = 0, height: seen = 0 } = virtual.scrollRect ?? {};

  const last = useRef({ cursor, isGrowing });

  // The browser's scroll position follows the cursor, wherever it was moved from.
  useEffect(() => {
    const before = last.current;
    last.current = { cursor, isGrowing };
    // The rows that came last come with the news that they are the last.
    if ((isGrowing || before.isGrowing) && before.cursor === cursor) return;
    const sendTo = (offset: number) => {
      sent.current = offset;
      virtual.scrollToOffset(offset);
    };
    if (cursor === null) {
      // Other rows than before, none of them the cursor's: they begin at their beginning.
      sendTo(0);
      return;
    }
    if (cursor >= count) return;
    // Asking the browser where things are costs a layout; a row that is in sight needs none.
    const start = cursor * rowHeight - (sent.current ?? virtual.scrollOffset ?? 0);
    const end = start + rowHeight + head - seen;
    if (start >= 0 && end <= 0) return;
    // A step beyond the edge scrolls by a row; after a leap the row stands amid its neighbours.
    const isStep = start < 0 ? -start <= rowHeight : end <= rowHeight;
    const [offset = 0] = virtual.getOffsetForIndex(cursor, isStep ? (start < 0 ? 'start' : 'end') : 'center') ?? [];
    sendTo(offset);
  }, [virtual, cursor, count, head, seen, isGrowing]);

  const places = Math.ceil(seen / rowHeight) + 1 + 2 * beyond;
  const rows = virtual.getVirtualItems().map(({ index }) => ({
    index,
    start: index * rowHeight,
    /** A key by which rows that come take the elements of those that went: making new ones takes twice the time. */
    place: index % places,
  }));
  return { scroller, rows, width, height: count * rowHeight };
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
