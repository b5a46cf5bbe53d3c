import { loadEngines, engineOf, otherEngines, engines } from '../../engine/engines/registry.ts';
import type { Value } from '../../engine/model/value.ts';
import { CelError, parse, plan, specificationLibrary } from '../../engine/cel/index.ts';
import { oneOf, realRules, us, variables } from './evaluation.ts';
import { ratio, type Line } from './measure.ts';

/** One evaluation of a prepared rule, each other engine against ours on the same values, which are converted only once. */
export async function engineLines(): Promise<readonly Line[]> {
  await loadEngines(engines.map(({ id }) => id));
  const scope: ReadonlyMap<string, Value> = new Map(Object.entries(variables));
  const lines: Line[] = [];
  for (const { what, expression, outcome } of realRules) {
    const program = plan(parse(expression).expr, specificationLibrary);
    const ours = await oneOf(() => program.run(scope), outcome, expression);
    for (const { id } of otherEngines)
      lines.push({
        what: `one evaluation, ${what}: ${id} against ours (${us(ours)})`,
        measured: await measured(id, expression, outcome, scope, ours),
        budget: '',
        kept: null,
      });
  }
  return lines;
}

async function measured(
  id: string,
  expression: string,
  outcome: boolean,
  scope: ReadonlyMap<string, Value>,
  ours: number,
): Promise<string> {
  const made = engineOf(id).prepare(expression);
  if (!made.ok) return 'refuses the rule';
  const evaluate = made.value;
  try {
    const result = evaluate(scope);
    if (result !== outcome) return result instanceof CelError ? 'an error' : 'another result';
  } catch {
    return 'an error';
  }
  const theirs = await oneOf(() => evaluate(scope), outcome, expression);
  return `${us(theirs)}, ${ratio(theirs / ours)} of ours`;
}
