import { hooks, type EnvironmentId, type HookId } from '../model/hooks.ts';
import { commonAgent } from './common-agent/index.ts';
import type { Environment } from './environment.ts';

/** Each environment but the first is a script of its own, loaded before the first rule of it is judged. */
const loaders: { readonly [E in EnvironmentId]: () => Promise<Environment> } = {
  'common-agent': async () => commonAgent,
  'cel-ai': async () => (await import('./cel-ai/index.ts')).celAi,
  agentgateway: async () => (await import('./agentgateway/index.ts')).agentgateway,
};

const loaded = new Map<EnvironmentId, Environment>([[commonAgent.id, commonAgent]]);

/** Must be awaited before a rule of these hooks is judged. */
export async function loadEnvironmentsOf(wanted: Iterable<HookId>): Promise<void> {
  for (const hook of wanted) {
    const { environment } = hooks[hook];
    if (!loaded.has(environment)) loaded.set(environment, await loaders[environment]());
  }
}

export function environmentOf(hook: HookId): Environment {
  const environment = loaded.get(hooks[hook].environment);
  if (environment === undefined) throw new Error(`The environment of ${hook} was not loaded.`);
  return environment;
}
