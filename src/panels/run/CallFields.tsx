import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { SessionRef } from '../../engine/model/session.ts';
import type { CallForm, FieldText } from '../../engine/runs/console/form.ts';
import type { CallProblem } from '../../engine/runs/console/problems.ts';
import type { ConsoleScope } from '../../engine/runs/console/scope.ts';
import { readCallQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { Button } from '../../ui/Button.tsx';
import { CallTarget } from './CallTarget.tsx';
import { ParameterField } from './ParameterField.tsx';
import styles from './Run.module.css';

interface CallFieldsProps {
  readonly label: string;
  readonly session: SessionRef;
  readonly step: number;
  readonly scope: ConsoleScope;
  readonly form: CallForm;
  /** What was wrong when the form was entered. */
  readonly refused: readonly CallProblem[];
  readonly onForm: (form: CallForm) => void;
  readonly onEnter: () => void;
  /** Changes to the line. */
  readonly toggle: ReactNode;
  readonly onLeave?: () => void;
}

const notGiven: FieldText = { kind: 'text', text: '' };

/** A call field by field: what it is called on, the operation, its arguments, and a name for what it makes. */
export function CallFields(props: CallFieldsProps) {
  const { label, session, step, scope, form, refused, onForm, onEnter, toggle, onLeave } = props;
  const first = useRef<HTMLDivElement>(null);
  const reading = useQuery(readCallQuery(useEngine(), session, step, { form })).data;
  const spec = scope.operations.find(({ name }) => name === form.op);
  // While the form is filled in, only what is written can be wrong; what is missing is told when it is entered.
  const live = (reading?.problems ?? []).filter(({ code, parameter }) =>
    parameter === undefined ? code !== 'console/no-operation' : code !== 'console/missing-argument',
  );
  const problems = refused.length > 0 ? refused : live;

  // A form that is opened filled goes on at the first argument that is not.
  const [isFilled] = useState(form.op !== '');
  useEffect(() => {
    const fields = [...(first.current?.querySelectorAll<HTMLTextAreaElement>('[data-parameter]') ?? [])];
    const next = isFilled ? (fields.find(({ value }) => value === '') ?? fields[0]) : undefined;
    (next ?? first.current?.querySelector<HTMLElement>('[role="combobox"]'))?.focus();
  }, [isFilled]);
  // What is wrong has the focus, so that it is read out with what is wrong with it.
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
    // What the fields inside do not take is the form's.
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
              aria-label={`Take ${name} away`}
            >
              Take away
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
