import { useViewStore } from '../state/useView.ts';
import type { PaneSizes } from '../ui/SplitPane.tsx';

/** What a split remembers. Only its first sizes count, so that moving a handle draws nothing else. */
export function useSplits() {
  const view = useViewStore();
  return (split: string) => ({
    sizes: view.getState().splits[split],
    onSizes: (sizes: PaneSizes) => view.getState().actions.resizePanes(split, sizes),
  });
}
