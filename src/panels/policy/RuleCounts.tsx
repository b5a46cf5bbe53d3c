import { useQuery } from '@tanstack/react-query';
import { sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useOptionalSession, useSession } from '../../state/useSession.ts';
import { count } from '../../ui/format.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import type { Rule } from '../../worker/protocol.ts';
import styles from './Policy.module.css';
import { countParts, countsInWords } from './ruleRows.ts';

/** A rule's counts in the shown session; empty before a session is open. */
export function RuleCounts({ rule }: { readonly rule: Rule }) {
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
  const said = countsInWords(sweep.counts);
  return (
    <span className={styles.counts} title={said}>
      <span aria-hidden="true" className={styles.parts}>
        {countParts(sweep.counts).map((part) => (
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
