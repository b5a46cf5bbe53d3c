import { createElement, type HTMLAttributes, type Ref } from 'react';

interface ScrollingProps extends HTMLAttributes<HTMLElement> {
  readonly as: 'div' | 'pre' | 'ul' | 'ol';
  readonly 'aria-label': string;
  readonly ref?: Ref<HTMLElement>;
}

/**
 * What may be longer than its place: it scrolls there, and so it can be reached by keyboard, by a name of its own.
 * A `div` says with its role that it is something with a name.
 */
export function Scrolling({ as, ...rest }: ScrollingProps) {
  return createElement(as, { ...(as === 'div' && { role: 'group' }), ...rest, tabIndex: 0 });
}
