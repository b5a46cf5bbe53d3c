import type { ValuePreview } from '../../worker/protocol.ts';

const opening = new Set(['{', '[']);
const closing = new Set(['}', ']']);

/**
 * A map or list in a line of the tree, whose key already says what it is: without its own brackets, names without
 * quotes, and what is nested deeper as `{…}`. Texts stay as they are.
 */
export function contentsOf(preview: ValuePreview): string {
  const { type, text } = preview;
  if (type === 'unknown') return 'unknown';
  if (type !== 'map' && type !== 'list') return text;
  // Texts come whole, so that brackets in them do not count.
  const tokens = beforeCut(preview).match(/"(?:[^"\\]|\\.)*"?(?:: )?|[{}[\]]|[^"{}[\]]+/g) ?? [];
  // The maps of a list are what is worth reading in it.
  const deepest = type === 'list' ? 2 : 1;
  let depth = 0;
  let shown = '';
  for (const [at, token] of tokens.entries()) {
    if (opening.has(token)) {
      depth += 1;
      if (depth > 1 && depth <= deepest) shown += token;
      else if (depth === deepest + 1) shown += closing.has(tokens[at + 1] ?? '') ? token : `${token}…`;
    } else if (closing.has(token)) {
      if (depth > 1 && depth <= deepest + 1) shown += token;
      depth -= 1;
    } else if (depth > 0 && depth <= deepest) shown += token.replace(/^"(\w+)": $/, '$1: ');
  }
  return shown.trim() === '' ? text : shown;
}

/** The part before a cut in the middle, which may have taken brackets away: those after it cannot be counted. */
function beforeCut({ text, cut }: ValuePreview): string {
  const middle = Math.ceil((text.length - 1) / 2);
  // A code point that the cut leaves out whole moves the ellipsis by one.
  const at = text.lastIndexOf('…', middle + 1);
  return cut && at >= middle - 1 ? text.slice(0, at + 1) : text;
}
