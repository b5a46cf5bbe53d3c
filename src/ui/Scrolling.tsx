import { createElement, type HTMLAttributes, type Ref } from 'react';

interface ScrollingProps extends HTMLAttributes<HTMLElement> {
  readonly as: 'div' | 'pre' | 'ul' | 'ol';
  readonly 'aria-label': string;
  readonly ref?: Ref<HTMLElement>;
}

/**
 * Content that may be larger than its box. The box scrolls, so it must be reachable by keyboard and have a name; a
 * `div` needs a role to carry the name.
 */
export function Scrolling({ as, ...rest }: ScrollingProps) {
  return createElement(as, { ...(as === 'div' && { role: 'group' }), ...rest, tabIndex: 0 });
}
