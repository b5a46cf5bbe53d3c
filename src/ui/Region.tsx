import type { ReactNode } from 'react';
import styles from './Region.module.css';

interface RegionProps {
  /** The landmark's name, and the title in its bar unless `title` is set; null hides the title. */
  readonly name: string;
  readonly title?: ReactNode;
  /** Shown at the right end of the bar. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** False if a grid or tree inside has the name and is the place to jump to. */
  readonly landmark?: boolean;
  /** It is the panel of a tab that has its name: the actions are beside the tabs. */
  readonly inTabs?: boolean;
}

/** A part of the screen that screen readers and F6 can jump to. */
export function Region({
  name,
  title = name,
  actions,
  children,
  className,
  landmark = true,
  inTabs = false,
}: RegionProps) {
  const Part = landmark ? 'section' : 'div';
  return (
    <Part
      className={[styles.region, className].join(' ')}
      data-region={name}
      {...(landmark ? { 'aria-label': name, tabIndex: -1 } : {})}
    >
      <header className={headerOf(inTabs, actions !== undefined)}>
        <h2 className={inTabs || title === null ? 'visually-hidden' : styles.title}>{title ?? name}</h2>
        <div className={styles.actions}>{actions}</div>
      </header>
      <div className={styles.body}>{children}</div>
    </Part>
  );
}

/** Beside tabs, which show the name, a header without actions takes no room. */
const headerOf = (inTabs: boolean, hasActions: boolean): string | undefined => {
  if (!inTabs) return styles.bar;
  return hasActions ? styles.besideTabs : 'visually-hidden';
};
