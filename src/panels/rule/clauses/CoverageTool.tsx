import { useState } from 'react';
import { useView, useViewActions } from '../../../state/useView.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChoiceRow } from '../../../ui/ChoiceRow.tsx';
import styles from './Coverage.module.css';
import { legend, countsOf, gapOf } from './words.ts';
import { useRule } from '../../../state/useSession.ts';
import { Failure } from '../../../ui/EmptyState.tsx';
import { counted } from '../../../ui/format.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { clausesAt } from './clause.ts';
import { useCoverage } from './useCoverage.ts';

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

/** The rule's clauses with their counts of true and false, in the session and in the policy's tests. */
function CoverageList() {
  const { highlightPart } = useViewActions();
  const { expression } = useRule();
  const isTried = useView((view) => view.trial !== null);
  const { covered, problem } = useCoverage();
  if (problem !== null) return <Failure message={problem} />;
  if (covered === null) return <Skeleton lines={3} label="Counting every clause" />;
  const { traffic, tests } = covered.coverage;
  if (traffic.parts.length === 0) return <p className={styles.about}>The rule has no clause that is true or false.</p>;

  return (
    <div className={styles.coverage}>
      <table className={styles.table} aria-label="Coverage of the rule’s clauses">
        <thead>
          <tr>
            <th scope="col">clause</th>
            <th scope="col">in this session, {counted(traffic.turns, 'turn')}</th>
            <th scope="col">{tests === null ? 'in tests, none yet' : `in tests, ${counted(tests.turns, 'turn')}`}</th>
          </tr>
        </thead>
        <tbody>
          {clausesAt(covered, isTried ? expression : covered.expression).map(
            ({ start, end, text: clause, depth, session: counts, tests: tested }) => {
              return (
                <tr key={`${start}-${end}`}>
                  <th scope="row">
                    <button
                      type="button"
                      className={styles.clause}
                      style={{ paddingLeft: 12 * depth }}
                      title={clause}
                      onClick={() => highlightPart({ start, end })}
                      onFocus={() => highlightPart({ start, end })}
                      onBlur={() => highlightPart(null)}
                      onMouseEnter={() => highlightPart({ start, end })}
                      onMouseLeave={() => highlightPart(null)}
                    >
                      {clause}
                    </button>
                  </th>
                  <td data-gap={gapOf(counts) !== null}>
                    {countsOf(counts)}
                    {gapOf(counts) !== null && <em> {gapOf(counts)}</em>}
                  </td>
                  <td data-gap={tested !== null && gapOf(tested) !== null}>
                    {tested === null ? '–' : countsOf(tested)}
                    {tested !== null && gapOf(tested) !== null && <em> {gapOf(tested)}</em>}
                  </td>
                </tr>
              );
            },
          )}
        </tbody>
      </table>
      {traffic.parts.some(({ inMacro }) => inMacro) && (
        <p className={styles.about}>
          Within a macro a clause counts once per turn, with its value for the deciding element.
        </p>
      )}
    </div>
  );
}
