/** A new text cut in three: what it begins with as the old one did, what is new, and what it ends with as the old one did. */
export function rewording(
  old: string,
  text: string,
): { readonly before: string; readonly added: string; readonly after: string } {
  let start = 0;
  const most = Math.min(old.length, text.length);
  while (start < most && old[start] === text[start]) start++;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  // A mark that begins or ends within a name would be hard to read.
  while (start > 0 && isInName(text, start)) start--;
  while (end > 0 && isInName(text, text.length - end)) end--;
  return {
    before: text.slice(0, start),
    added: text.slice(start, text.length - end),
    after: text.slice(text.length - end),
  };
}

const isInName = (text: string, at: number) => /\w/.test(text[at - 1] ?? '') && /\w/.test(text[at] ?? '');
