import { type ReactNode, useId } from 'react';
import type { CallForm } from '../../engine/runs/console/form.ts';
import type { CallProblem } from '../../engine/runs/console/problems.ts';
import type { ConsoleScope } from '../../engine/runs/console/scope.ts';
import { OperationField } from './OperationField.tsx';
import styles from './Run.module.css';

interface CallTargetProps {
  readonly scope: ConsoleScope;
  readonly form: CallForm;
  readonly problems: readonly CallProblem[];
  readonly onForm: (form: CallForm) => void;
  /** The button that switches to the line. */
  readonly toggle: ReactNode;
}

/** The object of a call, its operation, and a name for its result. */
export function CallTarget({ scope, form, problems, onForm, toggle }: CallTargetProps) {
  const id = useId();
  const about = (code: string) => problems.find((problem) => problem.code === `console/${code}`) ?? null;

  return (
    <>
      <div className={styles.callBar}>
        <label className={styles.small}>
          <span>name for the result</span>
          <input
            type="text"
            className={styles.input}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={form.as}
            aria-invalid={about('bad-name') !== null}
            aria-describedby={id}
            onChange={({ target }) => onForm({ ...form, as: target.value.trim() })}
          />
        </label>
        <label className={styles.small}>
          <span>on</span>
          <select
            className={styles.input}
            value={form.on}
            aria-invalid={about('unknown-object') !== null}
            aria-describedby={id}
            onChange={({ target }) => onForm({ ...form, on: target.value })}
          >
            <option value="">{scope.main[0]}, the main object</option>
            {scope.labels.map((name) => (
              <option key={name}>{name}</option>
            ))}
            {form.on !== '' && !scope.labels.includes(form.on) && <option>{form.on}</option>}
          </select>
        </label>
        <OperationField
          operations={scope.operations}
          chosen={form.op}
          fault={about('unknown-operation') !== null || about('no-operation') !== null}
          onChoose={(op) => onForm({ ...form, op })}
        />
        {toggle}
      </div>
      <p id={id} className={styles.fault}>
        {(about('bad-name') ?? about('unknown-object') ?? about('unknown-operation') ?? about('no-operation'))?.message}
      </p>
    </>
  );
}
