/**
 * What a look at the page would find wrong: parts that cover others or lie past the edge of what they are in, text that
 * is cut off without a sign or wrapped where it should be one line, letters that are too small, bars without content.
 * Runs in the page.
 */
export function layoutFaults(): readonly string[] {
  const faults = new Set<string>();
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) faults.add('the page scrolls');
  // A dialog is above the page, and only it is looked at.
  const shown = [...document.querySelectorAll('dialog[open], [role="dialog"]')].at(-1) ?? document.body;
  // Monaco draws its own text.
  const isOwn = (element: Element) => element.closest('.monaco-editor') === null;
  const isSeen = (element: Element) =>
    isOwn(element) &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.visually-hidden, [inert]') === null;
  const nameOf = (element: Element) =>
    `${element.closest('[role="region"], section, header, dialog')?.getAttribute('aria-label') ?? ''}: ` +
    `“${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`;
  const isText = ({ nodeType, textContent }: Node) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '';
  /** What is left of a box inside everything that clips it; null when nothing is. */
  const visibleBox = (element: Element, box: DOMRect): DOMRect | null => {
    let { left, top, right, bottom } = box;
    for (let within: Element | null = element; within !== null; within = within.parentElement) {
      if (getComputedStyle(within).overflow === 'visible') continue;
      const clip = within.getBoundingClientRect();
      left = Math.max(left, clip.left);
      top = Math.max(top, clip.top);
      right = Math.min(right, clip.right);
      bottom = Math.min(bottom, clip.bottom);
    }
    right = Math.min(right, innerWidth);
    bottom = Math.min(bottom, innerHeight);
    return right - left < 2 || bottom - top < 2 ? null : new DOMRect(left, top, right - left, bottom - top);
  };

  for (const control of shown.querySelectorAll(
    'button, input, select, textarea, a[href], [role="tab"], [role="slider"]',
  )) {
    if (!isSeen(control)) continue;
    const box = visibleBox(control, control.getBoundingClientRect());
    if (box === null) continue;
    const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isReached =
      above !== null && (control.contains(above) || above.contains(control) || above.closest('label') !== null);
    if (!isReached && getComputedStyle(control).pointerEvents !== 'none')
      faults.add(`${nameOf(control)} is covered by ${above === null ? 'nothing' : nameOf(above)}`);
  }

  // A heading of a table says what is below it, and a control is there to be used: neither may need a scroll bar.
  for (const part of shown.querySelectorAll('button, input, select, textarea, [role="tab"], [role="columnheader"]')) {
    if (!isSeen(part)) continue;
    const box = part.getBoundingClientRect();
    for (let within = part.parentElement; within !== null && within !== shown; within = within.parentElement) {
      if (getComputedStyle(within).overflowX === 'visible') continue;
      // With a column for each rule of a policy, it is meant to scroll.
      if (Number(within.getAttribute('aria-colcount')) > 4) break;
      const { right } = within.getBoundingClientRect();
      if (box.width > 2 && box.right - right > 2) faults.add(`${nameOf(part)} lies past the edge of ${nameOf(within)}`);
      break;
    }
  }

  for (const bar of shown.querySelectorAll('header, [role="toolbar"]')) {
    const hasContent = [...bar.querySelectorAll('*')].some(
      (part) => isSeen(part) && (part.matches('svg, input, canvas') || [...part.childNodes].some(isText)),
    );
    if (isSeen(bar) && bar.getBoundingClientRect().height > 8 && !hasContent)
      faults.add(`${nameOf(bar)} has a bar without content`);
  }

  // Monaco cuts its lines into rows itself.
  for (const editor of shown.querySelectorAll('.monaco-editor .lines-content')) {
    const { right } = (editor.parentElement ?? editor).getBoundingClientRect();
    const rows = [...editor.querySelectorAll('.view-line > span')].toSorted(
      (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top,
    );
    const isHint = (part: Element | null | undefined) => part?.classList.contains('code-inlay') === true;
    for (const [at, row] of rows.entries()) {
      const name = `the row of code “${row.textContent}”`;
      if (row.getBoundingClientRect().right - right > 2) faults.add(`${name} lies past the edge of its editor`);
      if (isHint(row.lastElementChild) && isHint(rows[at + 1]?.firstElementChild)) faults.add(`${name} ends in a hint`);
    }
  }

  for (const part of shown.querySelectorAll('p')) {
    const { webkitLineClamp, lineHeight, paddingTop, paddingBottom } = getComputedStyle(part);
    if (webkitLineClamp === 'none' || !isSeen(part)) continue;
    const room = part.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    const wanted = Math.min(Number(webkitLineClamp) * Number.parseFloat(lineHeight), part.scrollHeight);
    if (wanted - room > 0.5) faults.add(`${nameOf(part)} has no room for its last line`);
    if (part.scrollHeight - part.clientHeight > 2) faults.add(`${nameOf(part)} is cut off`);
    if (Number.parseFloat(paddingBottom) > 2) faults.add(`${nameOf(part)} would show half of the line after its last`);
  }

  const texts: { readonly element: Element; readonly box: DOMRect }[] = [];
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.textContent ?? '').trim();
    if (element === null || text === '' || !isSeen(element)) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()];
    if (isOneLine(element, text) && lines.some(({ top }) => top - (lines[0]?.top ?? top) > 4))
      faults.add(`${nameOf(element)} is wrapped`);
    for (const line of lines) {
      const box = visibleBox(element, line);
      if (box === null) continue;
      texts.push({ element, box });
      const style = getComputedStyle(element);
      const isOfTimeline = element.closest('section[aria-label="Timeline"]') !== null;
      if (Number.parseFloat(style.fontSize) < 12 && !isOfTimeline)
        faults.add(`${nameOf(element)} is smaller than 12 px`);
      if (!isMarkedAsCut(element, line)) faults.add(`${nameOf(element)} is cut off`);
      if (isHalf(element, line)) faults.add(`${nameOf(element)} is cut off above or below`);
    }
  }
  /** A number, and the name of a tab, a column, or a button that is as high as one line. */
  function isOneLine(element: Element, text: string): boolean {
    if (/^[−+]?[\d\u2009.,:]+$/.test(text)) return true;
    const control = element.closest('button, [role="tab"], [role="columnheader"]');
    return control !== null && control.getBoundingClientRect().height <= 32;
  }
  /** An ellipsis, more lines on demand, or a part that scrolls shows that there is more; so must whatever cuts the line. */
  function isMarkedAsCut(element: Element, line: DOMRect): boolean {
    for (let within: Element | null = element; within !== null && within !== shown; within = within.parentElement) {
      const { textOverflow, overflowX, webkitLineClamp, maskImage, display } = getComputedStyle(within);
      if (overflowX === 'auto' || overflowX === 'scroll' || webkitLineClamp !== 'none' || maskImage !== 'none')
        return true;
      const { left, right } = within.getBoundingClientRect();
      if (overflowX === 'visible' || (line.right - right <= 2 && left - line.left <= 2)) continue;
      // Only a box of lines writes it, and beside it there must be room for some letters.
      const hasRoom = within.clientWidth >= 32;
      return (
        textOverflow === 'ellipsis' && hasRoom && !/flex|grid/.test(display) && element.closest('[title]') !== null
      );
    }
    return true;
  }
  /** Part of the line's height is hidden by something that neither scrolls nor shows that there is more. */
  function isHalf(element: Element, line: DOMRect): boolean {
    for (let within: Element | null = element; within !== null && within !== shown; within = within.parentElement) {
      const { overflowY, webkitLineClamp, maskImage } = getComputedStyle(within);
      if (overflowY === 'auto' || overflowY === 'scroll' || webkitLineClamp !== 'none' || maskImage !== 'none')
        return false;
      const { top, bottom } = within.getBoundingClientRect();
      if (overflowY !== 'visible' && (top - line.top > 3 || line.bottom - bottom > 3)) return true;
    }
    return false;
  }
  const isWithin = (one: Element, other: Element) => one.contains(other) || other.contains(one);
  /** Whether something opaque is between two texts, or above both. */
  function isCovered(both: readonly Element[], x: number, y: number): boolean {
    for (let top = document.elementFromPoint(x, y); top !== null; top = top.parentElement) {
      if (both.every((element) => top.contains(element))) return false;
      if (!/^rgba\(.*, 0\)$/.test(getComputedStyle(top).backgroundColor)) return true;
    }
    return false;
  }
  for (const { element, box } of texts)
    if (
      element.closest('header') !== null &&
      element.closest('section') === null &&
      isCovered([element], box.right - 2, box.top + box.height / 2)
    )
      faults.add(`${nameOf(element)} is behind something`);
  texts.sort((one, other) => one.box.top - other.box.top);
  for (const [index, one] of texts.entries())
    for (let next = index + 1; next < texts.length; next++) {
      const other = texts[next];
      // Letters of neighbouring lines may touch.
      if (other === undefined || other.box.top > one.box.bottom - 4) break;
      const left = Math.max(one.box.left, other.box.left);
      const width = Math.min(one.box.right, other.box.right) - left;
      const height = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (width <= 2 || height <= 4 || isWithin(one.element, other.element)) continue;
      if (!isCovered([one.element, other.element], left + width / 2, other.box.top + height / 2))
        faults.add(`${nameOf(one.element)} and ${nameOf(other.element)} overlap`);
    }
  return [...faults];
}
