import type { Language } from '../cel/check/index.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { hooks, type CelAiHookId, type EnvironmentId, type GatewayHookId } from '../model/hooks.ts';
import { gatewayLanguage } from './agentgateway/language.ts';
import { celAiLanguage } from './cel-ai/language.ts';
import { specificationLanguage } from './common-agent/language.ts';
import type { Place } from './environment.ts';

/** What the author of a rule sees of an environment: the names that the checker, completion and hover know. */
interface LanguageOf {
  of(place: Place): Language;
}

const languages: { readonly [E in EnvironmentId]: LanguageOf } = {
  'common-agent': { of: specificationLanguage },
  // Each gets its own hooks alone.
  'cel-ai': { of: (place) => celAiLanguage(place as Place<CelAiHookId>) },
  agentgateway: { of: (place) => gatewayLanguage(place as Place<GatewayHookId>) },
};

/** Without a session: what each environment declares. */
export function declaredAt(hook: CelAiHookId | GatewayHookId, expects: Language['expects']): Language {
  const place = { session: null, decisions: defaultDecisions, expects, turns: () => new Int32Array() };
  return hooks[hook].environment === 'cel-ai'
    ? celAiLanguage({ ...place, hook: hook as CelAiHookId }) // the environment of these hooks
    : gatewayLanguage({ ...place, hook: hook as GatewayHookId }); // and that of the others
}

export const environmentLanguage = (place: Place): Language => languages[hooks[place.hook].environment].of(place);
