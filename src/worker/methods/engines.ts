import { ok } from '../../base/result.ts';
import type { EnginesApi } from '../engines-protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';

/** The engines that are compared with ours. Each package is a script of its own, which loads with the first rule. */
export function engineMethods(sources: OpenSources): Pick<Methods, keyof EnginesApi> {
  return {
    async engines() {
      const { otherEngines } = await import('../../engine/engines/registry.ts');
      return ok(otherEngines.map(({ id, version, about }) => ({ id, version, about })));
    },
    judgedByEngine: asked(sources, async (session, { rule, decisions, engine }, pace) => {
      await load([engine]);
      const { compareEngine } = await import('../../engine/portability/compare-engine.ts');
      const { agreementOf } = await import('../../engine/portability/portable.ts');
      const { causesOf } = await import('../../engine/portability/cause.ts');
      const { eligibleTurns } = await import('../../engine/rules/hook-scope.ts');
      const compared = await compareEngine(session, rule, decisions, engine, pace);
      if (!compared.ok) return compared;
      const causes = await causesOf(session, rule, decisions, engine, compared.value.differs, pace);
      if (!causes.ok) return causes;
      return ok({
        ...compared.value,
        agreement: agreementOf(compared.value),
        eligible: eligibleTurns(session, rule).length,
        causes: causes.value,
      });
    }),
    rewritten: asked(sources, async (session, { rule, decisions, engines }, pace) => {
      await load(engines);
      const { rewrite } = await import('../../engine/portability/rewrite.ts');
      return rewrite(session, rule, decisions, engines, pace);
    }),
  };
}

async function load(ids: readonly string[]): Promise<void> {
  const { loadEngines } = await import('../../engine/engines/registry.ts');
  // Without a guard for each evaluation: the page ends the whole worker.
  await loadEngines(ids);
}
