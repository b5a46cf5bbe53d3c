import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import styles from './Menu.module.css';
import { placeBeside } from './placeBeside.ts';

interface MenuProps {
  /** The `popoverTarget` of the button: without it, a press on the button would close the menu and open it again. */
  readonly id: string;
  readonly label: string;
  /** The button that opened it. */
  readonly opener: HTMLButtonElement;
  readonly items: readonly { readonly title: string; readonly onChoose: () => void }[];
  readonly onClose: () => void;
}

/** The menu of a button, in the browser's top layer. Escape or a click elsewhere closes it and returns the focus. */
export function Menu({ id, label, opener, items, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const choices = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  useLayoutEffect(() => {
    const { current } = menu;
    if (current === null) return;
    current.togglePopover(true);
    placeBeside(opener, current);
    current.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [opener]);

  const onKeyDown = (event: KeyboardEvent) => {
    // The page's own keys wait until the menu is closed.
    event.stopPropagation();
    const all = choices();
    const here = all.findIndex((item) => item === event.target);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') menu.current?.togglePopover(false);
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="auto"
      className={styles.menu}
      onKeyDown={onKeyDown}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {items.map(({ title, onChoose }) => (
        <button
          key={title}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          onClick={() => {
            menu.current?.togglePopover(false);
            onClose();
            onChoose();
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
