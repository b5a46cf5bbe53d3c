import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useViewStore } from '../../state/useView.ts';
import type { LiveTarget } from '../../worker/live-protocol.ts';
import { attachTo } from '../attachLive.ts';

/** Closes the dialog and attaches to a live source. */
export function useAttach(onClose: () => void): (to: LiveTarget, name: string) => void {
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const { notify } = useNoticeActions();
  return (to, name) => {
    onClose();
    attachTo({ engine, queries, view, notify }, to, name);
  };
}
