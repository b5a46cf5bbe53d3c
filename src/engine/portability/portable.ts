import type { Pace } from '../../base/pace.ts';
import { otherEngines } from '../engines/registry.ts';
import type { Decisions } from '../model/decisions.ts';
import type { EngineAgreement } from '../model/portability.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from '../rules/rule.ts';
import { compareEngine, type EngineVerdicts } from './compare-engine.ts';

/** Judges a rule by all other engines, which are loaded. Null for a rule that does not parse. */
export async function agreementsOn(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
  pace: Pace,
): Promise<readonly EngineAgreement[] | null> {
  const found: EngineAgreement[] = [];
  for (const { id } of otherEngines) {
    const compared = await compareEngine(session, rule, decisions, id, pace);
    if (!compared.ok) return null;
    found.push(agreementOf(compared.value));
  }
  return found;
}

export function agreementOf({ engine, differs, refusal, lacks, judged }: EngineVerdicts): EngineAgreement {
  const message = refusal ?? lacks?.message ?? (differs.length > 0 ? 'it has another verdict' : null);
  return { engine, agrees: message === null, differs: differs.length, judged, message };
}
