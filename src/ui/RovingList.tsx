import { type ComponentProps, type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

/** For what in a list is walked by arrows: the list says which of them the Tab key reaches. */
export const roving = { 'data-roving': '', tabIndex: -1 } as const;

/**
 * A list whose buttons are one tab stop together, however many come and go: arrows walk them, Home and End go to the ends.
 * After the ARIA authoring practices' roving tabindex.
 */
export function RovingList(props: ComponentProps<'ul'>) {
  const list = useRef<HTMLUListElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-roving]') ?? [])];

  // The page's own order of Tab stops: whichever was used last is the one; at first, what is current or the first.
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
    // Nothing else in the list gives up its keys: a source that is shown scrolls by them.
    const here = all.findIndex((item) => item === event.target);
    const to = here < 0 ? undefined : all[destination(event.key, here, all.length)];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to.focus();
  };
  // Keys of the buttons in it come up here: this is no control of its own.
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
