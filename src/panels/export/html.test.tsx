import { afterEach, expect, test, vi } from 'vitest';
import { htmlWith } from './html.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const link = {
  view: {
    session: null,
    turn: 2,
    tab: null,
    main: 'transcript',
    axis: 'turns',
    decisions: {},
    rule: null,
    baseline: null,
  },
  policy: null,
  page: 'http://127.0.0.1:4173/',
} as const;

test('no text of the session ends the block that holds it, or is read as a pattern', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html><!-- session --><p>page</p></html>'));
  const text = JSON.stringify({ said: '</script><script>alert(1)</script> $& <!--' });
  const html = await htmlWith(text, 'A </script> title', link);
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.querySelectorAll('script:not([type])')).toHaveLength(0);
  const file = (name: string) => JSON.parse(page.querySelector(`script[data-file="${name}"]`)?.textContent ?? '');
  expect(file('session.ctx.json')).toEqual(JSON.parse(text));
  expect(file('index.json')).toMatchObject([{ title: 'A </script> title', file: 'session.ctx.json' }]);
  expect(page.querySelector('script[data-view]')?.textContent).toBe('#v=4&sample=session&turn=2');
  expect(page.querySelector('p')?.textContent).toBe('page');
});

test('without the page for it, the message says to save a file', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  await expect(htmlWith('{}', 'a', link)).rejects.toMatchObject({ problem: { code: 'export/no-single-file' } });
});
