import { Button } from '../../ui/Button.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { usePolite } from '../../ui/usePolite.ts';
import type { Diagnostic } from '../../worker/protocol.ts';
import styles from './Rule.module.css';

/** Screen readers announce a problem when typing pauses, not at every letter. */
const sayAtMostEveryMs = 900;

type Fix = NonNullable<Diagnostic['fix']>;

interface ProblemsProps {
  readonly found: readonly Diagnostic[];
  readonly otherwise: string;
  /** Applies a fix; undefined while the problems belong to an earlier text. */
  readonly onFix: ((fix: Fix) => void) | undefined;
}

/** The rule's problems in one line, the most severe first, with a button for the fix; without problems, the names that the hook offers. */
export function Problems({ found, otherwise, onFix }: ProblemsProps) {
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
      {first?.fix !== undefined && onFix !== undefined && <FixButton fix={first.fix} onFix={onFix} />}
      {rest.length > 0 && <span className={styles.more}>+{rest.length} more</span>}
      <span className="visually-hidden" role="status" aria-label="Problems">
        {said}
      </span>
    </div>
  );
}

/** A button cannot show code in another font, so the backquotes around it are left out. */
function FixButton({ fix, onFix }: { readonly fix: Fix; readonly onFix: (fix: Fix) => void }) {
  return (
    <Button
      title="Apply this correction to the rule"
      onClick={({ currentTarget }) => {
        // The button disappears with the problem: return the focus to the editor.
        const editor = currentTarget.closest('section')?.querySelector<HTMLElement>('textarea, [role="textbox"]');
        onFix(fix);
        editor?.focus();
      }}
    >
      {fix.title.replaceAll('`', '')}
    </Button>
  );
}

const rank = { error: 0, warning: 1, hint: 2 } as const satisfies { readonly [S in Diagnostic['severity']]: number };
