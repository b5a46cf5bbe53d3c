import { contextType, languageAt, shapeOf, withDoubles, type Language, type Type } from '../../cel/check/index.ts';
import { contextAt } from '../../model/context-view.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { History } from '../../model/history.ts';
import { inputOf, outputOf } from '../../model/hook-values.ts';
import { specificationHooks, type SpecificationHookId, type SpecificationVariable } from '../../model/hooks.ts';
import type { Value } from '../../model/value.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import type { Place } from '../environment.ts';

/** The specification's names at a hook, with the types that the session's data shows. */
export function specificationLanguage(place: Place<SpecificationHookId>): Language {
  const { session, hook, decisions, expects } = place;
  const types = new Map<SpecificationVariable, Type>();
  const { variables } = specificationHooks[hook];
  if (variables.includes('context')) types.set('context', observedContext(session, decisions));
  for (const name of ['input', 'output'] as const) {
    const { values, isSample } = variables.includes(name) ? valuesOf(place, name) : nothing;
    if (values.length > 0) types.set(name, shapeOf(values, { isSample }));
  }
  const language = languageAt(hook, {
    types,
    capabilities: [...new Set([...session.history.functions.map(({ key }) => key), ...decisions.declared])],
    expects,
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

function valuesOf({ session, decisions, turns }: Place, name: 'input' | 'output'): Values {
  const read = name === 'input' ? inputOf : outputOf;
  const eligible = turns();
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
