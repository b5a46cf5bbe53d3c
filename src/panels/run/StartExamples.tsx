import { Button } from '../../ui/Button.tsx';
import styles from './Start.module.css';
import { starts } from './starts.ts';
import type { Wanted } from './wanted.ts';

/** Five systems, each from a script that teaches it or from nothing. */
export function StartExamples({ onStart }: { readonly onStart: (wanted: Wanted) => void }) {
  return (
    <ul className={styles.starts} aria-label="Systems">
      {starts.map(({ system, title, about, teaching, empty }) => (
        <li key={system} className={styles.start}>
          <h3 className={styles.system}>{title}</h3>
          <p className={styles.about}>{about}</p>
          <div className={styles.choices}>
            <Button
              aria-label={`${title}: empty start`}
              {...(system === 'task' ? { 'data-autofocus': true } : {})}
              onClick={() => onStart({ start: empty, untitled: `${title} by hand` })}
            >
              Empty start
            </Button>
            {teaching.map((one) => (
              <Button
                key={one.title}
                look="quiet"
                aria-label={`${title}: ${one.title}`}
                title={one.about}
                className={styles.teaching}
                onClick={() => onStart({ start: one.start, title: one.title })}
              >
                {one.title}
              </Button>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
