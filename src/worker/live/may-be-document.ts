/**
 * Whether a text is one document of several lines, such as indented JSON, rather than a list of lines: its first line
 * opens a bracket that it does not close. A line of a log such as `[12:00] started {` closes the first one.
 * `complete`: all of it is there.
 */
export function mayBeDocument(text: string): 'no' | 'complete' | 'unfinished' {
  const start = text.search(/[^\s\uFEFF]/u);
  if (start === -1 || (text[start] !== '{' && text[start] !== '[')) return 'no';
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end === -1 ? undefined : end);
  // A complete value in the first line may be the first of many.
  if (end !== -1 && !isOpen(line)) return 'no';
  try {
    JSON.parse(text.slice(start));
    return 'complete';
  } catch {
    return isOpen(line) ? 'unfinished' : 'no';
  }
}

/** Whether the bracket at the start of a line is still open at its end. Quotes of Python count as well. */
function isOpen(line: string): boolean {
  let depth = 0;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const mark = line[at];
    if (quote !== null) {
      if (mark === '\\') at += 1;
      else if (mark === quote) quote = null;
    } else if (mark === '"' || mark === "'") quote = mark;
    else if (mark === '{' || mark === '[') depth += 1;
    else if ((mark === '}' || mark === ']') && --depth === 0) return false;
  }
  return true;
}
