import { celEnv, parse as parsePackage, plan as planPackage, type CelInput } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { parse, plan, specificationLibrary } from '../../engine/cel/index.ts';
import type { Value } from '../../engine/model/value.ts';
import { ratio, times, quantile, type Line } from './measure.ts';

interface RealRule {
  readonly what: string;
  readonly expression: string;
  readonly outcome: boolean;
}

/** Rules of public projects, all under Apache-2.0, over values as they are judged there. */
export const realRules: readonly RealRule[] = [
  {
    what: 'agentgateway, who may call a tool',
    expression: 'mcp.tool.name == "get-env" && jwt.nested.key == "value"',
    outcome: true,
  },
  {
    what: 'agentgateway, targets of a policy',
    expression:
      "!has(self.targetRefs) || self.targetRefs.all(t, t.kind != 'Service' || !has(t.sectionName) || (int(t.sectionName) >= 1 && int(t.sectionName) <= 65535))",
    outcome: true,
  },
  {
    what: 'agentgateway, an address',
    expression: "!has(self.url) || !self.url.matches('^https?://[^/?#]+/') || has(self.http)",
    outcome: false,
  },
  {
    what: 'cerbos, who may see what',
    expression: 'R.attr.team == "BLUE" && request.resource.kind != "organization"',
    outcome: true,
  },
  {
    what: 'kyverno, volumes of a pod',
    expression:
      "object.spec.volumes.all(volume, !has(volume.hostPath) || volume.hostPath.path.split('/')[1] == 'data')",
    outcome: true,
  },
  {
    what: 'kagent, a list that must not be empty',
    expression:
      "!has(self.channelAccess) || self.channelAccess != 'allowlist' || (has(self.allowlistChannels) && size(self.allowlistChannels) > 0)",
    outcome: true,
  },
];

export const variables = {
  mcp: { tool: { name: 'get-env' } },
  jwt: { nested: { key: 'value' } },
  self: {
    url: 'https://models.example/v1',
    channelAccess: 'allowlist',
    allowlistChannels: ['C1', 'C2'],
    targetRefs: Array.from({ length: 12 }, (_, i) => ({ kind: 'Service', sectionName: String(8000 + i) })),
  },
  R: { attr: { team: 'BLUE' } },
  request: { resource: { kind: 'report' } },
  object: {
    spec: { volumes: Array.from({ length: 12 }, (_, i) => ({ name: `v${i}`, hostPath: { path: `/data/${i}` } })) },
  },
};

const evaluations = 2000;

/** One evaluation of a planned rule, ours against the CEL package's. */
export async function evaluationLines(): Promise<readonly Line[]> {
  const scope: ReadonlyMap<string, Value> = new Map(Object.entries(variables));
  const bindings: Record<string, CelInput> = variables;
  const lines: Line[] = [];
  for (const { what, expression, outcome } of realRules) {
    const program = plan(parse(expression).expr, specificationLibrary);
    const packaged = planPackage(celEnv({ funcs: strings }), parsePackage(expression));
    const [ours, theirs] = [
      await oneOf(() => program.run(scope), outcome, expression),
      await oneOf(() => packaged(bindings), outcome, expression),
    ];
    lines.push({
      what: `one evaluation, ${what}, against the CEL package (${us(theirs)})`,
      measured: `${us(ours)}, ${ratio(theirs / ours)} faster`,
      budget: '',
      kept: null,
    });
  }
  return lines;
}

/** The middle of several batches, in milliseconds for one. */
export async function oneOf(evaluate: () => unknown, outcome: boolean, expression: string): Promise<number> {
  if (evaluate() !== outcome) throw new Error(`${expression} did not evaluate to ${outcome}`);
  const batch = () => {
    for (let i = 0; i < evaluations; i++) evaluate();
  };
  await times(5, batch);
  return quantile(await times(9, batch), 0.5) / evaluations;
}

export const us = (milliseconds: number) => `${(milliseconds * 1000).toFixed(2)} µs`;
