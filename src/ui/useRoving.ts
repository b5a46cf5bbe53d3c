import { type KeyboardEvent, useRef, useState } from 'react';

const steps: { readonly [key: string]: number } = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** One tab stop for many buttons; arrow keys move between them (roving tabindex of the ARIA authoring practices). */
export function useRoving<Element extends HTMLElement>(count: number) {
  const list = useRef<Element>(null);
  const [last, setLast] = useState(0);
  const active = Math.min(last, count - 1);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-roving]') ?? [])];
    const here = all.indexOf(event.currentTarget);
    const step = steps[event.key];
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step === undefined ? null : here + step;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    all[to]?.focus();
  };

  return {
    list,
    /** Props for the button at an index, in page order. */
    item: (index: number) => ({
      'data-roving': index,
      tabIndex: index === active ? 0 : -1,
      onFocus: () => setLast(index),
      onKeyDown,
    }),
  };
}
