import { diagnose, type Diagnostic } from '../cel/check/index.ts';
import type { Decisions } from '../model/decisions.ts';
import { hooks, type EnvironmentId, type HookId } from '../model/hooks.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { ruleLanguage } from './rule-language.ts';
import type { Rule } from './rule.ts';

/** All problems of a rule before it runs. One that is written for another environment is offered to move there. */
export function diagnosticsOf(session: OpenSession, rule: Rule, decisions: Decisions): readonly Diagnostic[] {
  const found = diagnose(rule.expression, ruleLanguage(session, rule, decisions));
  const unknown = found.filter(({ code }) => code === 'cel/unknown-variable' || code === 'cel/not-in-scope');
  for (const one of unknown) {
    const other = otherEnvironment(rule, one);
    if (other !== null) return [other, ...found.filter((each) => !unknown.includes(each))];
  }
  return found;
}

/** What an environment is called, and the names by which a rule of it is recognised, from their beginning on. */
const signs: { readonly [E in EnvironmentId]: { readonly title: string; readonly names: RegExp } } = {
  'common-agent': {
    title: 'the Common Agent Specification',
    names: /^(?:context|input|output|c\s*\.\s*cap\b|c\s*\.\s*(?:llm|user|_history|input|output|capabilities)\b)/,
  },
  'cel-ai': {
    title: 'the CEL AI policy environment',
    names:
      /^(?:agent\s*\.\s*(?:input|output|history|context|model|provider|auth|version|description)\b|tool\s*\.\s*(?:name|call|description|annotations|input_schema|output_schema|metadata|provider)\b)/,
  },
  agentgateway: {
    title: 'the agent gateway',
    names:
      /^(?:mcp\s*\.\s*(?:tool|prompt|resource|task|methodName|sessionId)\b|llm\s*\.\s*[a-zA-Z]|(?:jwt|apiKey)\s*[.[]|llmRequest\b)/,
  },
};

/** The rule at a hook of the environment that a name belongs to; null where the name belongs to none. */
function otherEnvironment({ hook, expression }: Rule, { range }: Diagnostic): Diagnostic | null {
  const here = hooks[hook].environment;
  const written = expression.slice(range.start);
  const found = environments.find((id) => id !== here && signs[id].names.test(written));
  if (found === undefined) return null;
  const to = hookIn(found, hook, expression);
  const name = expression.slice(range.start, range.end);
  const message = `\`${name}\` is a name of ${signs[found].title}; ${hook} is a hook of ${signs[here].title}.`;
  const fix = { title: `Judge it at \`${to}\``, edits: [], hook: to };
  return { code: 'cel/other-environment', severity: 'error', message, range, fix };
}

const environments = Object.keys(signs) as readonly EnvironmentId[]; // the table's own keys

/** The hook of an environment that runs at the turns of another hook, if the rule's names exist there. */
function hookIn(environment: EnvironmentId, hook: HookId, expression: string): HookId {
  const [input, output, before, after] = moments[environment];
  if (environment === 'cel-ai') {
    if (/\btool\s*\.\s*call\s*\.\s*(?:result|error)\b/.test(expression)) return after;
    if (/\btool\s*\./.test(expression)) return hook === 'middleware.after' ? after : before;
    if (/\bagent\s*\.\s*output\b/.test(expression)) return output;
  }
  if (environment === 'agentgateway') {
    if (/\bmcp\s*\.\s*(?:tool\s*\.\s*(?:arguments|result|error)|methodName|sessionId)\b/.test(expression)) return after;
    if (/\bmcp\s*\./.test(expression)) return hook.endsWith('.after') ? after : before;
    if (/\bllm\s*\.\s*(?:response|output|total|cached|reasoning|completion|toolCalls)/.test(expression)) return output;
    if (/\bllm(?:Request\b|\s*\.)/.test(expression)) return input;
  }
  for (const moment of Object.values(moments)) {
    const at = moment.indexOf(hook);
    if (at >= 0) return moments[environment][at] ?? before;
  }
  return hook === 'turn' ? input : before;
}

/** For an input, for an answer, before a call, after a call. */
const moments: { readonly [E in EnvironmentId]: readonly [HookId, HookId, HookId, HookId] } = {
  'common-agent': ['guardrail.before', 'guardrail.after', 'middleware.before', 'middleware.after'],
  'cel-ai': ['cel-ai.input', 'cel-ai.output', 'cel-ai.tool-call.before', 'cel-ai.tool-call.after'],
  agentgateway: [
    'agentgateway.llm.before',
    'agentgateway.llm.after',
    'agentgateway.tool-call.before',
    'agentgateway.tool-call.after',
  ],
};
