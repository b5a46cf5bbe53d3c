import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coverageQuery } from '../../../services/engine/queries.ts';
import { useEngine } from '../../../services/engine/useEngine.ts';
import { useDecisions, useJudgedRule, useSession } from '../../../state/useSession.ts';
import { useView } from '../../../state/useView.ts';
import { usePolite } from '../../../ui/usePolite.ts';
import type { Output } from '../../../worker/protocol.ts';

/** Counting clauses costs more than judging, so it is limited while the user types. */
const askAtMostEveryMs = 300;

export interface Covered {
  /** The counted text, with a tried number in it; the rule may have been edited since. */
  readonly expression: string;
  readonly coverage: Output<'coverage'>;
}

/** The clauses' counts: the last answer, and the problem if the current rule has none. */
export function useCoverage(): { readonly covered: Covered | null; readonly problem: string | null } {
  const { ref } = useSession();
  const rule = usePolite(useJudgedRule(), askAtMostEveryMs);
  const decisions = useDecisions();
  const text = useView((view) => view.policy?.text ?? null);
  const id = useView(({ policyRule }) => policyRule?.id ?? null);
  const policy = text === null || id === null ? null : { text, rule: id };
  const query = useQuery({
    ...coverageQuery(useEngine(), { session: ref, rule, decisions, policy }),
    enabled: rule.expression.trim() !== '',
  });

  const [covered, setCovered] = useState<Covered | null>(null);
  const { data } = query;
  if (data !== undefined && !query.isPlaceholderData && covered?.coverage !== data)
    setCovered({ expression: rule.expression, coverage: data });
  return { covered, problem: query.error?.message ?? null };
}
