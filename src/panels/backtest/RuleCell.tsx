import type { Mark } from '../../state/backtest.ts';
import type { RuleOverSession } from '../../worker/backtest-protocol.ts';
import type { Ink } from '../paintVerdicts.ts';
import styles from './Backtest.module.css';
import type { RibbonPlace } from './openRow.ts';
import { disagrees } from './rows.ts';
import { SmallRibbon } from './SmallRibbon.tsx';
import { inShort, inWords } from './words.ts';

interface RuleCellProps {
  /** Null until the rule has judged the session. */
  readonly judged: RuleOverSession | null;
  readonly mark: Mark | null;
  readonly room: number;
  readonly ink: Ink;
  readonly onOpen: (place: Omit<RibbonPlace, 'policyRule'>) => void;
}

/** A rule's result in a session: its ribbon, its count, and whether it disagrees with the mark. */
export function RuleCell({ judged, mark, room, ink, onOpen }: RuleCellProps) {
  const said = inWords(judged, mark);
  const isAgainst = disagrees(mark, judged);
  return (
    <span className={styles.rule} title={said}>
      <span className={styles.picture} style={{ width: room }}>
        {judged !== null && judged.problem === null && judged.cells.length > 0 && (
          <SmallRibbon
            cells={judged.cells}
            room={room}
            ink={ink}
            onCell={(cell) => onOpen({ rule: judged.rule, cell, cells: judged.cells.length })}
          />
        )}
      </span>
      <span
        className={styles.count}
        data-fires={judged !== null && judged.acts > 0}
        data-against={isAgainst}
        aria-hidden="true"
      >
        {isAgainst && '≠ '}
        {inShort(judged)}
      </span>
      <span className="visually-hidden">{said}</span>
    </span>
  );
}
