import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { emptyRule, judgedRule, useDecisions, useShownSession } from '../../state/useSession.ts';
import { useViewStore } from '../../state/useView.ts';
import { ruleInEditor, sameRule } from '../../state/view/rule.ts';
import type { View } from '../../state/view.ts';
import type { Rule } from '../../worker/protocol.ts';

/** Requests the verdicts of an edited rule before the page is drawn with it: the engine judges meanwhile. */
export function useJudgedAtOnce(): void {
  const { outline, starter } = useShownSession();
  const engine = useEngine();
  const queries = useQueryClient();
  const store = useViewStore();
  const decisions = useDecisions();
  // The store.
  useEffect(
    () =>
      store.subscribe((view, before) => {
        const rule = judgedIn(view, starter);
        const isSame = view.session !== before.session || sameRule(rule, judgedIn(before, starter));
        if (isSame || rule.expression.trim() === '') return;
        void queries.prefetchQuery(sweepQuery(engine, outline.ref, rule, decisions));
      }),
    [outline, starter, engine, queries, store, decisions],
  );
}

const judgedIn = (view: View, starter: Rule | null): Rule =>
  judgedRule(ruleInEditor(view) ?? starter ?? emptyRule, view.trial);
