/**
 * A text in pieces of at most `size` characters, cut after a line break if there is one, and never within a character.
 */
export function piecesOf(text: string, size: number): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + size >= text.length ? text.length : cutBefore(text, start, start + size);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function cutBefore(text: string, start: number, end: number): number {
  const line = text.lastIndexOf('\n', end - 1) + 1;
  if (line > start + (end - start) / 2) return line;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
