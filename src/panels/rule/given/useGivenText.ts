import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '../../../engine/model/problem.ts';
import { checkGivenQuery } from '../../../services/engine/queries.ts';
import { useEngine } from '../../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../../state/useNotices.ts';
import { useView, useViewActions, useViewStore } from '../../../state/useView.ts';
import type { GivenKind } from '../../../state/view/settings.ts';
import { reportFailures } from '../../reportFailures.ts';

/** A text that takes effect at each letter, as long as it can be read. */
export interface GivenText {
  readonly text: string;
  /** Why the text is not in effect. */
  readonly problem: Problem | null;
  /** Whether some text is in effect: this one, or the last that could be read. */
  readonly isGiven: boolean;
  readonly write: (text: string) => void;
  /** Makes the changes since the dialog opened one step that can be undone. */
  readonly settle: () => void;
}

export function useGivenText(kind: GivenKind, stepTitle: string): GivenText {
  const engine = useEngine();
  const store = useViewStore();
  const { notify } = useNoticeActions();
  const actions = useViewActions();
  const given = useView((view) => view.givenTexts[kind]);
  const draft = useView((view) => view.givenDrafts[kind]);
  const [before] = useState(given);
  const text = draft ?? given ?? '';
  const isBlank = text.trim() === '';
  const check = useQuery({
    ...checkGivenQuery(engine, { kind, text }),
    enabled: !isBlank,
    placeholderData: keepPreviousData,
  });

  const write = (next: string) => {
    if (next.trim() === '') return actions.give(kind, null);
    actions.draftGiven(kind, next);
    // The query of an earlier letter is cancelled by the next one, which this need not know.
    const checking = engine.checkGiven({ kind, text: next }).then((problem) => {
      // Another letter may have been typed meanwhile.
      if (problem === null && store.getState().givenDrafts[kind] === next) actions.give(kind, next);
    });
    reportFailures(checking, notify);
  };
  const settle = () => {
    const after = store.getState().givenTexts[kind];
    if (after === before) return;
    actions.addStep({
      title: stepTitle,
      undo: () => actions.give(kind, before ?? null),
      redo: () => actions.give(kind, after ?? null),
    });
  };
  const problem = isBlank || draft === undefined ? null : (check.data ?? null);
  return { text, problem, isGiven: given !== undefined, write, settle };
}
