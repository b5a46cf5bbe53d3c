import type { EngineId } from './decisions.ts';

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
