import { useQuery } from '@tanstack/react-query';
import { useRef, type RefObject, useEffect, useState } from 'react';
import type { TurnIndex } from '../../../engine/model/history.ts';
import { replayPolicyQuery } from '../../../services/engine/queries.ts';
import { useEngine } from '../../../services/engine/useEngine.ts';
import { useDecisions, useSession } from '../../../state/useSession.ts';
import { useViewActions } from '../../../state/useView.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { usePolite } from '../../../ui/usePolite.ts';
import type { Rule } from '../../../worker/protocol.ts';
import { divergenceText } from '../../replayWords.ts';
import { usePolicy } from '../../usePolicy.ts';
import { Counts } from '../Counts.tsx';
import { RowLabel } from '../RowLabel.tsx';
import styles from '../Timeline.module.css';
import { type RowProps, VerdictTrack } from '../VerdictRow.tsx';
import { useShown } from '../../useShown.ts';
import { OutcomeRow } from './OutcomeRow.tsx';
import { outcomesText } from './words.ts';

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
          <RowLabel>
            <span className={styles.name}>policy</span>
          </RowLabel>
          <p className={styles.sentences}>{problem}</p>
        </>
      ) : replay === null ? (
        <>
          <RowLabel>
            <span className={styles.name}>policy</span>
          </RowLabel>
          <div className={styles.track}>
            <Skeleton lines={1} label="Replaying the session under the policy" />
          </div>
        </>
      ) : (
        <OutcomeRow {...row} replay={replay} isWaiting={query.isPlaceholderData} />
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
      <RowLabel>
        <span className={styles.rule} title={title}>
          {title}
        </span>
      </RowLabel>
      <p className={styles.nothing}>This step calls a capability and has no verdict.</p>
    </>
  );
}

interface RuleRowProps extends RowProps {
  readonly id: string;
  readonly title: string;
  readonly rule: Rule;
  readonly isInEditor: boolean;
  readonly divergesAt: TurnIndex | null;
}

/** One rule of the policy. A click on its name, or Enter on its ribbon, puts it in the editor. */
function RuleRow({ id, title, rule, isInEditor, divergesAt, ...row }: RuleRowProps) {
  const name = useRef<HTMLButtonElement>(null);
  const shown = useShown(rule, useSeen(name));
  const { choosePolicyRule } = useViewActions();
  const choose = () => choosePolicyRule(id, rule);
  return (
    <>
      <RowLabel aside={<Counts shown={shown} isBrief />}>
        <button
          ref={name}
          type="button"
          className={styles.rule}
          aria-current={isInEditor}
          // The ribbon is the rule's single tab stop and takes Enter.
          tabIndex={-1}
          title={isInEditor ? `${title}, in the editor` : `Put ${title} in the editor`}
          onClick={choose}
        >
          {title}
        </button>
      </RowLabel>
      <VerdictTrack {...row} name={title} shown={shown} divergesAt={divergesAt} onEnter={choose} height={20} />
    </>
  );
}

/** Whether an element has ever been visible: rules out of view are not judged yet. */
function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const { current } = element;
    if (seen || current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, seen]);
  return seen;
}
