import { lazy, Suspense, useState } from 'react';
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
  const [open, setOpen] = useState<Tool | null>(null);
  return (
    <div className={styles.tools}>
      {tools.map(({ id, title }) => (
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
