import { Sentence } from '../../ui/Sentence.tsx';
import { usePolite } from '../../ui/usePolite.ts';
import type { Diagnostic } from '../../worker/protocol.ts';
import styles from './Rule.module.css';

/** Whoever listens hears what is wrong once typing has paused, not at every letter. */
const sayAtMostEveryMs = 900;

/** What is wrong with the rule, worst first, in one line; what the hook knows when nothing is. */
export function Problems({ found, otherwise }: { readonly found: readonly Diagnostic[]; readonly otherwise: string }) {
  const [first, ...rest] = found.toSorted((a, b) => rank[a.severity] - rank[b.severity]);
  const text = first === undefined ? '' : `${first.severity}: ${first.message}`;
  const said = usePolite(text, sayAtMostEveryMs);
  return (
    <div className={styles.problems}>
      {first === undefined ? (
        <p className={styles.otherwise}>{otherwise}</p>
      ) : (
        <p className={styles.problem} data-severity={first.severity} title={found.map((one) => one.message).join('\n')}>
          <span className={styles.severity}>{first.severity}</span> <Sentence text={first.message} />
        </p>
      )}
      {rest.length > 0 && <span className={styles.more}>+{rest.length} more</span>}
      <span className="visually-hidden" role="status" aria-label="Problems">
        {said}
      </span>
    </div>
  );
}

const rank = { error: 0, warning: 1, hint: 2 } as const satisfies { readonly [S in Diagnostic['severity']]: number };
