import { useState } from 'react';
import { useView, useViewActions } from '../../../state/useView.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChoiceRow } from '../../../ui/ChoiceRow.tsx';
import styles from './Coverage.module.css';
import { CoverageList } from './CoverageList.tsx';
import { legend } from './words.ts';

const sources = [
  { id: 'session', title: 'In this session' },
  { id: 'tests', title: 'In tests', hint: 'at the turns of the policy’s tests of this rule' },
] as const;

/** Chooses the counted turns, explains the counts, and shows them as a table. */
export function CoverageTool() {
  const source = useView((view) => view.coverage) ?? 'session';
  const { showCoverage } = useViewActions();
  const [isTable, setTable] = useState(false);
  return (
    <>
      <div className={styles.tool}>
        <ChoiceRow label="Count each clause" choices={sources} chosen={source} onChoose={showCoverage} />
        <span className={styles.legend}>{legend}</span>
        <Button look="quiet" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          Table
        </Button>
      </div>
      {isTable && <CoverageList />}
    </>
  );
}
