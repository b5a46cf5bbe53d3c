import type { Pace } from '../../base/pace.ts';
import { otherEngines } from '../engines/registry.ts';
import type { Decisions, EngineId } from '../model/decisions.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from '../rules/rule.ts';
import { compareEngine, type EngineVerdicts } from './compare-engine.ts';

/** Whether the other engines judge a rule as ours does: all of them, some, or none. */
export type Portable = 'yes' | 'partly' | 'no';

export interface Portability {
  readonly portable: Portable;
  /** What other engines say where they do not agree; null where all do. */
  readonly reason: string | null;
  readonly engines: readonly EngineAgreement[];
}

/** Over all sessions that were looked at. */
export interface EngineAgreement {
  readonly engine: EngineId;
  readonly agrees: boolean;
  readonly differs: number;
  readonly judged: number;
  readonly message: string | null;
}

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

/** The same for several sessions. */
export function mergedAgreements(
  known: readonly EngineAgreement[] | undefined,
  more: readonly EngineAgreement[],
): readonly EngineAgreement[] {
  if (known === undefined) return more;
  return more.map((one, at) => {
    const before = known[at] ?? one;
    return {
      engine: one.engine,
      agrees: before.agrees && one.agrees,
      differs: before.differs + one.differs,
      judged: before.judged + one.judged,
      message: before.message ?? one.message,
    };
  });
}

export function portabilityOf(engines: readonly EngineAgreement[]): Portability {
  const apart = engines.filter(({ agrees }) => !agrees);
  const portable = apart.length === 0 ? 'yes' : apart.length === engines.length ? 'no' : 'partly';
  return { portable, reason: apart.length === 0 ? null : apart.map(inWords).join('; '), engines };
}

const inWords = ({ engine, differs, judged, message }: EngineAgreement): string =>
  `${engine} differs at ${differs} of ${judged} turns (${message})`;
