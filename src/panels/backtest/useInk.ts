import { useMemo } from 'react';
import { type Ink, verdictInk } from '../paintVerdicts.ts';
import { useTheme } from '../useTrack.ts';

/** The theme's colours, read once for the hundreds of ribbons on the screen, and the same object while they stay the same. */
export function useInk(): Ink {
  // Another theme renders anew; what its colours are, the page's styles say.
  useTheme();
  const colours = coloursOfPage();
  return useMemo(() => JSON.parse(colours) as Ink, [colours]); // what `coloursOfPage` has written
}

function coloursOfPage(): string {
  const style = getComputedStyle(document.documentElement);
  return JSON.stringify(verdictInk((name) => style.getPropertyValue(name)));
}
