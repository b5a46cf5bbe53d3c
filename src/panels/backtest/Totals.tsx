import { Scrolling } from '../../ui/Scrolling.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import styles from './Backtest.module.css';
import { type Row, totalOf } from './rows.ts';
import type { RuleColumn } from './useRules.ts';
import { totalInWords } from './words.ts';

/** What each rule comes to over all sessions, every number with its denominator. */
export function Totals({ rows, columns }: { readonly rows: readonly Row[]; readonly columns: readonly RuleColumn[] }) {
  if (rows.length === 0) return null;
  return (
    <Scrolling as="ul" className={styles.totals} aria-label="Totals">
      {columns.map(({ id, title }, at) => {
        const total = totalOf(rows, at);
        return (
          <li key={id} className={styles.total}>
            <VerdictMark mark={total.acting > 0 ? 'fire' : total.sessions > 0 ? 'pass' : 'n/a'} />
            <b>{title}</b> <span>{totalInWords(total)}</span>
          </li>
        );
      })}
    </Scrolling>
  );
}
