import { Icon } from '../../ui/Icon.tsx';
import type { Column } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './Policy.module.css';
import { RuleCounts } from './RuleCounts.tsx';
import { onFailOf, type RuleRow } from './ruleRows.ts';

/**
 * A name has room for about twenty letters at least; columns without room are left out, and the text shows their
 * content.
 */
export const ruleColumns: readonly Column<RuleRow>[] = [
  { id: 'rule', title: 'rule', track: 'minmax(96px, 1fr)', cell: Name },
  {
    id: 'hook',
    title: 'hook',
    track: '128px',
    from: 400,
    cell: (row) => (row.kind === 'own' ? '' : <code className={styles.code}>{row.rule.hook}</code>),
  },
  {
    id: 'kind',
    title: 'kind',
    track: '64px',
    from: 572,
    cell: (row) => (row.kind === 'own' ? '' : row.rule.kind),
  },
  { id: 'on_fail', title: 'on_fail', track: '64px', from: 500, cell: OnFail },
  {
    id: 'verdicts',
    title: 'verdicts',
    track: '104px',
    align: 'end',
    cell: (row) =>
      row.kind === 'own' || row.rule.rule === null || row.rule.rule.expression.trim() === '' ? null : (
        <RuleCounts rule={row.rule.rule} />
      ),
  },
];

function Name(row: RuleRow) {
  if (row.kind === 'own') return <span className={styles.quiet}>your own rule</span>;
  const { rule, problems } = row;
  const wrong = problems.map(({ message }) => message).join('\n');
  return (
    <span className={styles.name} title={wrong === '' ? rule.id : wrong}>
      <span className={styles.title}>{rule.title}</span>
      {problems.length > 0 && (
        <span className={styles.warning} data-severity={problems.some(isError) ? 'error' : 'warning'}>
          <Icon name="warning" />
          <span className="visually-hidden">{wrong}</span>
        </span>
      )}
    </span>
  );
}

const isError = ({ severity }: { readonly severity: string }) => severity === 'error';

function OnFail(row: RuleRow) {
  if (row.kind === 'own') return '';
  const { text, isDefault } = onFailOf(row.rule);
  return (
    <span className={isDefault ? styles.quiet : undefined} title={isDefault && text !== '' ? 'by default' : undefined}>
      {visible(text)}
    </span>
  );
}
