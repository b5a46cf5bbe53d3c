import { contextType, languageAt, shapeOf, withDoubles, type Language, type Type } from '../cel/check/index.ts';
import { contextAt } from '../model/context-view.ts';
import type { Decisions } from '../model/decisions.ts';
import type { History } from '../model/history.ts';
import { inputOf, outputOf } from '../model/hook-values.ts';
import { hooks, isAsserting, type HookVariable } from '../model/hooks.ts';
import type { Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { eligibleTurns } from './hook-scope.ts';
import type { Rule } from './rule.ts';

/** What a rule may use at its hook in this session: the specification's names, with the types that the data shows. */
export function ruleLanguage(
  session: OpenSession,
  { hook, match, functions, yields }: Omit<Rule, 'expression' | 'condition'>,
  decisions: Decisions,
): Language {
  const known = languages.get(session) ?? new Map<string, Language>();
  languages.set(session, known);
  // The other decisions affect how a result is judged; no name and no type depends on them.
  const { jsonNumbers, capabilityOrder, unusedCapability, textResults, missingResults, declared } = decisions;
  const key = JSON.stringify([
    hook,
    match,
    functions ?? null,
    yields ?? null,
    jsonNumbers,
    capabilityOrder,
    unusedCapability,
    textResults,
    missingResults,
    declared,
  ]);
  const target: Rule = {
    expression: '',
    hook,
    match,
    ...(functions !== undefined && { functions }),
    ...(yields !== undefined && { yields }),
  };
  const language = known.get(key) ?? makeLanguage(session, target, decisions);
  known.set(key, language);
  return language;
}

/** Computing a shape walks over the data, and every keystroke needs the shapes. */
const languages = new WeakMap<OpenSession, Map<string, Language>>();

function makeLanguage(session: OpenSession, rule: Rule, decisions: Decisions): Language {
  const types = new Map<HookVariable, Type>();
  const { variables } = hooks[rule.hook];
  if (variables.includes('context')) types.set('context', observedContext(session, decisions));
  for (const name of ['input', 'output'] as const) {
    const { values, isSample } = variables.includes(name) ? valuesOf(session, rule, name, decisions) : nothing;
    if (values.length > 0) types.set(name, shapeOf(values, { isSample }));
  }
  const language = languageAt(rule.hook, {
    types,
    capabilities: [...new Set([...session.history.functions.map(({ key }) => key), ...decisions.declared])],
    expects: isAsserting(rule.hook) && rule.yields === undefined ? 'bool' : 'any',
  });
  const fullLanguage = withSystemRoot(language, session, decisions);
  return decisions.jsonNumbers === 'as-written' ? fullLanguage : inDoubles(fullLanguage);
}

/** Converts types rather than values: what the specification declares as int becomes a double there too. */
function inDoubles(language: Language): Language {
  const variables = new Map(language.variables);
  for (const [name, variable] of variables) variables.set(name, { ...variable, type: withDoubles(variable.type) });
  return { ...language, variables };
}

function observedContext(session: OpenSession, decisions: Decisions): Type {
  const { history } = session;
  const known = contexts.get(session) ?? new Map<string, Type>();
  contexts.set(session, known);
  const key = JSON.stringify(decisions);
  const type = known.get(key) ?? contextType(contextShape(history, decisions));
  known.set(key, type);
  return type;
}

/** Where derived contexts have histories of their own, a rule is checked against each at its own turns. */
function contextShape(history: History, decisions: Decisions): Type {
  const nodes = history.own === undefined ? [] : [...history.own.keys()];
  const last = history.turns.length - 1;
  if (nodes.length <= 1) return shapeOf([contextAt(history, last, decisions)]);
  const samples = nodes.slice(0, maxContexts).map((node) => contextAt(history, last, decisions, node));
  return shapeOf(samples, { isSample: nodes.length > maxContexts, opened: openedPerContext });
}

const maxContexts = 40;
const openedPerContext = 1000;

/** The same at every hook, and the largest part of the walk. */
const contexts = new WeakMap<OpenSession, Map<string, Type>>();

/** Enough samples for a shape: the keys of a call's arguments hardly change after so many calls. */
const maxSamples = 400;

interface Values {
  readonly values: readonly Value[];
  readonly isSample: boolean;
}

const nothing: Values = { values: [], isSample: false };

function valuesOf(session: OpenSession, rule: Rule, name: 'input' | 'output', decisions: Decisions): Values {
  const read = name === 'input' ? inputOf : outputOf;
  const eligible = eligibleTurns(session, rule);
  const step = Math.max(1, Math.floor(eligible.length / maxSamples));
  const values: Value[] = [];
  for (let i = 0; i < eligible.length; i += step) {
    const value = read(session.history, eligible[i] ?? -1, decisions);
    if (value !== undefined) values.push(value);
  }
  return { values, isSample: step > 1 };
}

/** The system's own state is available beside the task context, under its own name. */
function withSystemRoot(language: Language, session: OpenSession, decisions: Decisions): Language {
  if (!language.variables.has('context')) return language;
  const { system, history } = session;
  const last = system.stateAt(session.session, history, history.turns.length - 1, decisions);
  const own = { type: shapeOf([last]), about: `The session’s own state: ${system.title}.` };
  return { ...language, variables: new Map([...language.variables, [system.root, own]]) };
}
