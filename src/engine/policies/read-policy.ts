import { err, ok, type Result } from '../../base/result.ts';
import { parse } from '../cel/index.ts';
import type { HookId } from '../model/hooks.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { Problem, TextRange } from '../model/problem.ts';
import { isList, isRecord, typeName, valueAt, type RecordValue, type Value } from '../model/value.ts';
import { readYaml, type YamlDocument } from '../readers/yaml/index.ts';
import { expressionsIn } from '../systems/task/interpolate.ts';
import { readStep, type Layer, type Step } from '../systems/task/steps.ts';
import type { Policy, PolicyProblem, PolicyRule, RuleCapability, StepList } from './policy.ts';

/**
 * Reads a manifest's YAML. Whatever is wrong in it is told at its place, and the rest is read all the same; only a text
 * that is no manifest at all is a problem.
 */
export function readPolicy(text: string): Result<Policy, Problem> {
  const document = readYaml(text);
  if (!document.ok) return document;
  const { value } = document.value;
  if (!isRecord(value)) return err(noManifest(value));
  const reading = new Reading(document.value, value);
  reading.manifest();
  return ok({
    document: document.value,
    agent: { name: textOf(value['name']), namespace: textOf(value['namespace']) },
    rules: reading.rules,
    problems: reading.problems.toSorted((a, b) => a.range.start - b.range.start),
  });
}

const noManifest = (value: Value): Problem => ({
  code: 'policy/no-manifest',
  message: `A policy is an agent manifest in YAML, with guardrails or capabilities in it; this is a single ${typeName(value)}. Paste the manifest.`,
});

const textOf = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null);

/** Of a manifest: what else there may be is none of a policy's business. */
const versions = /^commonagents\.info\/(v1beta1|v1beta2|v1)\/agent$/;
const mounts = ['none', 'task', 'agent', 'workspace'];
const limitNames = ['max_turns', 'max_prompt_tokens', 'max_completion_tokens', 'max_age', 'max_tool_calls'];
const policyKeys = ['include', 'bindings', 'event_timeout', 'before_first', 'before', 'after'];
const stepKeys = ['assert', 'invoke', 'transform', 'bindings', 'match', 'condition', 'on_fail', 'error_message'];

class Reading {
  readonly rules: PolicyRule[] = [];
  readonly problems: PolicyProblem[] = [];
  readonly #document: YamlDocument;
  readonly #value: RecordValue;

  constructor(document: YamlDocument, value: RecordValue) {
    this.#document = document;
    this.#value = value;
    for (const problem of document.problems)
      this.problems.push({ ...problem, severity: 'error', range: problem.range ?? { start: 0, end: 1 } });
  }

  manifest(): void {
    const { kind, prompt, mount, limits, capabilities, guardrails, exposes } = this.#value;
    if (typeof kind === 'string' && !versions.test(kind))
      this.#warn(
        ['kind'],
        'policy/unknown-kind',
        `“${kind.slice(0, 80)}” is no kind of manifest known here; it is read as commonagents.info/v1beta1/agent.`,
      );
    if (capabilities === undefined && guardrails === undefined && prompt === undefined)
      this.#warn(
        [],
        'policy/no-rules',
        'There is no rule in this: neither guardrails, nor capabilities, nor a prompt.',
      );
    if (mount !== undefined && !mounts.includes(String(mount)))
      this.#fault(['mount'], 'policy/mount', `mount is one of ${mounts.join(', ')}.`);
    if (isRecord(limits)) this.#limits(limits);
    if (typeof prompt === 'string') this.#prompt(prompt);
    this.#guardrails(guardrails);
    this.#capabilities(capabilities);
    this.#modelCapabilities();
    if (isRecord(exposes)) for (const key of Object.keys(exposes)) this.#exposes(['exposes', key], key);
  }

  #limits(limits: RecordValue): void {
    for (const [name, value] of Object.entries(limits)) {
      const path = ['limits', name];
      if (!limitNames.includes(name))
        this.#warn(path, 'policy/limit', `There is no limit ${name}; the limits are ${limitNames.join(', ')}.`);
      else if (
        name === 'max_age' ? !/^\d+(\.\d+)?(ms|s|m|h|d)$/.test(String(value)) : typeof value !== 'number' || value < 0
      )
        this.#fault(
          path,
          'policy/limit',
          name === 'max_age'
            ? 'max_age is a duration such as "30m" or "2h".'
            : `${name} is a whole number, not less than 0.`,
        );
    }
  }

  #prompt(prompt: string): void {
    const path = ['prompt'];
    for (const [index, within] of expressionsIn(prompt).entries()) {
      this.#rule({
        id: `prompt {${index}}`,
        title: `prompt, expression ${index + 1}`,
        kind: 'prompt',
        hook: 'prompt',
        path,
        within,
        expression: prompt.slice(within.start, within.end),
      });
    }
  }

  #guardrails(guardrails: Value | undefined): void {
    if (guardrails === undefined || guardrails === null) return;
    if (!isRecord(guardrails))
      return this.#fault(['guardrails'], 'policy/guardrails', 'guardrails has lists of steps under before and after.');
    for (const name of Object.keys(guardrails)) {
      const path = ['guardrails', name];
      if (name === 'before' || name === 'after') this.#steps(path, 'guardrail', name, null);
      else this.#fault(path, 'policy/guardrails', `guardrails has before and after, and no ${name}.`, 'key');
    }
  }

  #capabilities(capabilities: Value | undefined): void {
    if (capabilities === undefined || capabilities === null) return;
    if (!isRecord(capabilities))
      return this.#fault(
        ['capabilities'],
        'policy/capabilities',
        'capabilities has an entry for each tool or agent, by its name.',
      );
    for (const [ref, policy] of Object.entries(capabilities)) this.#capability(['capabilities', ref], ref, policy);
  }

  #capability(path: Path, ref: string, policy: Value): void {
    if (policy === '*') return;
    if (!isRecord(policy))
      return this.#fault(
        path,
        'policy/capability',
        `${ref} needs "*", which grants it without conditions, or its conditions.`,
      );
    if (Object.keys(policy).length === 0)
      return this.#fault(
        path,
        'policy/capability',
        `${ref} is empty, which the specification refuses; "*" grants it without conditions.`,
      );
    for (const name of Object.keys(policy)) {
      if (!policyKeys.includes(name))
        this.#warn(
          [...path, name],
          'policy/unknown-field',
          `A capability has no ${name}; it has ${policyKeys.join(', ')}.`,
          'key',
        );
    }
    const { bindings, include } = policy;
    if (include !== undefined && !(isList(include) && [...include].every((name) => typeof name === 'string')))
      this.#fault([...path, 'include'], 'policy/include', 'include is a list of the names of actions.');
    if (isRecord(bindings))
      for (const parameter of Object.keys(bindings)) this.#binding([...path, 'bindings', parameter], ref, parameter);
    for (const list of ['before_first', 'before', 'after'] as const)
      this.#steps([...path, list], 'middleware', list, ref);
  }

  #modelCapabilities(): void {
    const { model_capabilities: listed, capabilities } = this.#value;
    if (listed === undefined) return;
    const path = ['model_capabilities'];
    if (!isList(listed))
      return this.#fault(path, 'policy/model-capabilities', 'model_capabilities is a list of names.');
    const seen = new Set<string>();
    for (const [index, name] of [...listed].entries()) {
      if (typeof name !== 'string') continue;
      if (seen.has(name)) this.#fault([...path, index], 'policy/model-capabilities', `${name} is listed twice.`);
      if (isRecord(capabilities) && Object.hasOwn(capabilities, name))
        this.#fault(
          [...path, index],
          'policy/model-capabilities',
          `${name} is under capabilities as well; a name stands in one of the two.`,
        );
      seen.add(name);
    }
  }

  #binding(path: Path, ref: string, parameter: string): void {
    this.#whole(path, {
      title: `${ref}, ${parameter}`,
      kind: 'binding',
      hook: 'binding',
      capability: { ref, only: null },
    });
  }

  #exposes(path: Path, key: string): void {
    this.#whole(path, { title: `exposes ${key}`, kind: 'exposes', hook: 'guardrail.after' });
  }

  #steps(path: Path, layer: Layer, list: StepList, ref: string | null): void {
    const steps = valueAt(this.#value, path);
    if (steps === undefined || steps === null) return;
    if (!isList(steps))
      return this.#fault(path, 'policy/steps', `${list} is a list of steps; each begins with a dash.`);
    for (const [index, step] of [...steps].entries()) this.#step([...path, index], layer, list, ref, step, index);
  }

  #step(path: Path, layer: Layer, list: StepList, ref: string | null, value: Value, index: number): void {
    const read = readStep(layer, withTexts(value));
    if (!read.ok) return this.#fault(path, 'policy/step', read.problem.message);
    const step = read.value;
    if (isRecord(value)) {
      for (const name of Object.keys(value)) {
        if (!stepKeys.includes(name))
          this.#warn(
            [...path, name],
            'policy/unknown-field',
            `A step has no ${name}; it has ${stepKeys.join(', ')}.`,
            'key',
          );
      }
    }
    if (step.match !== undefined && layer === 'guardrail')
      this.#warn(
        [...path, 'match'],
        'policy/match',
        'match names an action of a tool; a guardrail has none, so this step never runs.',
      );
    if (list !== 'after' && step.error_message !== undefined)
      this.#noOutput([...path, 'error_message'], step.error_message);
    const kind = kindOf(step);
    const hook: HookId = `${layer}.${list === 'after' ? 'after' : 'before'}`;
    const capability = ref === null ? null : { ref, only: step.match ?? null };
    this.#whole([...path, kind], {
      id: formatPath(path),
      title: `${ref ?? 'guardrail'} ${list.replace('_', ' ')} ${index + 1}`,
      kind,
      hook,
      capability,
      step,
      list,
    });
    if (step.condition !== undefined) this.#parses([...path, 'condition'], step.condition);
    for (const [parameter, expression] of Object.entries(step.bindings ?? {}))
      this.#parses([...path, 'bindings', parameter], expression);
  }

  /** `{output…}` in an error message exists only after a call. */
  #noOutput(path: Path, message: string): void {
    for (const within of expressionsIn(message)) {
      if (/\b(output|o)\b/.test(message.slice(within.start, within.end)))
        this.#warn(
          path,
          'policy/no-output',
          'There is no output before the call: this placeholder stays as it is written.',
          'value',
          within,
        );
    }
  }

  #whole(path: Path, rule: Partial<PolicyRule> & Pick<PolicyRule, 'title' | 'kind' | 'hook'>): void {
    const scalar = this.#document.scalar(path);
    if (scalar === null) return this.#fault(path, 'policy/no-text', `${formatPath(path)} is an expression, so a text.`);
    this.#rule({
      path,
      within: { start: 0, end: scalar.value.length },
      expression: scalar.value,
      id: formatPath(path),
      ...rule,
    });
    if (rule.kind !== 'invoke') this.#parses(path, scalar.value);
  }

  #rule(
    rule: Pick<PolicyRule, 'id' | 'title' | 'kind' | 'hook' | 'path' | 'within' | 'expression'> & {
      readonly capability?: RuleCapability | null;
      readonly step?: Step | null;
      readonly list?: StepList | null;
    },
  ): void {
    const range = this.#document.scalar(rule.path)?.rangeOf(rule.within) ?? this.#placeOf(rule.path);
    this.rules.push({ capability: null, step: null, list: null, range, ...rule });
    if (rule.kind === 'prompt') this.#parses(rule.path, rule.expression, rule.within.start);
  }

  #parses(path: Path, expression: string, offset = 0): void {
    const scalar = this.#document.scalar(path);
    for (const { code, message, range } of parse(expression).problems) {
      const within = { start: offset + (range?.start ?? 0), end: offset + (range?.end ?? expression.length) };
      this.problems.push({ code, message, severity: 'error', range: scalar?.rangeOf(within) ?? this.#placeOf(path) });
    }
  }

  #fault(path: Path, code: string, message: string, part: 'key' | 'value' = 'value'): void {
    this.problems.push({ severity: 'error', code, message, range: this.#placeOf(path, part) });
  }

  #warn(path: Path, code: string, message: string, part: 'key' | 'value' = 'value', within?: TextRange): void {
    const place = within === undefined ? undefined : this.#document.scalar(path)?.rangeOf(within);
    this.problems.push({ severity: 'warning', code, message, range: place ?? this.#placeOf(path, part) });
  }

  #placeOf(path: Path, part: 'key' | 'value' = 'value'): TextRange {
    const key = this.#document.locateKey(path);
    const range = part === 'key' ? (key ?? this.#document.locate(path)) : (this.#document.locate(path) ?? key);
    return range ?? (path.length === 0 ? { start: 0, end: 1 } : this.#placeOf(path.slice(0, -1), part));
  }
}

const kindOf = ({ assert, invoke }: Step): 'assert' | 'invoke' | 'transform' =>
  assert !== undefined ? 'assert' : invoke !== undefined ? 'invoke' : 'transform';

/** YAML reads `assert: true` as a boolean; as an expression it says the same. */
function withTexts(value: Value): Value {
  if (!isRecord(value)) return value;
  const asText = (field: Value): Value =>
    typeof field === 'boolean' || typeof field === 'number' ? String(field) : field;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isRecord(field)
        ? Object.fromEntries(Object.entries(field).map(([key, inner]) => [key, asText(inner)]))
        : asText(field),
    ]),
  );
}
