import { lazy, Suspense, useState } from 'react';
import { useRule } from '../../state/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Rule.module.css';

const Scrubber = lazy(async () => ({ default: (await import('./scrubber/Scrubber.tsx')).Scrubber }));
const CoverageList = lazy(async () => ({ default: (await import('./clauses/CoverageList.tsx')).CoverageList }));

const tools = [
  { id: 'numbers', title: 'Other numbers' },
  { id: 'coverage', title: 'Coverage' },
] as const;
type Tool = (typeof tools)[number]['id'];

/** What can be asked of a rule beside its verdicts; one at a time, below the text. `caret` is an offset into the text. */
export function RuleTools({ caret }: { readonly caret: number | null }) {
  const [chosen, setOpen] = useState<Tool | null>(null);
  const hasDigits = /\d/.test(useRule().expression);
  // A rule that loses its last number loses the tool for it, too.
  const offered = tools.filter(({ id }) => id !== 'numbers' || hasDigits);
  const open = offered.find(({ id }) => id === chosen)?.id ?? null;
  return (
    <div className={styles.tools}>
      {offered.map(({ id, title }) => (
        <Button key={id} look="quiet" aria-expanded={open === id} onClick={() => setOpen(open === id ? null : id)}>
          {title}
        </Button>
      ))}
      <div className={styles.tool}>
        <Suspense>
          {open === 'numbers' && <Scrubber caret={caret} />}
          {open === 'coverage' && <CoverageList />}
        </Suspense>
      </div>
    </div>
  );
}
