import { formatPath, type Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { PolicyRule } from '../policy.ts';
import type { PolicyReading } from '../policy-reading.ts';

/**
 * The configuration of agentgateway/agentgateway, read for `mcpAuthorization`: schema/config.json and
 * crates/agentgateway/src/http/authorization.rs, commit 75b4e6c; and its form for Kubernetes, `AgentgatewayPolicy`
 * (controller/pkg/agentgateway/plugins/testdata/backendpolicy). Apache-2.0, restated.
 */
export const isGateway = (value: RecordValue): boolean =>
  value['kind'] === kubernetesKind || placesOf(value, []).length > 0;

/** It decides who may call which tool. */
export const gatewayHook = 'agentgateway.tool-call.before';

const kubernetesKind = 'AgentgatewayPolicy';
const name = 'mcpAuthorization';

export function readGateway(reading: PolicyReading, value: RecordValue): void {
  if (value['kind'] === kubernetesKind) return readKubernetes(reading, value);
  const places = placesOf(value, []);
  for (const [at, { path, set }] of places.entries()) {
    others(reading, path.slice(0, -1), path);
    readSet(reading, path, set, places.length > 1 ? `${at + 1}.` : '');
  }
  const [, second] = places;
  if (second !== undefined)
    reading.warn(
      second.path,
      'policy/several-places',
      `This configuration has ${name} at ${places.length} places. Here all of them apply to each call, as those of one route do.`,
      'key',
    );
}

interface Place {
  readonly path: Path;
  readonly set: Value;
}

/** It may be at the gateway, a listener, a route, a backend or a target, and in policies that name one of these. */
function placesOf(value: Value, path: Path): readonly Place[] {
  if (isList(value)) return [...value].flatMap((element, at) => placesOf(element, [...path, at]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === name ? [{ path: [...path, key], set: inner }] : placesOf(inner, [...path, key]),
  );
}

/** Policies beside it shape, route or authenticate requests; nothing of that is judged. */
function others(reading: PolicyReading, parent: Path, path: Path): void {
  const beside = Object.keys(reading.recordAt(parent) ?? {}).filter((key) => key !== name);
  const named = parent.at(-1) === 'policies' || parent.at(-1) === 'policy' ? beside : [];
  if (named.length === 0) return;
  const message = `Not judged here: ${named.join(', ')}. Of a gateway’s policies, ${name} is judged.`;
  reading.warn(path, 'policy/not-judged', message, 'key');
}

const modes: { readonly [mode: string]: PolicyRule['kind'] } = { allow: 'allow', deny: 'deny', require: 'assert' };

function readSet(reading: PolicyReading, path: Path, set: Value, prefix: string): void {
  const record = reading.record(set, path, 'policy/gateway', `${name} has a list of rules under rules.`);
  for (const key of Object.keys(record ?? {}))
    if (key !== 'rules')
      reading.warn([...path, key], 'policy/unknown-field', `${name} has rules, and no ${key}.`, 'key');
  const rules = record?.['rules'] ?? null;
  if (!isList(rules)) return reading.fault(path, 'policy/gateway', `${name} has a list of rules under rules.`);
  for (const [at, rule] of [...rules].entries()) readRule(reading, [...path, 'rules', at], rule, `${prefix}${at + 1}`);
}

function readRule(reading: PolicyReading, path: Path, rule: Value, number: string): void {
  if (typeof rule === 'string') return add(reading, path, 'allow', 'allow', number);
  const [mode, ...more] = isRecord(rule) ? Object.keys(rule) : [];
  const kind = mode !== undefined && Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  if (mode === undefined || kind === undefined || more.length > 0)
    return reading.fault(
      path,
      'policy/gateway',
      'A rule of a gateway is an expression, or an expression under allow, deny or require.',
    );
  add(reading, [...path, mode], kind, mode, number);
}

const add = (reading: PolicyReading, path: Path, kind: PolicyRule['kind'], mode: string, number: string): void => {
  reading.whole(path, { title: `${mode} ${number}`, kind, hook: gatewayHook });
};

const actions: { readonly [action: string]: string } = { Allow: 'allow', Deny: 'deny', Require: 'require' };

function readKubernetes(reading: PolicyReading, value: RecordValue): void {
  const path: Path = ['spec', 'backend', 'mcp', 'authorization'];
  for (const at of [['spec'], ['spec', 'backend'], ['spec', 'backend', 'mcp']] as const) {
    const next = path[at.length];
    const named = Object.keys(reading.recordAt(at) ?? {}).filter((key) => key !== next && !key.startsWith('target'));
    if (named.length === 0) continue;
    const message = `Not judged here: ${named.join(', ')}. Of this policy, ${formatPath(path)} is judged.`;
    reading.warn(at, 'policy/not-judged', message, 'key');
  }
  const authorization = reading.recordAt(path);
  if (authorization === null)
    return reading.warn(
      value['spec'] === undefined ? [] : ['spec'],
      'policy/no-rules',
      `This policy has no rule about tools: ${formatPath(path)} is missing.`,
      'key',
    );
  const { action = 'Allow' } = authorization;
  const mode = typeof action === 'string' && Object.hasOwn(actions, action) ? actions[action] : undefined;
  const kind = mode === undefined ? undefined : modes[mode];
  if (mode === undefined || kind === undefined)
    return reading.fault([...path, 'action'], 'policy/gateway', 'action is Allow, Deny or Require.');
  const list: Path = [...path, 'policy', 'matchExpressions'];
  const expressions = reading.valueAt(list) ?? null;
  if (!isList(expressions))
    return reading.fault(path, 'policy/gateway', `${formatPath(list)} is a list of expressions.`);
  for (const at of [...expressions].keys()) add(reading, [...list, at], kind, mode, String(at + 1));
}
