import { lazy, Suspense, useState } from 'react';
import { useRule } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Rule.module.css';

const OtherNumbers = lazy(async () => ({ default: (await import('./numbers/OtherNumbers.tsx')).OtherNumbers }));
const CoverageTool = lazy(async () => ({ default: (await import('./clauses/CoverageTool.tsx')).CoverageTool }));

/** Tools below the expression: other numbers and coverage. `caret` is an offset into the expression. */
export function RuleTools({ caret }: { readonly caret: number | null }) {
  const [isTrying, setTrying] = useState(false);
  // Without a number in the rule, its tool is not offered.
  const hasDigits = /\d/.test(useRule().expression);
  const isCounting = useView((view) => view.coverage !== null);
  const { showCoverage } = useViewActions();
  return (
    <div className={styles.tools}>
      {hasDigits && (
        <Button look="quiet" aria-expanded={isTrying} onClick={() => setTrying(!isTrying)}>
          Other numbers
        </Button>
      )}
      <Button look="quiet" aria-expanded={isCounting} onClick={() => showCoverage(isCounting ? null : 'session')}>
        Coverage
      </Button>
      <div className={styles.tool}>
        <Suspense>
          {isTrying && hasDigits && <OtherNumbers caret={caret} />}
          {isCounting && <CoverageTool />}
        </Suspense>
      </div>
    </div>
  );
}
