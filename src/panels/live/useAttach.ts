import type { LiveTarget } from '../../worker/live-protocol.ts';
import { attachTo } from '../attachLive.ts';
import { useAttachDeps } from '../sessionActions.ts';

/** Closes the dialog and attaches to a live source. */
export function useAttach(onClose: () => void): (to: LiveTarget, name: string) => void {
  const deps = useAttachDeps();
  return (to, name) => {
    onClose();
    attachTo(deps, to, name);
  };
}
