import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useOptionalSession, useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid, type Column } from '../../ui/Grid.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { count } from '../../ui/format.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { visible } from '../../ui/visible.tsx';
import type { PolicyOutline, PolicyRuleOutline } from '../../worker/policy-protocol.ts';
import type { Rule } from '../../worker/protocol.ts';
import { hookTitles } from '../words.ts';
import styles from './Policy.module.css';
import { ruleRows, onFailOf, type RuleRow, countParts, countsInWords } from './ruleRows.ts';

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
    <>
      <div className={styles.grid}>
        <Grid
          label="Rules of the policy"
          columns={ruleColumns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          cursor={cursor}
          onCursor={choose}
          onOpen={open}
          lines={2}
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
    </>
  );
}

const ruleColumns: readonly Column<RuleRow>[] = [
  { id: 'rule', title: 'rule', track: 'minmax(96px, 1fr)', cell: About },
  {
    id: 'verdicts',
    title: 'verdicts',
    track: 'minmax(64px, auto)',
    align: 'end',
    cell: (row) =>
      row.kind === 'own' || row.rule.rule === null || row.rule.rule.expression.trim() === '' ? null : (
        <RuleCounts rule={row.rule.rule} />
      ),
  },
];

/** Where the rule runs and what a failure does; below it the expression, which begins and ends where rules differ. */
function About(row: RuleRow) {
  if (row.kind === 'own') return <OwnRule />;
  const { rule, problems } = row;
  const wrong = problems.map(({ message }) => message).join('\n');
  const { text, isDefault } = onFailOf(rule);
  return (
    <span className={styles.about} title={[rule.id, rule.rule?.expression, wrong].filter(Boolean).join('\n')}>
      <span className={styles.name}>
        <span className={styles.title}>{rule.title}</span>
        {problems.length > 0 && (
          <span className={styles.warning} data-severity={problems.some(isError) ? 'error' : 'warning'}>
            <Icon name="warning" />
            <span className="visually-hidden">{wrong}</span>
          </span>
        )}
        <span className={styles.quiet}>{hookTitles[rule.hook]}</span>
        {shownKinds.has(rule.kind) && <span className={styles.quiet}>· {rule.kind}</span>}
        {text !== '' && (
          <span className={styles.quiet}>
            · <span title={isDefault ? 'by default' : 'on_fail'}>{visible(text)}</span>
          </span>
        )}
      </span>
      <Expression text={rule.rule?.expression ?? ''} />
    </span>
  );
}

/** The rule beside the policy. */
function OwnRule() {
  const starter = useOptionalSession()?.starter;
  const own = useView(({ ownRule }) => ownRule) ?? starter;
  return (
    <span className={styles.about}>
      <span className={styles.name}>
        <span className={styles.title}>your own rule</span>
        <span className={styles.quiet}>not in the policy</span>
      </span>
      <Expression text={own?.expression ?? ''} />
    </span>
  );
}

const Expression = ({ text }: { readonly text: string }) => (
  <code className={styles.expression}>
    <CutTitle title={text.replaceAll(/\s+/g, ' ')} tail={16} />
  </code>
);

const isError = ({ severity }: { readonly severity: string }) => severity === 'error';

/** A rule's counts in the shown session; empty before a session is open. */
function RuleCounts({ rule }: { readonly rule: Rule }) {
  return useOptionalSession() === null ? null : <Counts rule={rule} />;
}

const settleMs = 250;

function Counts({ rule }: { readonly rule: Rule }) {
  const { ref } = useSession();
  // Wait for a pause in typing, so that the ribbon is judged first.
  const settledRule = useSettled(rule, settleMs);
  const sweep = useQuery(sweepQuery(useEngine(), ref, settledRule, useDecisions())).data;
  if (sweep === undefined) return null;
  if (sweep.problem !== null)
    return (
      <span className={styles.fault} title={sweep.problem.message}>
        does not run
      </span>
    );
  const said = countsInWords(sweep.counts, rule);
  return (
    <span className={styles.counts} title={said}>
      <span aria-hidden="true" className={styles.parts}>
        {countParts(sweep.counts, rule).map((part) => (
          <span key={part.kind} className={styles.part} data-verdict={part.kind}>
            <VerdictMark mark={part.kind} />
            {count(part.count)}
          </span>
        ))}
        <span className={styles.quiet}>
          {sweep.counts.eligible === 0 ? 'nowhere' : `of ${count(sweep.counts.eligible)}`}
        </span>
      </span>
      <span className="visually-hidden">{said}</span>
    </span>
  );
}

/** An assertion is the usual kind, and says what it does by its effect. */
const shownKinds: ReadonlySet<PolicyRuleOutline['kind']> = new Set([
  'invoke',
  'transform',
  'allow',
  'deny',
  'confirm',
  'replay',
  'match',
  'output',
]);
