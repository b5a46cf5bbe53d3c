import { Fragment } from 'react';
import type { Problem } from '../../engine/model/problem.ts';
import type { ArgumentHelp as Help, ConsoleCompletion } from '../../engine/runs/console/complete.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import styles from './Run.module.css';

interface CompletionsProps {
  readonly id: string;
  readonly offered: readonly ConsoleCompletion[];
  readonly active: number;
  readonly onChoose: (completion: ConsoleCompletion) => void;
}

/** The completions at the caret. The field keeps the focus and handles the keys. */
export function Completions({ id, offered, active, onChoose }: CompletionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Completions"
      tabIndex={-1}
      className={styles.completions}
      hidden={offered.length === 0}
      onWheel={({ currentTarget, deltaY }) => currentTarget.scrollBy(0, deltaY)}
    >
      {offered.map((one, at) => (
        <button
          key={`${one.kind} ${one.label}`}
          id={`${id}-${at}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.completion}
          title={one.about}
          ref={at === active ? inView : undefined}
          // A press would move the focus from the field and close the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one)}
        >
          <span className={styles.label}>{one.label}</span> <span className={styles.detail}>{one.detail}</span>
        </button>
      ))}
    </div>
  );
}

/** jsdom does not have this method. */
const inView = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'nearest' });

/** The operation at the caret, with its current argument marked. */
export function ArgumentHelp({ help, isEdit }: { readonly help: Help | null; readonly isEdit: boolean }) {
  if (help === null) {
    return (
      <p className={styles.help}>
        {isEdit
          ? 'Enter replaces the call and performs it and all later calls again. Escape cancels the edit.'
          : 'Enter performs the call, Shift+Enter starts a new line. You can paste whole examples. The up key brings earlier calls back.'}
      </p>
    );
  }
  const { operation, active } = help;
  const parameter = active === null ? undefined : operation.parameters[active];
  return (
    <p className={styles.help}>
      <code>
        {operation.name}(
        {operation.parameters.map(({ name, isRequired }, at) => (
          <Fragment key={name}>
            {at > 0 && ', '}
            <span className={at === active ? styles.activeArgument : undefined}>
              {name}
              {!isRequired && '?'}
            </span>
          </Fragment>
        ))}
        )
      </code>{' '}
      {parameter?.about ?? operation.about}
    </p>
  );
}

/** The first problem of a text, with its place. */
export function Miswritten({ text, problems }: { readonly text: string; readonly problems: readonly Problem[] }) {
  const [first] = problems;
  if (first === undefined) return null;
  const { range } = first;
  // Of several lines, show the one where the problem begins.
  const start = range === undefined ? 0 : text.lastIndexOf('\n', range.start - 1) + 1;
  const line = text.slice(start).split('\n', 1)[0] ?? '';
  const at = (offset: number) => Math.min(line.length, Math.max(0, offset - start));
  return (
    <div className={styles.fault} role="alert">
      {range !== undefined && (
        <code className={styles.faulty}>
          {line.slice(0, at(range.start))}
          <mark>{line.slice(at(range.start), at(range.end)) || ' '}</mark>
          {line.slice(at(range.end))}
        </code>
      )}
      <p>
        <Sentence text={first.message} />
      </p>
    </div>
  );
}
