import type { ReactNode, Ref } from 'react';
import type { Layout } from './layout.ts';
import styles from './Ribbons.module.css';
import { ticksOf } from './ruler.ts';

interface RulerProps {
  readonly layout: Layout;
  readonly ref: Ref<HTMLDivElement>;
  /** What hangs from the ruler over all ribbons. */
  readonly children: ReactNode;
}

/** Turn numbers above the ribbons. The sliders say them to whoever cannot see. */
export function Ruler({ layout, ref, children }: RulerProps) {
  return (
    <div ref={ref} className={styles.ruler} aria-hidden="true">
      {ticksOf(layout).map(({ turn, x, isBefore }) => (
        <span key={turn} className={styles.tick} style={{ left: x }} data-before={isBefore}>
          {turn}
        </span>
      ))}
      {children}
    </div>
  );
}
