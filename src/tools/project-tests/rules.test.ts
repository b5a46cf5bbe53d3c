import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import { hookIds } from '../../engine/model/hooks.ts';
import { methods } from '../../worker/methods.ts';
import { projectFiles, read } from './files.ts';

/** `cel` blocks: a comment that begins with the hook, then the expression; a blank line between two of them. */
const examples = projectFiles()
  .filter((path) => /^(docs\/)?[\w-]+\.md$/.test(path))
  .flatMap((path) => [...read(path).matchAll(/^```cel\n([\s\S]*?)^```/gm)])
  .flatMap(([, block = '']) => block.trim().split(/\n\n+/))
  .map((example) => {
    const [comment = '', ...lines] = example.split('\n');
    return { hook: hookIds.find((id) => comment.startsWith(`// ${id}`)), expression: lines.join('\n') };
  });

test('the documents show rules', () => {
  expect(examples.length).toBeGreaterThan(2);
});

test.each(examples)('$hook: $expression', async ({ hook = 'turn', expression }) => {
  const engine = methods();
  const text = read('e2e/pasted/task-context.py.txt');
  const opened = await engine.open({ text, name: 'example' }, unhurried);
  const source = opened.ok ? opened.value.source : 'none';
  const session = await engine.openSession({ source, entry: 0 }, unhurried);
  expect(session.ok).toBe(true);
  const ref = session.ok ? session.value.ref : { id: '' as never, revision: 0 }; // just asserted
  const diagnostics = await engine.check(
    { session: ref, rule: { expression, hook, match: null }, decisions: defaultDecisions },
    unhurried,
  );
  expect(diagnostics).toMatchObject({ ok: true, value: [] });
});
