import { syntaxProblems } from '../cel/check/index.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { TextRange } from '../model/problem.ts';
import { isRecord, valueAt, type RecordValue, type Value } from '../model/value.ts';
import type { YamlDocument } from '../readers/yaml/index.ts';
import { isSpecificationHook } from '../model/hooks.ts';
import type { Variables } from '../cel/index.ts';
import type { PolicyProblem, PolicyRule, PolicyVariable, RulePart } from './policy.ts';

/** The results of reading a manifest: its rules, and its faults, each at its place in the text. */
export class PolicyReading {
  readonly rules: PolicyRule[] = [];
  readonly variables: PolicyVariable[] = [];
  readonly problems: PolicyProblem[] = [];
  readonly #document: YamlDocument;

  constructor(document: YamlDocument) {
    this.#document = document;
    for (const problem of document.problems)
      this.problems.push({ ...problem, severity: 'error', range: problem.range ?? { start: 0, end: 1 } });
  }

  fault(path: Path, code: string, message: string, part: 'key' | 'value' = 'value'): void {
    this.problems.push({ severity: 'error', code, message, range: this.#placeOf(path, part) });
  }

  warn(path: Path, code: string, message: string, part: 'key' | 'value' = 'value', within?: TextRange): void {
    const place = within === undefined ? undefined : this.#document.scalar(path)?.rangeOf(within);
    this.problems.push({ severity: 'warning', code, message, range: place ?? this.#placeOf(path, part) });
  }

  /** The value if it is a record; a fault for another value, and no fault for a missing one. */
  record(value: Value | undefined, path: Path, code: string, message: string): RecordValue | null {
    if (value === undefined || value === null) return null;
    if (isRecord(value)) return value;
    this.fault(path, code, message);
    return null;
  }

  valueAt(path: Path): Value | undefined {
    return valueAt(this.#document.value, path);
  }

  /** Null where there is no record. */
  recordAt(path: Path): RecordValue | null {
    const value = this.valueAt(path);
    return value !== undefined && isRecord(value) ? value : null;
  }

  /** A rule whose expression is the whole scalar at a path. Null where there is none. */
  whole(path: Path, rule: Pick<PolicyRule, 'title' | 'kind' | 'hook'> & Partial<PolicyRule>): PolicyRule | null {
    const scalar = this.#document.scalar(path);
    if (scalar === null) {
      this.fault(path, 'policy/no-text', `${formatPath(path)} needs an expression, written as text.`);
      return null;
    }
    // Other hosts have their expressions in blocks of lines, whose last line break belongs to the block.
    const expression = isSpecificationHook(rule.hook) ? scalar.value : scalar.value.trimEnd();
    const within = { start: 0, end: expression.length };
    const added = this.rule({ path, within, expression, id: formatPath(path), ...rule });
    if (rule.kind !== 'invoke') this.parses(path, expression, within, 'error');
    return added;
  }

  rule(
    rule: Pick<PolicyRule, 'id' | 'title' | 'kind' | 'hook' | 'path' | 'within' | 'expression'> & Partial<PolicyRule>,
  ): PolicyRule {
    const range = this.#document.scalar(rule.path)?.rangeOf(rule.within) ?? this.#placeOf(rule.path);
    const added = { capability: null, step: null, list: null, parts: [], range, ...rule };
    this.rules.push(added);
    return added;
  }

  variable(name: string, path: Path, written: string, variables: Variables): void {
    const expression = written.trimEnd();
    const within = { start: 0, end: expression.length };
    this.variables.push({ name, path, within, expression, variables });
    this.parses(path, expression, within, 'error');
  }

  /** Reports why the expression at a place cannot be read. */
  parses(path: Path, expression: string, within: TextRange, severity: PolicyProblem['severity']): void {
    const scalar = this.#document.scalar(path);
    for (const { code, message, range } of syntaxProblems(expression)) {
      const place = { start: within.start + range.start, end: within.start + range.end };
      this.problems.push({ code, message, severity, range: scalar?.rangeOf(place) ?? this.#placeOf(path) });
    }
  }

  /** An expression of a step besides its own, which may be invalid as well. */
  part(kind: RulePart['kind'], path: Path, expression: string, within?: TextRange): RulePart {
    const place = within ?? { start: 0, end: expression.length };
    // An invalid placeholder stays visible in its braces, without further effect.
    this.parses(path, expression, place, kind === 'message' ? 'warning' : 'error');
    return { kind, path, expression, within: place };
  }

  #placeOf(path: Path, part: 'key' | 'value' = 'value'): TextRange {
    const key = this.#document.locateKey(path);
    const range = part === 'key' ? (key ?? this.#document.locate(path)) : (this.#document.locate(path) ?? key);
    return range ?? (path.length === 0 ? { start: 0, end: 1 } : this.#placeOf(path.slice(0, -1), part));
  }
}
