import type { TaskHeader } from './header.ts';
import { functionKey, isDelegation, keyOf, type Declaration } from './keys.ts';
import { noPolicy, type Action, type CapabilityPolicy, type Manifest, type ManifestSources } from './manifest.ts';
import type { FunctionName } from './function-name.ts';

/** The tool action or agent behind a function that the model may call. */
export interface Capability {
  /** The function's key under `context.capabilities`. */
  readonly key: string;
  /** The name of the tool or agent in the manifest. */
  readonly ref: string;
  /** The action's own name, which is compared with `match` of a step. */
  readonly action: string | undefined;
  readonly isAgent: boolean;
  readonly policy: CapabilityPolicy;
  /** The action in the tool's own manifest; undefined when that manifest is not given. */
  readonly toolAction: Action | undefined;
}

/** The capability of a call; undefined when the agent does not have it. */
export function capabilityFor(
  { capabilities = [] }: TaskHeader,
  manifest: Manifest,
  sources: ManifestSources,
  name: FunctionName,
): Capability | undefined {
  const key = keyOf(name);
  const declared = capabilities.find((declaration) => functionKey(declaration) === key);
  if (declared !== undefined) return capabilityOf(declared, manifest, sources);
  // An agent without declarations may call anything: the manual caller supplies the result.
  if (capabilities.length > 0) return undefined;
  const ref = typeof name === 'string' ? name : name.ref;
  const action = typeof name === 'string' ? undefined : name.capability;
  return { key, ref, action, isAgent: false, policy: noPolicy, toolAction: undefined };
}

export function capabilityOf(declared: Declaration, manifest: Manifest, sources: ManifestSources): Capability {
  const ref = refOf(declared);
  const actions = named(sources.tools, ref) ?? [];
  const action = declared.kind === 'multi' ? declared.capability : actions.length === 1 ? actions[0]?.name : undefined;
  return {
    key: functionKey(declared),
    ref,
    action,
    isAgent: isDelegation(declared),
    policy: named(manifest.capabilities, ref) ?? noPolicy,
    toolAction: actions.find(({ name }) => name === action),
  };
}

/** The capabilities of a manifest when the start does not list them, with the actions that tools and `include` name. */
export function declarationsIn(manifest: Manifest, sources: ManifestSources): readonly Declaration[] {
  return [...manifest.capabilities].flatMap(([ref, { include }]): readonly Declaration[] => {
    if (named(sources.agents, ref) !== undefined) return [{ kind: 'agent', name: ref }];
    const actions = named(sources.tools, ref)?.map(({ name }) => name);
    if (actions?.length === 1 || (actions === undefined && include === undefined)) return [{ kind: 'single', ref }];
    return (actions ?? include ?? [])
      .filter((action) => include?.includes(action) ?? true)
      .map((capability) => ({ kind: 'multi', ref, capability }));
  });
}

export function refOf(declared: Declaration): string {
  switch (declared.kind) {
    case 'single':
    case 'multi':
      return declared.ref;
    case 'agent':
      return declared.name;
    default:
      return declared.key;
  }
}

/** Some manifests write a name with hyphens in one place and with underscores in another. */
export function named<T>(all: ReadonlyMap<string, T>, name: string): T | undefined {
  const exact = all.get(name);
  if (exact !== undefined) return exact;
  const plain = (text: string) => text.replaceAll('-', '_');
  for (const [key, value] of all) if (plain(key) === plain(name)) return value;
  return undefined;
}
