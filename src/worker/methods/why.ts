import type { Methods } from '../serve.ts';
import type { WhyApi } from '../why-protocol.ts';
import { asked, type OpenSources } from './open-sources.ts';

/** Loaded at the first call, each by itself: the ribbon and the reasons do not wait for them. */
export function whyMethods(sources: OpenSources): Pick<Methods, keyof WhyApi> {
  return {
    flips: asked(sources, async (session, { rule, turn, decisions }, pace) => {
      const { flips } = await import('../../engine/rules/flips.ts');
      return flips(session, rule, turn, decisions, pace);
    }),
    fixes: asked(sources, async (session, { rule, turn, decisions }, pace) => {
      const { fixes } = await import('../../engine/rules/fixes.ts');
      return fixes(session, rule, turn, decisions, pace);
    }),
    misses: asked(sources, async (session, { rule, decisions }, pace) => {
      const { misses } = await import('../../engine/rules/misses.ts');
      return misses(session, rule, decisions, pace);
    }),
  };
}
