import { syntaxProblems } from '../cel/check/index.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { TextRange } from '../model/problem.ts';
import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { YamlDocument } from '../readers/yaml/index.ts';
import type { PolicyProblem, PolicyRule, RulePart } from './policy.ts';

/** The results of reading a manifest: its rules, and its faults, each at its place in the text. */
export class PolicyReading {
  readonly rules: PolicyRule[] = [];
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

  /** A rule whose expression is the whole scalar at a path. */
  whole(path: Path, rule: Pick<PolicyRule, 'title' | 'kind' | 'hook'> & Partial<PolicyRule>): void {
    const scalar = this.#document.scalar(path);
    if (scalar === null)
      return this.fault(path, 'policy/no-text', `${formatPath(path)} needs an expression, written as text.`);
    const within = { start: 0, end: scalar.value.length };
    this.rule({ path, within, expression: scalar.value, id: formatPath(path), ...rule });
    if (rule.kind !== 'invoke') this.parses(path, scalar.value, within, 'error');
  }

  rule(
    rule: Pick<PolicyRule, 'id' | 'title' | 'kind' | 'hook' | 'path' | 'within' | 'expression'> & Partial<PolicyRule>,
  ): void {
    const range = this.#document.scalar(rule.path)?.rangeOf(rule.within) ?? this.#placeOf(rule.path);
    this.rules.push({ capability: null, step: null, list: null, parts: [], range, ...rule });
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
