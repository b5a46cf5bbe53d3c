import { err, ok, type Result } from '../../base/result.ts';
import { unreachable } from '../../base/unreachable.ts';
import type { Path } from '../model/path.ts';
import type { Problem, TextRange } from '../model/problem.ts';
import { Double, isRecord, typeName, type RecordValue, type Value } from '../model/value.ts';
import { loadEnvironmentsOf } from '../environments/registry.ts';
import { readYaml } from '../readers/yaml/index.ts';
import { expressionsIn } from '../systems/task/interpolate.ts';
import { hookOf, isAiPolicy, readAiPolicy } from './hosts/ai-policy.ts';
import { gatewayHook, isGateway, readGateway } from './hosts/gateway.ts';
import type { Policy, PolicyForm, PolicyProblem } from './policy.ts';
import { PolicyReading } from './policy-reading.ts';
import { readCapabilities } from './read-capabilities.ts';
import { readSteps } from './read-steps.ts';

/**
 * Reads a manifest's YAML. Every fault is reported at its place, and the rest is still read; only a text that is no
 * manifest at all is a problem.
 */
export function readPolicy(text: string): Result<Policy, Problem> {
  const document = readYaml(text);
  if (!document.ok) return document;
  const { value } = document.value;
  if (!isRecord(value)) return err(noManifest(value));
  const reading = new PolicyReading(document.value);
  const form = formOf(value);
  const host = readRules(reading, value, form);
  const other = nextDocument(text);
  if (other !== null) reading.problems.push(severalDocuments(other, reading.rules.length > 0));
  return ok({
    form,
    ...host,
    document: document.value,
    agent: { name: textOf(value['name']), namespace: textOf(value['namespace']) },
    rules: reading.rules,
    variables: reading.variables,
    problems: reading.problems.toSorted((a, b) => a.range.start - b.range.start),
  });
}

/** The same, with the scripts of the environments that its rules are written for: they are judged next. */
export async function loadPolicy(text: string): Promise<Result<Policy, Problem>> {
  const policy = readPolicy(text);
  if (policy.ok) await loadEnvironmentsOf([policy.value.hook ?? 'turn', ...policy.value.rules.map(({ hook }) => hook)]);
  return policy;
}

function readRules(reading: PolicyReading, value: RecordValue, form: PolicyForm): Pick<Policy, 'hook' | 'matches'> {
  switch (form) {
    case 'manifest':
      readManifest(reading, value);
      return {};
    case 'gateway':
      readGateway(reading, value);
      return { hook: gatewayHook };
    case 'ai-policy': {
      const hook = hookOf(value);
      return { hook, matches: readAiPolicy(reading, value, hook) };
    }
    default:
      return unreachable(form);
  }
}

function formOf(value: RecordValue): PolicyForm {
  if (isAiPolicy(value)) return 'ai-policy';
  return isGateway(value) ? 'gateway' : 'manifest';
}

/**
 * Where the second document of a text begins, which is not read; null if there is none. Manifests of Kubernetes often share a
 * file with other objects.
 */
function nextDocument(text: string): TextRange | null {
  let hasContent = false;
  for (let start = 0; start < text.length;) {
    const end = (text.indexOf('\n', start) + 1 || text.length + 1) - 1;
    const line = text.slice(start, end).trimEnd();
    const begins = line === '---' || line.startsWith('--- ');
    if (begins && hasContent && text.slice(end).trim() !== '') return { start, end: start + 3 };
    hasContent ||= !begins && line.trim() !== '' && !/^\s*#|^%/.test(line);
    start = end + 1;
  }
  return null;
}

const severalDocuments = (range: TextRange, hasRules: boolean): PolicyProblem => ({
  code: 'policy/several-documents',
  severity: hasRules ? 'warning' : 'error',
  message: hasRules
    ? 'Only the first document of this text is read as the policy. What begins here is left out.'
    : 'Only the first document of this text is read, and it has no rules. If the policy begins here, put it into a text of its own.',
  range,
});

const noManifest = (value: Value): Problem => ({
  code: 'policy/no-manifest',
  message: `A policy is an agent manifest in YAML, with guardrails or capabilities in it; this is a single ${typeName(value)}. Paste the manifest.`,
});

const textOf = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null);

const versions = /^commonagents\.info\/(v1beta1|v1beta2|v1)\/agent$/;
const mounts = ['none', 'task', 'agent', 'workspace'];

/** Other parts of a manifest do not concern a policy. */
function readManifest(reading: PolicyReading, manifest: RecordValue): void {
  const { kind, prompt, mount, capabilities, guardrails } = manifest;
  if (kind !== undefined && !(typeof kind === 'string' && versions.test(kind))) {
    const named = typeof kind === 'string' ? `“${kind.slice(0, 80)}”` : 'This';
    const message = `${named} is not a known kind of manifest; it is read as commonagents.info/v1beta1/agent.`;
    reading.warn(['kind'], 'policy/unknown-kind', message);
  }
  if (capabilities === undefined && guardrails === undefined && prompt === undefined)
    reading.warn(
      [],
      'policy/no-rules',
      'This manifest has no rule: neither guardrails, nor capabilities, nor a prompt.',
    );
  if (mount !== undefined && !mounts.includes(String(mount)))
    reading.fault(['mount'], 'policy/mount', `mount is one of ${mounts.join(', ')}.`);
  readLimits(reading, manifest['limits']);
  readParameters(reading, manifest['parameters']);
  readPrompt(reading, prompt);
  readGuardrails(reading, guardrails);
  readCapabilities(reading, manifest);
  const exposes = reading.record(
    manifest['exposes'],
    ['exposes'],
    'policy/exposes',
    'exposes has an expression for each value that an answer carries.',
  );
  for (const key of Object.keys(exposes ?? {}))
    reading.whole(['exposes', key], { title: `exposes ${key}`, kind: 'exposes', hook: 'guardrail.after' });
}

const limitNames = ['max_turns', 'max_prompt_tokens', 'max_completion_tokens', 'max_age', 'max_tool_calls'];
/** The names of limits in later versions of the specification. */
const laterLimits: { readonly [later: string]: string } = {
  max_llm_turns: 'max_turns',
  max_capability_uses: 'max_tool_calls',
};

function readLimits(reading: PolicyReading, value: Value | undefined): void {
  const limits = reading.record(value, ['limits'], 'policy/limit', `limits has ${limitNames.join(', ')}.`);
  for (const [name, limit] of Object.entries(limits ?? {})) {
    const path = ['limits', name];
    if (Object.hasOwn(laterLimits, name)) {
      const message = `${name} belongs to a later version of the specification; here it is ${laterLimits[name] ?? ''}.`;
      reading.warn(path, 'policy/limit', message, 'key');
    } else if (!limitNames.includes(name))
      reading.warn(path, 'policy/limit', `There is no limit ${name}; the limits are ${limitNames.join(', ')}.`, 'key');
    else if (name === 'max_age') {
      if (!/^\d+(\.\d+)?(ms|s|m|h|d)$/.test(String(limit)))
        reading.fault(path, 'policy/limit', 'max_age is a duration such as "30m" or "2h".');
    } else if (!isCount(limit)) reading.fault(path, 'policy/limit', `${name} is a whole number, not less than 0.`);
  }
}

function isCount(value: Value): boolean {
  const number = value instanceof Double ? value.value : value;
  return typeof number === 'bigint' ? number >= 0n : Number.isSafeInteger(number) && Number(number) >= 0;
}

function readParameters(reading: PolicyReading, value: Value | undefined): void {
  const path = ['parameters'];
  const message = 'parameters is an object schema, with a schema for each parameter under properties.';
  const properties = reading.record(value, path, 'policy/parameters', message)?.['properties'];
  for (const [name, schema] of Object.entries(
    reading.record(properties, [...path, 'properties'], 'policy/parameters', message) ?? {},
  )) {
    const place: Path = [...path, 'properties', name];
    if (name === 'message')
      reading.warn(place, 'policy/parameters', 'Every input has a “message”: it needs no parameter.', 'key');
    reading.record(schema, place, 'policy/parameters', `${name} needs a schema, such as {type: string}.`);
  }
}

function readPrompt(reading: PolicyReading, prompt: Value | undefined): void {
  if (prompt === undefined || prompt === null) return;
  const path = ['prompt'];
  if (typeof prompt !== 'string') return reading.fault(path, 'policy/prompt', 'prompt is a text.');
  for (const [index, within] of expressionsIn(prompt).entries()) {
    const expression = prompt.slice(within.start, within.end);
    const [id, title] = [`prompt {${index}}`, `prompt, expression ${index + 1}`];
    reading.rule({ id, title, kind: 'prompt', hook: 'prompt', path, within, expression });
    reading.parses(path, expression, within, 'error');
  }
}

function readGuardrails(reading: PolicyReading, value: Value | undefined): void {
  const message = 'guardrails has lists of steps under before and after.';
  const guardrails = reading.record(value, ['guardrails'], 'policy/guardrails', message);
  for (const [name, steps] of Object.entries(guardrails ?? {})) {
    const path = ['guardrails', name];
    if (name === 'before' || name === 'after')
      readSteps(reading, path, steps, { layer: 'guardrail', list: name, ref: null, include: null });
    else reading.fault(path, 'policy/guardrails', `guardrails has before and after, and no ${name}.`, 'key');
  }
}
