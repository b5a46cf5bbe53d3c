import { type KeyboardEvent, useRef } from 'react';
import type { Problem } from '../../engine/model/problem.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { RunStepRow } from '../../worker/run-protocol.ts';
import { CallField } from './CallField.tsx';
import styles from './Run.module.css';
import { hasFailed } from './useRun.ts';

interface StepListProps {
  readonly steps: readonly RunStepRow[];
  /** Steps taken; those after it are shown, and can be gone forward to. */
  readonly cursor: number;
  readonly edited: number | null;
  readonly session: SessionRef;
  readonly onRewind: (step: number) => void;
  readonly onEdit: (step: number, line: string) => Promise<readonly Problem[]>;
  readonly onLeave: () => void;
}

/** The steps, one tab stop: the arrow keys walk, Enter goes to after the step. */
export function StepList({ steps, cursor, edited, session, onRewind, onEdit, onLeave }: StepListProps) {
  const list = useRef<HTMLOListElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
    all[all.indexOf(event.currentTarget) + by]?.focus();
  };
  const place = (taken: number) => ({
    ref: taken === cursor ? inView : undefined,
    'data-step': taken,
    'data-ahead': taken > cursor,
    'aria-current': taken === cursor ? ('step' as const) : undefined,
    tabIndex: taken === cursor ? 0 : -1,
    className: styles.step,
    onKeyDown,
    onClick: () => onRewind(taken),
  });
  return (
    <ol className={styles.steps} aria-label="Steps" ref={list}>
      <li>
        <button type="button" {...place(0)}>
          <span className={styles.index}>0</span>
          <span className={styles.line}>the start</span>
        </button>
      </li>
      {steps.map((step) => (
        <li key={step.index}>
          {step.index === edited ? (
            <CallField
              label={`Edit step ${step.index + 1}`}
              session={session}
              start={step.line}
              onEnter={(line) => onEdit(step.index, line)}
              onLeave={onLeave}
            />
          ) : (
            <button type="button" {...place(step.index + 1)} title={step.line}>
              <span className={styles.index}>{step.index + 1}</span>
              <span className={styles.line}>{step.line}</span>
              <span className={styles.outcome} data-failed={hasFailed(step)}>
                {step.outcome}
                {step.words === '' ? '' : `: ${step.words}`}
              </span>
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** jsdom has no such method: nothing is out of sight there. */
const inView = (step: HTMLElement | null) => step?.scrollIntoView?.({ block: 'nearest' });
