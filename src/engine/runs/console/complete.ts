import { unreachable } from '../../../base/unreachable.ts';
import type { TextRange } from '../../model/problem.ts';
import type { OperationSpec, ParameterSpec } from '../../systems/machine.ts';
import { typeNames } from './read.ts';
import type { ConsoleScope } from './scope.ts';
import { situationAt, type Situation } from './situation.ts';

export interface ConsoleCompletion {
  readonly label: string;
  readonly kind: 'variable' | 'method' | 'field' | 'value';
  readonly insert: string;
  /** The part of the line that `insert` replaces. */
  readonly range: TextRange;
  readonly detail: string;
  readonly about: string;
}

/** The operation whose arguments are being written, and the index of the current one. */
export interface ArgumentHelp {
  readonly operation: OperationSpec;
  /** Index into its parameters; null when all of them are given. */
  readonly active: number | null;
}

export interface ConsoleHelp {
  readonly completions: readonly ConsoleCompletion[];
  readonly help: ArgumentHelp | null;
}

export function completeConsole(text: string, offset: number, scope: ConsoleScope): ConsoleHelp {
  const situation = situationAt(text, offset);
  const typed = situation.kind === 'inside' ? '' : text.slice(situation.word.start, offset).toLowerCase();
  const offered = offers(situation, scope)
    .filter(({ label }) => label.toLowerCase().startsWith(typed))
    .map((completion) => withoutTwice(completion, text));
  return { completions: offered, help: helpFor(situation, scope) };
}

/** Text that is already behind the word is not inserted again. */
function withoutTwice(completion: ConsoleCompletion, text: string): ConsoleCompletion {
  const { insert, range } = completion;
  const mark = insert.at(-1) ?? '';
  return /[.(=]/.test(mark) && text.charAt(range.end) === mark
    ? { ...completion, insert: insert.slice(0, -1) }
    : completion;
}

function offers(situation: Situation, scope: ConsoleScope): readonly ConsoleCompletion[] {
  switch (situation.kind) {
    case 'inside':
      return [];
    case 'name':
      if (situation.object === null) return objects(scope, situation.word, '.');
      return isObject(situation.object, scope) ? scope.operations.map((each) => operation(each, situation.word)) : [];
    case 'argument': {
      const spec = scope.operations.find(({ name }) => name === situation.operation);
      if (spec === undefined) return [];
      const made = labels(scope, situation.word, '');
      const index = active(spec, situation.names);
      const parameter = index === null ? undefined : spec.parameters[index];
      const isLate = !situation.isValue && situation.names.some((name) => name !== null);
      // No positional argument may follow a named one.
      const values = isLate ? [] : [...(parameter?.type === 'boolean' ? truths(situation.word) : []), ...made];
      if (situation.isValue) return values;
      const left = spec.parameters.filter(({ name }) => !situation.names.includes(name));
      // A positional argument counts as given too.
      const rest = left.filter((each) => spec.parameters.indexOf(each) >= positional(situation.names) - 1);
      return [...rest.map((each) => field(each, situation.word)), ...values];
    }
    default:
      return unreachable(situation);
  }
}

const isObject = (name: string, { main, labels: made }: ConsoleScope) => main.includes(name) || made.includes(name);

const positional = (names: readonly (string | null)[]): number => names.filter((name) => name === null).length;

/** The parameter of the last of these arguments. */
function active({ parameters }: OperationSpec, names: readonly (string | null)[]): number | null {
  const last = names.at(-1) ?? null;
  const index = last === null ? names.length - 1 : parameters.findIndex(({ name }) => name === last);
  return index >= 0 && index < parameters.length ? index : null;
}

function helpFor(situation: Situation, { operations }: ConsoleScope): ArgumentHelp | null {
  if (situation.kind === 'name') return null;
  const spec = operations.find(({ name }) => name === situation.operation);
  return spec === undefined ? null : { operation: spec, active: active(spec, situation.names) };
}

function objects(scope: ConsoleScope, range: TextRange, after: string): readonly ConsoleCompletion[] {
  const main = scope.main.map((label): ConsoleCompletion => {
    return { label, kind: 'variable', insert: label + after, range, detail: 'the main object', about: '' };
  });
  return [...main, ...labels(scope, range, after)];
}

const labels = (scope: ConsoleScope, range: TextRange, after: string): readonly ConsoleCompletion[] =>
  scope.labels
    .filter((label) => !scope.main.includes(label))
    .map((label) => ({ label, kind: 'variable', insert: label + after, range, detail: 'made by a call', about: '' }));

const operation = ({ name, about, parameters }: OperationSpec, range: TextRange): ConsoleCompletion => ({
  label: name,
  kind: 'method',
  insert: `${name}(`,
  range,
  detail: `(${parameters.map((each) => (each.isRequired ? each.name : `${each.name}?`)).join(', ')})`,
  about,
});

const field = ({ name, type, isRequired, about }: ParameterSpec, range: TextRange): ConsoleCompletion => ({
  label: name,
  kind: 'field',
  insert: `${name}=`,
  range,
  detail: typeNames[type] + (isRequired ? '' : ', optional'),
  about,
});

const truths = (range: TextRange): readonly ConsoleCompletion[] =>
  ['True', 'False'].map((label) => ({ label, kind: 'value', insert: label, range, detail: '', about: '' }));
