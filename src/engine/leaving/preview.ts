import type { TextRange } from '../model/problem.ts';
import type { ChangedPlace } from './redact.ts';
import { TextSearch } from './text-search.ts';

/** Where stand-ins are in a part of the text that leaves. */
export function marksIn(text: string, standIns: ReadonlySet<string>): readonly TextRange[] {
  const search = new TextSearch([...standIns].map((one) => [one.toLowerCase(), { scope: 'word' }] as const));
  return [...search.find(text)].map(({ start, end }) => ({ start, end }));
}

/** Where a change is in the text that leaves; null if it is written in another way. The file has one event a line. */
export function placeOf(text: string, { path, after }: ChangedPlace): TextRange | null {
  const index = /^events\[(\d+)\]/.exec(path)?.[1];
  let from = 0;
  if (index !== undefined) {
    from = text.indexOf('"events":[\n') + '"events":[\n'.length;
    for (let line = 0; line < Number(index) && from > 0; line++) from = text.indexOf('\n', from) + 1;
  } else if (path.startsWith('notes')) from = Math.max(0, text.lastIndexOf('"notes":['));
  const written = JSON.stringify(after).slice(1, -1);
  const start = text.indexOf(written, from);
  return start < 0 ? null : { start, end: start + written.length };
}
