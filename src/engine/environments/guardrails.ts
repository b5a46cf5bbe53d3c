import type { EnvironmentId, HookId } from '../model/hooks.ts';

/** A common guardrail, as each environment writes it. Their verdicts are the same at every turn of a recording. */
export interface Guardrail {
  /** Its name in a list. */
  readonly label: string;
  /** What it requires. */
  readonly detail: string;
  /** What to know before using it. */
  readonly about: string;
  readonly in: { readonly [E in EnvironmentId]: Written | Inexpressible };
}

/** An environment has nothing to say it with. */
interface Inexpressible {
  /** Completes the sentence *A rule here …*. */
  readonly because: string;
}

interface Written {
  readonly hook: HookId;
  /**
   * The expression for a tool, with places to fill in, in the notation of editors: `${1:1000}` is the first place. `tool` is its
   * function in the session.
   */
  readonly expression: (tool: string) => string;
  /** The rule is about this tool alone. */
  readonly isOfTool?: true;
}

const text = (value: string): string => JSON.stringify(value).replaceAll(/[\\$}]/g, String.raw`\$&`);

const injection = String.raw`(?i)ignore (all |the )?previous instructions`;
const secret = '(?i)password|api[_-]?key|-----BEGIN';

export const guardrails: readonly Guardrail[] = [
  {
    label: 'limit an amount',
    detail: 'is true while the amount of a call is small',
    about: 'Calls without an amount pass.',
    in: {
      'common-agent': {
        hook: 'middleware.before',
        expression: () => '!has(input.${1:amount}) || input.${1:amount} <= ${2:1000}',
      },
      'cel-ai': {
        hook: 'cel-ai.tool-call.before',
        expression: () => '!has(tool.call.params.${1:amount}) || tool.call.params.${1:amount} <= ${2:1000}',
      },
      agentgateway: {
        hook: 'agentgateway.tool-call.after',
        expression: () => '!has(mcp.tool.arguments.${1:amount}) || mcp.tool.arguments.${1:amount} <= ${2:1000}',
      },
    },
  },
  {
    label: 'only known recipients',
    detail: 'is true while a recipient belongs to your own domain',
    about: 'Calls without a recipient pass.',
    in: {
      'common-agent': {
        hook: 'middleware.before',
        expression: () => '!has(input.${1:recipient}) || input.${1:recipient}.endsWith("${2:@example.com}")',
      },
      'cel-ai': {
        hook: 'cel-ai.tool-call.before',
        expression: () =>
          '!has(tool.call.params.${1:recipient}) || tool.call.params.${1:recipient}.endsWith("${2:@example.com}")',
      },
      agentgateway: {
        hook: 'agentgateway.tool-call.after',
        expression: () =>
          '!has(mcp.tool.arguments.${1:recipient}) || mcp.tool.arguments.${1:recipient}.endsWith("${2:@example.com}")',
      },
    },
  },
  {
    label: 'no secret in a call',
    detail: 'searches the texts among the arguments',
    about: 'An RE2 pattern; (?i) ignores the case of letters.',
    in: {
      'common-agent': {
        hook: 'middleware.before',
        expression: () => `!input.exists(k, type(input[k]) == string && input[k].matches(\${1:${text(secret)}}))`,
      },
      'cel-ai': {
        hook: 'cel-ai.tool-call.before',
        expression: () =>
          `!tool.call.params.exists(k, type(tool.call.params[k]) == string && tool.call.params[k].matches(\${1:${text(secret)}}))`,
      },
      agentgateway: {
        hook: 'agentgateway.tool-call.after',
        expression: () =>
          `!mcp.tool.arguments.exists(k, type(mcp.tool.arguments[k]) == string && mcp.tool.arguments[k].matches(\${1:${text(secret)}}))`,
      },
    },
  },
  {
    label: 'not the same call twice',
    detail: 'compares the arguments with those of earlier calls',
    about: 'Of one tool: another tool may have the same arguments.',
    in: {
      'common-agent': {
        hook: 'middleware.before',
        expression: (tool) => `!context.capabilities[${text(tool)}].inputs.exists(i, i == input)`,
        isOfTool: true,
      },
      'cel-ai': {
        hook: 'cel-ai.tool-call.before',
        expression: (tool) =>
          `!agent.history.toolCalls(${text(tool)}).parts().exists(p, p.tool_call.params == tool.call.params)`,
        isOfTool: true,
      },
      agentgateway: { because: 'sees one request, and none of the calls before' },
    },
  },
  {
    label: 'at most so many calls',
    detail: 'stops an agent that calls tools without end',
    about: 'Calls of every tool and outcome count.',
    in: {
      'common-agent': {
        hook: 'middleware.before',
        expression: () => 'context.capabilities._meta.count < ${1:20}',
      },
      'cel-ai': {
        hook: 'cel-ai.tool-call.before',
        expression: () => 'agent.history.parts().filter(p, has(p.tool_call)).size() < ${1:20}',
      },
      agentgateway: { because: 'sees one request, and none of the calls before' },
    },
  },
  {
    label: 'token budget',
    detail: 'stops once too many tokens are spent',
    about: 'Tokens of all model calls so far.',
    in: {
      'common-agent': { hook: 'middleware.before', expression: () => 'context.llm.tokens.total < ${1:100000}' },
      'cel-ai': { because: 'knows no counts of tokens' },
      agentgateway: { because: 'knows the tokens of one request, not of those before' },
    },
  },
  {
    label: 'ask before a tool runs',
    detail: 'requires that a person agrees',
    about:
      'A recording holds no such decision, so the verdict is unknown unless a definition says that the tool is harmless.',
    in: {
      'common-agent': {
        hook: 'middleware.before',
        expression: () => 'review(${1:"owner"})',
        isOfTool: true,
      },
      'cel-ai': {
        hook: 'cel-ai.tool-call.before',
        expression: () => '!tool.annotations.destructive || tool.call.user_confirmed',
        isOfTool: true,
      },
      agentgateway: { because: 'cannot ask a person' },
    },
  },
  {
    label: 'only tools that change nothing',
    detail: 'requires that the definition of the tool says so',
    about: 'From the annotations of MCP; without them, the verdict is unknown.',
    in: {
      'common-agent': { because: 'knows no definitions of tools' },
      'cel-ai': { hook: 'cel-ai.tool-call.before', expression: () => 'tool.annotations.read_only' },
      agentgateway: { because: 'knows no annotations of tools' },
    },
  },
  {
    label: 'only listed tools',
    detail: 'is true for the tools that you allow',
    about: 'Judged after the call: before it, not every environment has the name of the tool.',
    in: {
      'common-agent': {
        hook: 'middleware.after',
        expression: (tool) =>
          `context.capabilities._meta.invocations[context.capabilities._meta.count - 1] in [\${1:${text(tool)}}]`,
      },
      'cel-ai': { hook: 'cel-ai.tool-call.after', expression: (tool) => `tool.name in [\${1:${text(tool)}}]` },
      agentgateway: {
        hook: 'agentgateway.tool-call.before',
        expression: (tool) => `mcp.tool.name in [\${1:${text(tool.replace(/^(?:mcp__)?.+?__/, ''))}}]`,
      },
    },
  },
  {
    label: 'no instructions in a result',
    detail: 'searches a result that is a text for an injected prompt',
    about: 'A pattern finds known wordings only.',
    in: {
      'common-agent': {
        hook: 'middleware.after',
        expression: () => `type(output) != string || !output.matches(\${1:${text(injection)}})`,
      },
      'cel-ai': {
        hook: 'cel-ai.tool-call.after',
        expression: () =>
          `!has(tool.call.result) || tool.call.result.type != "text" || !tool.call.result.content.matches(\${1:${text(injection)}})`,
      },
      agentgateway: {
        hook: 'agentgateway.tool-call.after',
        expression: () =>
          `!has(mcp.tool.result) || mcp.tool.result.isError || has(mcp.tool.result.structuredContent) || !mcp.tool.result.content.exists(c, has(c.text) && c.text.matches(\${1:${text(injection)}}))`,
      },
    },
  },
  {
    label: 'no answer without a tool',
    detail: 'requires that a tool was called before the answer',
    about: 'For agents that must look things up.',
    in: {
      'common-agent': { hook: 'guardrail.after', expression: () => 'context.capabilities._meta.count > 0' },
      'cel-ai': {
        hook: 'cel-ai.output',
        expression: () => 'agent.history.parts().exists(p, has(p.tool_call))',
      },
      agentgateway: {
        hook: 'agentgateway.llm.after',
        expression: () => 'llm.toolCalls.size() > 0 || llm.prompt.exists(m, m.role == "tool")',
      },
    },
  },
];

/** Its expression without places to fill in. */
export const filledIn = (written: string): string =>
  written
    .replaceAll(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, (_whole, inside: string) => inside)
    .replaceAll(/\\([\\$}])/g, '$1');
