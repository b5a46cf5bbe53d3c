import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEngine } from '../services/engine/useEngine.ts';
import { useNoticeActions } from '../state/useNotices.ts';
import { useSession } from '../state/useSession.ts';
import { useViewStore } from '../state/useView.ts';
import { syncPolicy } from './policySync.ts';

/** Mounted while a policy is open: keeps its text and the rule in the editor in step. */
export function PolicyKeeper(): null {
  const { ref } = useSession();
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const { notify } = useNoticeActions();
  useEffect(
    () =>
      syncPolicy(
        { engine, queries, view, notify: (message) => notify(message, { tone: 'failure' }), timers: window },
        ref,
      ),
    [engine, queries, view, notify, ref],
  );
  return null;
}
