import { hooks, type EnvironmentId, type HookId } from '../engine/model/hooks.ts';
import type { GivenKind } from '../state/view/settings.ts';

/** What a person can give to the rules of an environment, because no recording has it. */
export interface GivenTool {
  readonly kind: GivenKind;
  readonly button: string;
  /** Why it is needed. */
  readonly about: string;
  readonly inEffect: string;
  /** Whether it can make a part of a rule known, by the part's text. */
  readonly helps: (text: string) => boolean;
}

const tools: { readonly [E in EnvironmentId]: GivenTool | null } = {
  'common-agent': null,
  'cel-ai': {
    kind: 'findings',
    button: 'Findings table…',
    about: 'A recording has no findings of its own. A table of patterns can stand in for the host’s detectors.',
    inEffect: 'A findings table is in effect for rules of this environment.',
    helps: (text) => /\b(?:sensitivity|safety|threat)Findings\b/.test(text),
  },
  agentgateway: {
    kind: 'given',
    button: 'Give values…',
    about: 'A recording does not hold the request around a call. You can give values of it, to try a rule with.',
    inEffect: 'Values that you gave are in effect for rules of this environment.',
    helps: () => true,
  },
};

/** Null where nothing can be given. */
export const givenAt = (hook: HookId): GivenTool | null => tools[hooks[hook].environment];
