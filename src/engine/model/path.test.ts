import { expect, test } from 'vitest';
import { formatPath, type Path } from './path.ts';

test.each<[Path, string]>([
  [['context', 'input', 0, 'ticket_id'], 'context.input[0].ticket_id'],
  [['headers', 'content-type'], 'headers["content-type"]'],
  [['review()'], 'review()'],
  [['mount.read()'], 'mount.read()'],
  [['context', 'review()'], 'context["review()"]'],
])('%j is written as %s', (path, text) => {
  expect(formatPath(path)).toBe(text);
});
