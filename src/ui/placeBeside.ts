/** Places a note or a menu below an element or a part of a text, or above it where there is no room; always within the window. */
export function placeBeside(element: Pick<Element, 'getBoundingClientRect'>, shown: HTMLElement): void {
  const at = element.getBoundingClientRect();
  const { width, height } = shown.getBoundingClientRect();
  const below = at.bottom + 4;
  shown.style.left = `${Math.max(4, Math.min(at.left, window.innerWidth - width - 4))}px`;
  shown.style.top = `${below + height > window.innerHeight ? at.top - height - 4 : below}px`;
}
