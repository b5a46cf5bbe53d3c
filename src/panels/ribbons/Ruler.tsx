import type { Ref } from 'react';
import type { Layout } from './layout.ts';
import styles from './Ribbons.module.css';
import { ticksOf } from './ruler.ts';

/** Turn numbers above the ribbons. The sliders say them to whoever cannot see. */
export function Ruler({ layout, ref }: { readonly layout: Layout; readonly ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className={styles.ruler} aria-hidden="true">
      {ticksOf(layout).map(({ turn, x }) => (
        <span key={turn} className={styles.tick} style={{ left: x }}>
          {turn}
        </span>
      ))}
    </div>
  );
}
