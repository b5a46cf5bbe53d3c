import { useSyncExternalStore } from 'react';

const everyMs = 1000;

const subscribe = (changed: () => void) => {
  const timer = setInterval(changed, everyMs);
  return () => clearInterval(timer);
};
const currentSecond = () => Math.floor(Date.now() / everyMs);

/** The present time in seconds since 1970, for times such as *3 s ago*. */
export const useCurrentSecond = (): number => useSyncExternalStore(subscribe, currentSecond);
