import { useQuery } from '@tanstack/react-query';
import { replayPolicyQuery } from '../../../services/engine/queries.ts';
import { useEngine } from '../../../services/engine/useEngine.ts';
import { useDecisions, useSession } from '../../../state/useSession.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { usePolite } from '../../../ui/usePolite.ts';
import { usePolicy } from '../../usePolicy.ts';
import styles from '../Ribbons.module.css';
import type { RowProps } from '../VerdictRow.tsx';
import { OutcomeRow } from './OutcomeRow.tsx';
import { RuleRow } from './RuleRow.tsx';
import { divergenceText, functionSentences, outcomesText } from './words.ts';

const sayAtMostEveryMs = 600;

interface PolicyRowsProps extends RowProps {
  /** The draft is being judged: the replay waits, because it takes much longer. */
  readonly isDraftWaiting: boolean;
}

/** The outcome of the whole policy over the session, then each of its rules. */
export function PolicyRows({ isDraftWaiting, ...row }: PolicyRowsProps) {
  const policy = usePolicy();
  const { ref } = useSession();
  const decisions = useDecisions();
  const query = useQuery({
    ...replayPolicyQuery(useEngine(), ref, policy?.text ?? '', decisions),
    enabled: policy !== null && policy.failure === null && !isDraftWaiting,
  });
  const replay = policy?.failure == null ? (query.data ?? null) : null;
  const problem = policy?.failure ?? query.error?.message ?? null;
  const summary = usePolite(
    problem ?? (replay === null ? '' : `${outcomesText(replay.counts)}. ${divergenceText(replay)}`),
    sayAtMostEveryMs,
  );
  if (policy === null) return null;
  return (
    <>
      <p className="visually-hidden" role="status" aria-label="Policy">
        {summary}
      </p>
      {problem !== null ? (
        <>
          <span className={styles.name}>policy</span>
          <p className={styles.sentences}>{problem}</p>
        </>
      ) : replay === null ? (
        <>
          <span className={styles.name}>policy</span>
          <div className={styles.track}>
            <Skeleton lines={1} label="Replaying the session under the policy" />
          </div>
        </>
      ) : (
        <>
          <OutcomeRow {...row} replay={replay} isWaiting={query.isPlaceholderData} />
          <ul className={styles.sentences} aria-label="What the policy changes">
            {[divergenceText(replay), ...functionSentences(replay.functions)].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {(policy.outline?.rules ?? []).map(({ id, title, rule }) =>
        rule === null ? (
          <Invokes key={id} title={title} />
        ) : (
          <RuleRow
            key={id}
            {...row}
            id={id}
            title={title}
            rule={rule}
            isInEditor={policy.rule?.id === id}
            divergesAt={replay?.divergesAt ?? null}
          />
        ),
      )}
    </>
  );
}

function Invokes({ title }: { readonly title: string }) {
  return (
    <>
      <span className={styles.rule} title={title}>
        {title}
      </span>
      <p className={styles.nothing}>This step calls a capability and has no verdict.</p>
      <span />
    </>
  );
}
