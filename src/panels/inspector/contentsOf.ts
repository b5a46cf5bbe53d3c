import type { ValuePreview } from '../../worker/protocol.ts';

const opening = new Set(['{', '[']);
const closing = new Set(['}', ']']);

/**
 * A map or list in a line of the tree, whose key already says what it is: without its own brackets, names without
 * quotes, and what is nested in it as `{…}`. Texts stay as they are.
 */
export function contentsOf({ type, text }: ValuePreview): string {
  if (type === 'unknown') return 'unknown';
  if (type !== 'map' && type !== 'list') return text;
  // Texts come whole, so that brackets in them do not count.
  const tokens = text.match(/"(?:[^"\\]|\\.)*"?(?:: )?|[{}[\]]|[^"{}[\]]+/g) ?? [];
  let depth = 0;
  let shown = '';
  for (const token of tokens) {
    if (opening.has(token)) {
      depth += 1;
      if (depth === 2) shown += `${token}…`;
    } else if (closing.has(token)) {
      if (depth === 2) shown += shown.endsWith(token === '}' ? '{…' : '[…') ? token : '';
      depth -= 1;
    } else if (depth === 1) shown += type === 'map' ? token.replace(/^"(\w+)": $/, '$1: ') : token;
  }
  return shown.trim() === '' ? text : shown;
}
