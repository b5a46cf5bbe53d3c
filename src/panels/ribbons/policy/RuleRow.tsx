import { useRef } from 'react';
import type { TurnIndex } from '../../../engine/model/history.ts';
import { useViewActions } from '../../../state/useView.ts';
import type { Rule } from '../../../worker/protocol.ts';
import { Counts } from '../Counts.tsx';
import styles from '../Ribbons.module.css';
import { useShown } from '../useShown.ts';
import { type RowProps, VerdictTrack } from '../VerdictRow.tsx';
import { useSeen } from './useSeen.ts';

interface RuleRowProps extends RowProps {
  readonly id: string;
  readonly title: string;
  readonly rule: Rule;
  readonly isOnBench: boolean;
  readonly divergesAt: TurnIndex | null;
}

/** One rule of the policy: its name puts it on the bench, as Enter on its ribbon does. */
export function RuleRow({ id, title, rule, isOnBench, divergesAt, ...row }: RuleRowProps) {
  const name = useRef<HTMLButtonElement>(null);
  const shown = useShown(rule, useSeen(name));
  const { choosePolicyRule } = useViewActions();
  const choose = () => choosePolicyRule(id, rule);
  return (
    <>
      <button
        ref={name}
        type="button"
        className={styles.rule}
        aria-current={isOnBench}
        // One tab stop for each rule is enough: its ribbon takes Enter.
        tabIndex={-1}
        title={isOnBench ? `${title}, on the bench` : `put ${title} on the bench`}
        onClick={choose}
      >
        {title}
      </button>
      <VerdictTrack {...row} name={title} shown={shown} divergesAt={divergesAt} onEnter={choose} />
      <div className={styles.counts} data-waiting={shown.isWaiting}>
        <Counts shown={shown} />
      </div>
    </>
  );
}
