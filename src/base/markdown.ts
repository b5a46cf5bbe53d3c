/**
 * A text as code on one line: nothing in it is formatted, mentions a person or begins another cell of a table (GitHub
 * Flavored Markdown, §6.1 and §4.10).
 */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');
  if (line === '') return '–';
  const fence = '`'.repeat(longestTicks(line) + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return fence + space + line + space + fence;
}

/** A text as a block of code, whatever is in it. */
export function codeBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

const longestTicks = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));

/** `aligned`: the columns after the first hold numbers. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], aligned: boolean): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (aligned && column > 0 ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
