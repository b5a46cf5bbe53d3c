import { useLayoutEffect, useState } from 'react';
import { type Ink, verdictInk } from '../paintVerdicts.ts';
import { useTheme } from '../useTrack.ts';

/** The theme's colours, read once for the hundreds of ribbons on the screen; null until the page has its styles. */
export function useInk(): Ink | null {
  const theme = useTheme();
  const [ink, setInk] = useState<Ink | null>(null);
  // Styles are the browser's: the theme's name says only that they changed.
  useLayoutEffect(() => {
    const style = getComputedStyle(document.documentElement);
    setInk(verdictInk((name) => style.getPropertyValue(name)));
  }, [theme]);
  return ink;
}
