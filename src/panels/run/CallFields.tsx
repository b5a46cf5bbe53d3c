import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useId } from 'react';
import type { SessionRef } from '../../engine/model/session.ts';
import type { CallForm, FieldText } from '../../engine/runs/console/form.ts';
import type { CallProblem } from '../../engine/runs/console/problems.ts';
import type { ConsoleScope } from '../../engine/runs/console/scope.ts';
import { readCallQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { Button } from '../../ui/Button.tsx';
import { ParameterField } from './ParameterField.tsx';
import styles from './Run.module.css';
import { OperationField } from './OperationField.tsx';

interface CallFieldsProps {
  readonly label: string;
  readonly session: SessionRef;
  readonly step: number;
  readonly scope: ConsoleScope;
  readonly form: CallForm;
  /** The problems when the form was submitted. */
  readonly refused: readonly CallProblem[];
  readonly onForm: (form: CallForm) => void;
  readonly onEnter: () => void;
  /** The button that switches to the line. */
  readonly toggle: ReactNode;
  readonly onLeave?: () => void;
}

const notGiven: FieldText = { kind: 'text', text: '' };

/** A call as a form: the object it is called on, the operation, its arguments, and a name for its result. */
export function CallFields(props: CallFieldsProps) {
  const { label, session, step, scope, form, refused, onForm, onEnter, toggle, onLeave } = props;
  const first = useRef<HTMLDivElement>(null);
  const reading = useQuery(readCallQuery(useEngine(), session, step, { form })).data;
  const spec = scope.operations.find(({ name }) => name === form.op);
  // During input only wrong values are reported; missing ones are reported on submit.
  const live = (reading?.problems ?? []).filter(({ code, parameter }) =>
    parameter === undefined ? code !== 'console/no-operation' : code !== 'console/missing-argument',
  );
  const problems = refused.length > 0 ? refused : live;

  // A form that opens with an operation focuses its first empty argument.
  const [isFilled] = useState(form.op !== '');
  useEffect(() => {
    const fields = [...(first.current?.querySelectorAll<HTMLTextAreaElement>('[data-parameter]') ?? [])];
    const next = isFilled ? (fields.find(({ value }) => value === '') ?? fields[0]) : undefined;
    (next ?? first.current?.querySelector<HTMLElement>('[role="combobox"]'))?.focus();
  }, [isFilled]);
  // Focus the faulty field, so that screen readers read it with its problem.
  useEffect(() => {
    if (refused.length > 0) first.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = event.target instanceof HTMLInputElement && event.target.role !== 'combobox';
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || isPlain)) onEnter();
    else if (event.key === 'Escape' && onLeave !== undefined) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const unasked = Object.keys(form.args).filter((name) => spec?.parameters.every((one) => one.name !== name) ?? false);

  return (
    // Keys that the fields do not handle bubble up to the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-label={label}
      className={styles.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <div ref={first} className={styles.formBody}>
        <CallTarget scope={scope} form={form} problems={problems} onForm={onForm} toggle={toggle} />
        {spec !== undefined && <p className={styles.help}>{spec.about}</p>}
        {spec?.parameters.map((parameter) => (
          <ParameterField
            key={`${form.op} ${parameter.name}`}
            parameter={parameter}
            field={form.args[parameter.name] ?? { ...notGiven, kind: parameter.type === 'string' ? 'text' : 'value' }}
            problem={problems.find((problem) => problem.parameter === parameter.name) ?? null}
            onField={(field) => onForm({ ...form, args: { ...form.args, [parameter.name]: field } })}
          />
        ))}
        {unasked.map((name) => (
          <p key={name} className={styles.unasked}>
            {form.op}() takes no <code>{name}</code>, which is filled in.{' '}
            <Button
              look="quiet"
              onClick={() => onForm({ ...form, args: without(form.args, name) })}
              aria-label={`Remove ${name}`}
            >
              Remove
            </Button>
          </p>
        ))}
      </div>
      <div className={styles.formFoot}>
        <code className={styles.preview} aria-label="The call">
          {form.op === '' ? 'Choose an operation.' : reading?.line}
        </code>
        <button type="submit" className={styles.performing}>
          Perform
        </button>
        {onLeave !== undefined && (
          <Button look="quiet" onClick={onLeave}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

const without = (args: CallForm['args'], name: string): CallForm['args'] =>
  Object.fromEntries(Object.entries(args).filter(([key]) => key !== name));

interface CallTargetProps {
  readonly scope: ConsoleScope;
  readonly form: CallForm;
  readonly problems: readonly CallProblem[];
  readonly onForm: (form: CallForm) => void;
  /** The button that switches to the line. */
  readonly toggle: ReactNode;
}

/** The object of a call, its operation, and a name for its result. */
function CallTarget({ scope, form, problems, onForm, toggle }: CallTargetProps) {
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
