import { createContext, type ReactNode, use } from 'react';
import { visible } from '../../ui/visible.tsx';

/** What the user searches for, in upper or lower case; null while there is no search for text. */
export const FindContext = createContext<string | null>(null);

/** More marks make a row slow. */
const maxMarks = 200;

/** A text from the recording, with the matches of the search marked. */
export function Found({ text }: { readonly text: string }): ReactNode {
  const wanted = use(FindContext);
  const places = wanted === null ? [] : matchesOf(text, wanted);
  if (places.length === 0) return visible(text);
  const shown: ReactNode[] = [];
  let done = 0;
  for (const { from, to } of places) {
    shown.push(visible(text.slice(done, from)), <mark key={from}>{visible(text.slice(from, to))}</mark>);
    done = to;
  }
  return [...shown, visible(text.slice(done))];
}

function matchesOf(text: string, wanted: string): readonly { readonly from: number; readonly to: number }[] {
  const lower = text.toLowerCase();
  // Few letters have another length in lower case; with them, matches are where the case is the same.
  const [within, part] = lower.length === text.length ? [lower, wanted.toLowerCase()] : [text, wanted];
  const found: { from: number; to: number }[] = [];
  for (let from = within.indexOf(part); from !== -1 && found.length < maxMarks; from = within.indexOf(part, from)) {
    found.push({ from, to: from + part.length });
    from += part.length;
  }
  return found;
}
