import { useMemo, useState } from 'react';
import { useViewActions } from '../../state/useView.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/Grid.tsx';
import type { PolicyOutline, PolicyRuleOutline } from '../../worker/policy-protocol.ts';
import styles from './Policy.module.css';
import { ruleColumns } from './ruleColumns.tsx';
import { ruleRows } from './ruleRows.ts';

interface RuleListProps {
  readonly outline: PolicyOutline;
  /** Id of the rule in the editor; null for the user's own. */
  readonly chosen: string | null;
  /** Goes to the rule in the text. */
  readonly onOpen: (rule: PolicyRuleOutline) => void;
}

/** The rules of the policy; the one at the list's cursor is in the editor. */
export function RuleList({ outline, chosen, onOpen }: RuleListProps) {
  const { choosePolicyRule, chooseOwnRule } = useViewActions();
  const rows = useMemo(() => ruleRows(outline), [outline]);
  // An `invoke` has no expression, so it can be selected but not put in the editor.
  const [visited, setVisited] = useState<{ readonly id: string; readonly beside: string | null } | null>(null);
  const at = visited !== null && visited.beside === chosen ? visited.id : chosen;
  const cursor = Math.max(
    0,
    rows.findIndex((row) => row.kind === 'policy' && row.rule.id === at),
  );
  const here = rows[cursor];

  const choose = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setVisited(null);
    if (row.kind === 'own') chooseOwnRule();
    else if (row.rule.rule === null) setVisited({ id: row.rule.id, beside: chosen });
    else choosePolicyRule(row.rule.id, row.rule.rule);
  };
  const open = (index: number) => {
    const row = rows[index];
    if (row?.kind === 'policy') onOpen(row.rule);
  };

  return (
    <div className={styles.list}>
      <div className={styles.grid}>
        <Grid
          label="Rules of the policy"
          columns={ruleColumns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          cursor={cursor}
          onCursor={choose}
          onOpen={open}
          entry
          empty={<EmptyState title="There is no rule in this text." />}
        />
      </div>
      {here?.kind === 'policy' && here.rule.rule === null && (
        <p className={styles.note}>
          An <code>invoke</code> has no expression, so it is not in the editor: it calls the capability that it names.
          Enter shows it in the text.
        </p>
      )}
    </div>
  );
}
