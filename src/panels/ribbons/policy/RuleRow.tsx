import { useRef, type RefObject, useEffect, useState } from 'react';
import type { TurnIndex } from '../../../engine/model/history.ts';
import { useViewActions } from '../../../state/useView.ts';
import type { Rule } from '../../../worker/protocol.ts';
import { Counts } from '../Counts.tsx';
import styles from '../Ribbons.module.css';
import { useShown } from '../useShown.ts';
import { type RowProps, VerdictTrack } from '../VerdictRow.tsx';

interface RuleRowProps extends RowProps {
  readonly id: string;
  readonly title: string;
  readonly rule: Rule;
  readonly isInEditor: boolean;
  readonly divergesAt: TurnIndex | null;
}

/** One rule of the policy. A click on its name, or Enter on its ribbon, puts it in the editor. */
export function RuleRow({ id, title, rule, isInEditor, divergesAt, ...row }: RuleRowProps) {
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
        aria-current={isInEditor}
        // The ribbon is the rule's single tab stop and takes Enter.
        tabIndex={-1}
        title={isInEditor ? `${title}, in the editor` : `Put ${title} in the editor`}
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
