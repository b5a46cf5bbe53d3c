import { type ComponentProps, type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

/** Props for the elements that arrow keys reach; the list decides which of them Tab reaches. */
export const roving = { 'data-roving': '', tabIndex: -1 } as const;

/**
 * A list whose buttons share one tab stop: arrow keys move between them, Home and End go to the ends. It follows the
 * roving tabindex of the ARIA authoring practices.
 */
export function RovingList(props: ComponentProps<'ul'>) {
  const list = useRef<HTMLUListElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-roving]') ?? [])];

  // The tab stop is the button used last; at first the current one, or else the first.
  useEffect(() => {
    const all = items();
    if (all.some((item) => item.tabIndex === 0)) return;
    const stop = all.find((item) => item.ariaCurrent === 'true') ?? all[0];
    stop?.setAttribute('tabindex', '0');
  });
  const onFocus = ({ target }: FocusEvent) => {
    if (!target.matches('[data-roving]')) return;
    for (const item of items()) item.tabIndex = item === target ? 0 : -1;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    // Other elements in the list keep their keys: a source text scrolls with them.
    const here = all.findIndex((item) => item === event.target);
    const to = here < 0 ? undefined : all[destination(event.key, here, all.length)];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to.focus();
  };
  // Key events bubble up from the buttons; the list itself is no control.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
  return <ul ref={list} {...props} onFocus={onFocus} onKeyDown={onKeyDown} />;
}

function destination(key: string, here: number, many: number): number {
  switch (key) {
    case 'ArrowDown':
      return here + 1;
    case 'ArrowUp':
      return here - 1;
    case 'Home':
      return 0;
    case 'End':
      return many - 1;
    default:
      return -1;
  }
}
