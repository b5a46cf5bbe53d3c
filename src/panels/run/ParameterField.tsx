import { useId } from 'react';
import type { FieldText } from '../../engine/runs/console/form.ts';
import type { CallProblem } from '../../engine/runs/console/problems.ts';
import type { ParameterSpec } from '../../engine/systems/machine.ts';
import { Button } from '../../ui/Button.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import styles from './Run.module.css';

interface ParameterFieldProps {
  readonly parameter: ParameterSpec;
  readonly field: FieldText;
  readonly problem: CallProblem | null;
  readonly onField: (field: FieldText) => void;
}

/** The type of a field's value, in a word. */
const kinds: { readonly [T in ParameterSpec['type']]: string } = {
  string: 'text',
  number: 'number',
  boolean: 'True or False',
  list: 'list',
  map: 'object',
  any: 'any value',
};

/** Examples of values that have a notation of their own. */
const examples: { readonly [T in ParameterSpec['type']]?: string } = {
  list: '[1, "two"]',
  map: '{"a": 1}',
  any: '"text", 1, [1, 2] or {"a": 1}',
};

/** One argument: its field, its description, and its problem. */
export function ParameterField({ parameter, field, problem, onField }: ParameterFieldProps) {
  const { name, type, isRequired, about } = parameter;
  const id = useId();
  const shared = {
    id,
    className: styles.input,
    'data-parameter': name,
    'aria-required': isRequired,
    'aria-invalid': problem !== null,
    'aria-describedby': `${id}-about ${id}-fault`,
  };
  const isName = type === 'string' && field.kind === 'value';
  const write = (text: string) => onField({ ...field, text });

  return (
    <div className={styles.parameter}>
      <label htmlFor={id} className={styles.parameterName}>
        <code>{name}</code>
        <span className={styles.kind}>
          {isRequired ? 'required, ' : ''}
          {isName ? 'a name or a value' : kinds[type]}
        </span>
      </label>
      <div className={styles.parameterField}>
        {type === 'boolean' && truths.includes(field.text) ? (
          <select {...shared} value={field.text} onChange={({ target }) => write(target.value)}>
            <option value="">{isRequired ? 'choose' : 'not given'}</option>
            <option>True</option>
            <option>False</option>
          </select>
        ) : type === 'number' || type === 'boolean' ? (
          <input
            {...shared}
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={field.text}
            onChange={({ target }) => write(target.value)}
          />
        ) : (
          <textarea
            {...shared}
            rows={1}
            placeholder={examples[type]}
            spellCheck={type === 'string' && !isName}
            value={field.text}
            onChange={({ target }) => write(target.value)}
          />
        )}
        {type === 'string' && (
          <Button
            look="quiet"
            aria-pressed={isName}
            aria-label={`${name} is a name`}
            title="The name of an earlier call’s result, such as child.depth, instead of a text"
            onClick={() => onField({ kind: isName ? 'text' : 'value', text: field.text })}
          >
            name
          </Button>
        )}
      </div>
      <p id={`${id}-about`} className={styles.help}>
        <Sentence text={about} />
      </p>
      <p id={`${id}-fault`} className={styles.fault}>
        {problem !== null && <Sentence text={problem.message} />}
      </p>
    </div>
  );
}

/** The values of the choice for a boolean; any other text was written on the line and is kept. */
const truths: readonly string[] = ['', 'True', 'False'];
