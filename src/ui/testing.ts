/** jsdom has `<dialog>` but cannot show it as modal, and has no popovers. */
export function giveDialogs(): void {
  HTMLElement.prototype.togglePopover ??= () => false;
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}

/** jsdom has no layout, so virtual lists would be empty: this gives every element a size until the test ends. */
export function giveElementsSize({ width, height }: { readonly width: number; readonly height: number }): () => void {
  const { prototype } = HTMLElement;
  const sizes = { offsetWidth: width, offsetHeight: height, clientWidth: width, clientHeight: height };
  const before = Object.keys(sizes).map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const);
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(prototype, name, { configurable: true, get: () => value });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(prototype, name);
      else Object.defineProperty(prototype, name, descriptor);
    }
  };
}

/** jsdom has no media queries: none matches. */
export function giveMedia(): void {
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
}
