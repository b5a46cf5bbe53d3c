import type { Language } from '../cel/check/index.ts';
import { hooks, type EnvironmentId } from '../model/hooks.ts';
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
  'cel-ai': { of: celAiLanguage },
  agentgateway: { of: gatewayLanguage },
};

export const environmentLanguage = (place: Place): Language => languages[hooks[place.hook].environment].of(place);
