import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TextRange } from '../../engine/model/problem.ts';
import { explainQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useRule, useSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import { readersOf } from '../readers.ts';

/** The parts of the rule that read the focused path. It shares its query with Why. */
export function useFocusReaders(): readonly TextRange[] {
  const { ref } = useSession();
  const rule = useRule();
  const focus = useView((view) => view.path);
  const asked = explainQuery(useEngine(), ref, rule, useCalmCursor(), useDecisions());
  const isAsked = focus !== null && rule.expression.trim() !== '';
  const { data, isPlaceholderData } = useQuery({ ...asked, enabled: isAsked });
  return useMemo(
    () => (focus === null || data === undefined || isPlaceholderData ? nothing : readersOf(data.parts, focus)),
    [focus, data, isPlaceholderData],
  );
}

const nothing: readonly TextRange[] = [];
