import { formatPath, type Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { CelAiHookId } from '../../model/hooks.ts';
import type { Variables } from '../../cel/index.ts';
import { type Effect, hostEffects } from '../../model/host-effect.ts';
import type { Match, MatchList, PolicyRule } from '../policy.ts';
import type { PolicyReading } from '../policy-reading.ts';
import { readVariables } from './ai-variables.ts';

/**
 * A policy for the CEL project's environment for agents, in either of its forms: variables, and rules of which the first true
 * one decides, as google/cel-java has them in its files `*.celpolicy` (tools/src/main/java/dev/cel/tools/ai/
 * AgenticPolicyCompiler.java, commit 3e6839b); or the general form of CEL policies, whose rules nest (policy/src/main/java/
 * dev/cel/policy/CelPolicyYamlParser.java and RuleComposer.java). Apache-2.0, restated.
 */
export const isAiPolicy = (value: RecordValue): boolean => {
  const { rules = null, rule = null, match = null } = value;
  if (isList(rules)) return [...rules].some((one) => isRecord(one) && ('condition' in one || 'effect' in one));
  return (isRecord(rule) && listName(rule) !== null) || isList(match);
};

/** The name of the list of matches: the first that is true decides, or all that are true count. */
const listName = (rule: RecordValue): 'match' | 'aggregate' | null =>
  'match' in rule ? 'match' : 'aggregate' in rule ? 'aggregate' : null;

const policyFields = ['name', 'display_name', 'description', 'imports', 'default', 'variables', 'rules', 'tests'];
const nestedFields = ['name', 'display_name', 'description', 'imports', 'rule', 'tests'];
const ruleFields = ['id', 'description', 'variables', 'match', 'aggregate'];
const matchFields = ['condition', 'effect', 'message', 'output_expr', 'output', 'rule', 'description', 'explanation'];
const code = 'policy/ai-policy';

/** `hook`: where it runs, as `hookOf` says. */
export function readAiPolicy(reading: PolicyReading, value: RecordValue, hook: CelAiHookId): MatchList {
  if (isRecord(value['rule'] ?? null)) {
    known(reading, [], value, nestedFields, 'A policy');
    return new Reader(reading, hook).rule(['rule'], value['rule'] ?? null, {});
  }
  if (!isList(value['rules'] ?? null))
    return new Reader(reading, hook).rule([], value, {}, [...ruleFields, 'name', 'imports', 'display_name', 'tests']);
  known(reading, [], value, policyFields, 'A policy');
  return flat(reading, value, hook);
}

/** The form of `*.celpolicy`. */
function flat(reading: PolicyReading, value: RecordValue, hook: CelAiHookId): MatchList {
  const { default: otherwise, rules = null } = value;
  const reader = new Reader(reading, hook);
  const variables = readVariables(reading, ['variables'], value['variables'], {});
  const matches = reader.matches(['rules'], rules, variables);
  const effect = hostEffects.find((one) => one === otherwise);
  if (effect !== undefined) return { every: false, matches: [...matches, { condition: null, result: { effect } }] };
  if (otherwise === undefined) reading.warn([], 'policy/no-default', noDefault, 'key');
  else reading.fault(['default'], code, `default is one of ${hostEffects.join(', ')}.`);
  return { every: false, matches };
}

const noDefault =
  'Without default, this policy decides nothing where no rule is true. Here that counts as allowed; your host may do otherwise.';

/** The text names no moment: the moment of a policy is the one that has all its variables. */
export function hookOf(value: Value): CelAiHookId {
  const text = [...textsIn(value)].join('\n');
  if (/\btool\s*\.\s*call\s*\.\s*(?:result|error)\b/.test(text)) return 'cel-ai.tool-call.after';
  if (/\btool\s*\./.test(text)) return 'cel-ai.tool-call.before';
  if (/\bagent\s*\.\s*output\b/.test(text)) return 'cel-ai.output';
  if (/\bagent\s*\.\s*input\b/.test(text)) return 'cel-ai.input';
  return 'cel-ai.tool-call.before';
}

/** Descriptions and messages are no expressions. */
const prose: ReadonlySet<string> = new Set(['name', 'display_name', 'description', 'message', 'explanation', 'id']);

function* textsIn(value: Value): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isList(value)) for (const element of value) yield* textsIn(element);
  else if (isRecord(value))
    for (const [key, inner] of Object.entries(value)) if (!prose.has(key) && key !== 'tests') yield* textsIn(inner);
}

function known(
  reading: PolicyReading,
  path: Path,
  record: RecordValue,
  fields: readonly string[],
  what: 'A policy' | 'A rule' | 'A match',
): void {
  for (const key of Object.keys(record)) {
    if (fields.includes(key)) continue;
    if (key === 'verification')
      reading.warn([...path, key], 'policy/not-judged', 'Not judged here: what is to be proved of the policy.', 'key');
    else
      reading.warn([...path, key], 'policy/unknown-field', `${what} has ${fields.join(', ')}, and no ${key}.`, 'key');
  }
}

class Reader {
  readonly #reading: PolicyReading;
  readonly #hook: CelAiHookId;

  constructor(reading: PolicyReading, hook: CelAiHookId) {
    this.#reading = reading;
    this.#hook = hook;
  }

  /** `outer`: the variables around the rule. */
  rule(path: Path, value: Value, outer: Variables, fields = ruleFields): MatchList {
    const record = this.#reading.record(value, path, code, 'A rule has variables and a list of matches.');
    if (record === null) return { every: false, matches: [] };
    known(this.#reading, path, record, fields, 'A rule');
    const variables = readVariables(this.#reading, [...path, 'variables'], record['variables'], outer);
    const name = listName(record);
    if (name === null) this.#reading.fault(path, code, 'A rule has a list under match, or under aggregate.');
    if ('match' in record && 'aggregate' in record)
      this.#reading.fault([...path, 'aggregate'], code, 'A rule has either match or aggregate.', 'key');
    if (name === null) return { every: false, matches: [] };
    if (name === 'aggregate') this.#reading.warn([...path, name], 'policy/not-judged', aggregates, 'key');
    return { every: name === 'aggregate', matches: this.matches([...path, name], record[name] ?? null, variables) };
  }

  matches(path: Path, value: Value, variables: Variables): readonly Match[] {
    if (!isList(value)) {
      this.#reading.fault(path, code, `${formatPath(path)} is a list, each entry with a condition and a result.`);
      return [];
    }
    return [...value].flatMap((entry, at) => this.#match([...path, at], entry, variables) ?? []);
  }

  #match(path: Path, value: Value, variables: Variables): Match | null {
    const record = this.#reading.record(value, path, code, 'Each entry has a condition and a result.');
    if (record === null) return null;
    known(this.#reading, path, record, matchFields, 'A match');
    const { condition: written, output, rule } = record;
    const results = ['output', 'rule', 'effect'].filter((key) => key in record);
    if (results.length > 1)
      this.#reading.fault([...path, results[1] ?? ''], code, `Only one of ${results.join(' and ')} may be set.`, 'key');
    const flatResult = output === undefined && rule === undefined ? this.#effect(path, record) : null;
    const name = nameOf(record);
    const kind = flatResult?.effect ?? 'match';
    const parts =
      flatResult !== null && typeof record['output_expr'] === 'string'
        ? [this.#reading.part('output', [...path, 'output_expr'], record['output_expr'])]
        : [];
    const condition =
      written === undefined
        ? null
        : this.#add([...path, 'condition'], { title: name ?? `${kind} ${place(path)}`, kind, parts }, variables);
    if (flatResult !== null) return { condition, result: flatResult };
    if (rule !== undefined) return { condition, result: this.rule([...path, 'rule'], rule, variables) };
    if (output === undefined) return null;
    const title = name === undefined ? `output ${place(path)}` : `output: ${name}`;
    const computed = this.#add([...path, 'output'], { title, kind: 'output' }, variables);
    return computed === null ? null : { condition, result: computed };
  }

  /** Without an effect, a message or an output means deny, as in the project's own compiler. */
  #effect(path: Path, record: RecordValue): Effect | null {
    const { effect: written = 'output_expr' in record || 'message' in record ? 'deny' : undefined, message } = record;
    const effect = hostEffects.find((one) => one === written);
    if (effect === undefined) {
      if (written === undefined) this.#reading.fault(path, code, 'A match needs output, rule or effect.');
      else this.#reading.fault([...path, 'effect'], code, `effect is one of ${hostEffects.join(', ')}.`);
      return null;
    }
    if (effect === 'replay' || effect === 'confirm')
      this.#reading.warn('effect' in record ? [...path, 'effect'] : path, 'policy/not-judged', notJudged[effect]);
    return { effect, ...(typeof message === 'string' && message !== '' && { message }) };
  }

  #add(
    path: Path,
    rule: Pick<PolicyRule, 'title' | 'kind'> & Partial<PolicyRule>,
    variables: Variables,
  ): PolicyRule | null {
    const some = Object.keys(variables).length > 0;
    return this.#reading.whole(path, { ...rule, hook: this.#hook, ...(some && { variables }) });
  }
}

const aggregates =
  'All matches of an aggregate that are true count: here the strictest of them decides, and your host may do otherwise.';

const notJudged = {
  replay: 'A replay counts as a block: how the model would go on is not recorded.',
  confirm: 'A confirmation leaves the outcome unknown: the answer of the person is not recorded.',
} as const;

function nameOf({ description, explanation }: RecordValue): string | undefined {
  const named = description ?? explanation;
  return typeof named === 'string' && named.trim() !== '' ? named.trim() : undefined;
}

/** Of `rule.match[1].rule.match[0]`: 2.1. */
const place = (path: Path): string =>
  path
    .filter((step) => typeof step === 'number')
    .map((step) => step + 1)
    .join('.');
