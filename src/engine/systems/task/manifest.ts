import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { LimitsSchema, type Limits } from './header.ts';
import { readStep, type Layer, type PolicyStep } from './steps.ts';

/**
 * An agent's manifest, as far as running a task needs it. Field names are those of the Common Agent Specification
 * (v1beta1, pages *Agent* and *Middleware*).
 */
export interface Manifest {
  readonly model?: string;
  /** The prompt that the model gets before each of its turns: a text with `{expression}` in it. */
  readonly prompt?: string;
  readonly mount?: MountScope;
  readonly limits?: Limits;
  readonly parameters?: ParameterSchemas;
  /** By the tool's or agent's own, unsanitised name. */
  readonly capabilities: ByName<CapabilityPolicy>;
  readonly guardrails: { readonly before: readonly PolicyStep[]; readonly after: readonly PolicyStep[] };
  /** Keys of the entries of `output`, each an expression. */
  readonly exposes: ByName<string>;
}

export type MountScope = 'none' | 'task' | 'agent' | 'workspace';
export type ByName<T> = ReadonlyMap<string, T>;

/** An agent's rules for calls to a capability; `"*"` in a manifest means no rules. */
export interface CapabilityPolicy {
  /** Names of the actions that the model is offered; undefined means all. */
  readonly include: readonly string[] | undefined;
  readonly bindings: ByName<string>;
  readonly beforeFirst: readonly PolicyStep[];
  readonly before: readonly PolicyStep[];
  readonly after: readonly PolicyStep[];
}

/** Parameters by name; one without `default` is required. */
export type ParameterSchemas = ByName<ParameterSchema>;

export interface ParameterSchema {
  readonly type: string | undefined;
  readonly default: Value | undefined;
}

/** One action of a tool. Without an expression the caller supplies the result. */
export interface Action {
  readonly name: string;
  readonly parameters: ParameterSchemas | undefined;
  /** `execute.cel.expression`. */
  readonly expression: string | undefined;
}

/** The manifests of a run's agents and tools, by their own names. */
export interface ManifestSources {
  readonly agents: ByName<Manifest>;
  readonly tools: ByName<readonly Action[]>;
}

export const noPolicy: CapabilityPolicy = {
  include: undefined,
  bindings: new Map(),
  beforeFirst: [],
  before: [],
  after: [],
};

export const emptyManifest: Manifest = {
  capabilities: new Map(),
  guardrails: { before: [], after: [] },
  exposes: new Map(),
};

export const readManifest = (value: Value): Result<Manifest, Problem> =>
  reading((faults) => manifestIn(value, 'manifest', faults));

/** `agents` are manifests by name; `tools` have `actions`, as the specification's tool manifests do. */
export const readManifestSources = (
  agents: Value | undefined,
  tools: Value | undefined,
): Result<ManifestSources, Problem> =>
  reading((faults) => ({
    agents: named(agents, 'agents', faults, manifestIn),
    tools: named(tools, 'tools', faults, (tool, where) =>
      list(recordIn(tool, where, faults)['actions'], `${where}.actions`, faults).map((action, i) =>
        actionIn(action, `${where}.actions[${i}]`, faults),
      ),
    ),
  }));

/** The faults in reading order; a faulty part is read as absent. */
type Faults = string[];

function reading<T>(read: (faults: Faults) => T): Result<T, Problem> {
  const faults: Faults = [];
  const value = read(faults);
  const [first] = faults;
  return first === undefined
    ? ok(value)
    : err({ code: 'task/malformed', message: `A task cannot start with this: ${first}.` });
}

function manifestIn(value: Value, where: string, faults: Faults): Manifest {
  const fields = recordIn(value, where, faults);
  const parameters = schemasIn(fields['parameters'], `${where}.parameters`, faults);
  const guardrails = recordIn(fields['guardrails'] ?? {}, `${where}.guardrails`, faults);
  const steps = (name: string) => stepsIn('guardrail', guardrails[name], `${where}.guardrails.${name}`, faults);
  const model = textIn(fields['model'], `${where}.model`, faults);
  const prompt = textIn(fields['prompt'], `${where}.prompt`, faults);
  const limits = limitsIn(fields['limits'], `${where}.limits`, faults);
  const mount = mountIn(fields['mount'], `${where}.mount`, faults);
  const exposes = named(fields['exposes'], `${where}.exposes`, faults, textIn);
  return {
    ...(model !== undefined && { model }),
    ...(prompt !== undefined && { prompt }),
    ...(mount !== undefined && { mount }),
    ...(limits !== undefined && { limits }),
    ...(parameters !== undefined && { parameters }),
    capabilities: named(fields['capabilities'], `${where}.capabilities`, faults, policyIn),
    guardrails: { before: steps('before'), after: steps('after') },
    exposes: new Map([...exposes].flatMap(([key, text]) => (text === undefined ? [] : [[key, text] as const]))),
  };
}

function policyIn(value: Value, where: string, faults: Faults): CapabilityPolicy {
  if (value === '*') return noPolicy;
  const fields = recordIn(value, where, faults);
  // The specification requires "*" for a capability without a policy.
  if (Object.keys(fields).length === 0) faults.push(`“${where}” is empty; write "*" to grant everything`);
  const steps = (name: string) => stepsIn('middleware', fields[name], `${where}.${name}`, faults);
  const include = list(fields['include'], `${where}.include`, faults);
  return {
    include: isThere(fields['include'])
      ? include.map((name) => textIn(name, `${where}.include`, faults) ?? '')
      : undefined,
    bindings: named(fields['bindings'], `${where}.bindings`, faults, (text, at) => textIn(text, at, faults) ?? 'null'),
    beforeFirst: steps('before_first'),
    before: steps('before'),
    after: steps('after'),
  };
}

function stepsIn(layer: Layer, value: Value | undefined, where: string, faults: Faults): readonly PolicyStep[] {
  return list(value, where, faults).flatMap((each, index) => {
    const step = readStep(layer, each);
    if (step.ok) return [step.value];
    faults.push(`“${where}[${index}]” is not a step. ${step.problem.message.replace(/\.$/, '')}`);
    return [];
  });
}

function actionIn(value: Value, where: string, faults: Faults): Action {
  const { name, parameters, execute } = recordIn(value, where, faults);
  const cel = isRecord(execute) ? execute['cel'] : undefined;
  return {
    name: textIn(name, `${where}.name`, faults) ?? '',
    parameters: schemasIn(parameters, `${where}.parameters`, faults),
    expression: isRecord(cel) ? textIn(cel['expression'], `${where}.execute.cel.expression`, faults) : undefined,
  };
}

function schemasIn(value: Value | undefined, where: string, faults: Faults): ParameterSchemas | undefined {
  if (!isThere(value)) return undefined;
  return named(recordIn(value, where, faults)['properties'], `${where}.properties`, faults, (schema, at) => {
    const fields = recordIn(schema, at, faults);
    return {
      type: textIn(fields['type'], `${at}.type`, faults),
      default: Object.hasOwn(fields, 'default') ? fields['default'] : undefined,
    };
  });
}

function limitsIn(value: Value | undefined, where: string, faults: Faults): Limits | undefined {
  if (!isThere(value)) return undefined;
  const limits = v.safeParse(LimitsSchema, value);
  if (limits.success) return limits.output;
  faults.push(`“${where}” has limits that cannot be read (${limits.issues[0].message})`);
  return undefined;
}

const mountScopes: readonly MountScope[] = ['none', 'task', 'agent', 'workspace'];

function mountIn(value: Value | undefined, where: string, faults: Faults): MountScope | undefined {
  if (!isThere(value)) return undefined;
  const scope = mountScopes.find((known) => known === value);
  if (scope === undefined) faults.push(`“${where}” must be one of ${mountScopes.join(', ')}`);
  return scope;
}

const isThere = (value: Value | undefined): value is Value => value !== undefined && value !== null;

function named<T>(
  value: Value | undefined,
  where: string,
  faults: Faults,
  read: (value: Value, where: string, faults: Faults) => T,
): ByName<T> {
  if (!isThere(value)) return new Map();
  const fields = Object.entries(recordIn(value, where, faults));
  return new Map(fields.map(([name, each]) => [name, read(each, `${where}.${name}`, faults)]));
}

function recordIn(value: Value | undefined, where: string, faults: Faults): RecordValue {
  if (isRecord(value)) return value;
  faults.push(`“${where}” must be an object`);
  return {};
}

function list(value: Value | undefined, where: string, faults: Faults): readonly Value[] {
  if (!isThere(value)) return [];
  if (isList(value)) return [...value];
  faults.push(`“${where}” must be a list`);
  return [];
}

function textIn(value: Value | undefined, where: string, faults: Faults): string | undefined {
  if (!isThere(value)) return undefined;
  if (typeof value === 'string') return value;
  faults.push(`“${where}” must be a text`);
  return undefined;
}
