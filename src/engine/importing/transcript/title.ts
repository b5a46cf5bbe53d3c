const longest = 80;

/** The beginning of a text as a title: one line, cut at a word. */
export function shortTitle(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  const space = cut.lastIndexOf(' ');
  return `${space > longest / 2 ? cut.slice(0, space) : cut}…`;
}
