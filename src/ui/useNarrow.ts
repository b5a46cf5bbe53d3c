import { useSyncExternalStore } from 'react';

/** Below this the regions become tabs. */
const query = '(max-width: 899.5px)';

const subscribe = (changed: () => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
