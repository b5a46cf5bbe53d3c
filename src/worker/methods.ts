import type { Methods } from './serve.ts';
import { backtestMethods } from './methods/backtest.ts';
import { type WholeReader, liveMethods } from './methods/live.ts';
import { createOpenSources } from './methods/open-sources.ts';
import { compareMethods } from './methods/compare.ts';
import { capabilityMethods } from './methods/capabilities.ts';
import { engineMethods } from './methods/engines.ts';
import { leavingMethods } from './methods/leaving.ts';
import { mappingMethods } from './methods/mapping.ts';
import { policyMethods } from './methods/policies.ts';
import { PolicyTexts } from './methods/policy-texts.ts';
import { reportMethods } from './methods/report.ts';
import { ruleMethods } from './methods/rules.ts';
import { runMethods } from './methods/runs.ts';
import { sessionMethods } from './methods/sessions.ts';
import { stateMethods } from './methods/state.ts';
import { contextMethods } from './methods/contexts.ts';
import { turnColumnsMethods } from './methods/turn-columns.ts';
import { turnMethods } from './methods/turns.ts';
import { viewMethods } from './methods/views.ts';
import { whatIfMethods } from './methods/what-if.ts';
import { writingMethods } from './methods/writing.ts';

/** The whole engine behind the protocol. `otherWorker`: for whole texts, where there can be one. */
export function methods(otherWorker?: WholeReader): Methods {
  const sources = createOpenSources();
  const policies = new PolicyTexts();
  return {
    ...sessionMethods(sources),
    ...turnMethods(sources),
    ...contextMethods(sources),
    ...turnColumnsMethods(sources),
    ...capabilityMethods(sources),
    ...stateMethods(sources),
    ...ruleMethods(sources),
    ...writingMethods(sources),
    ...policyMethods(sources, policies),
    ...backtestMethods(sources),
    ...compareMethods(sources),
    ...runMethods(sources),
    ...viewMethods(sources),
    ...whatIfMethods(sources, policies),
    ...engineMethods(sources),
    ...mappingMethods(),
    ...reportMethods(sources),
    ...leavingMethods(sources, policies),
    ...liveMethods(sources, policies, otherWorker),
  };
}
