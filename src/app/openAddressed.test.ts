import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { pack } from '../services/packing.ts';
import { createNoticeStore } from '../state/notices.ts';
import { linkedSource, type Packed } from '../state/url.ts';
import { createViewStore } from '../state/view.ts';
import { openAddressed } from './openAddressed.ts';

const chat = '{"messages": [{"role": "user", "content": "hi"}]}';

async function opened(packed: Packed) {
  const engine = inProcessEngine();
  const view = createViewStore();
  const notices = createNoticeStore();
  const deps = {
    engine: engine.client,
    queries: new QueryClient(),
    view,
    notices,
    keeping: keepingInMemory(),
    session: null,
  };
  await openAddressed(deps, { recordings: [], packed, href: 'http://127.0.0.1:4173/' });
  engine.dispose();
  const { sources, policy } = view.getState();
  return { ids: sources.map((one) => one.opened.source), policy, said: notices.getState().message?.text };
}

test('a session and a policy that a link carries are opened', async () => {
  const session = await pack(chat);
  const policy = await pack(JSON.stringify({ name: 'desk.yaml', text: 'name: desk\n' }));
  expect(await opened({ session, policy })).toMatchObject({
    ids: [linkedSource(session)],
    policy: { name: 'desk.yaml', text: 'name: desk\n' },
  });
});

test('a policy that is none is refused in a sentence, and the session opens all the same', async () => {
  const session = await pack(chat);
  const { ids, policy, said } = await opened({ session, policy: await pack('[]') });
  expect(ids).toHaveLength(1);
  expect(policy).toBeNull();
  expect(said).toBe('The policy of this link cannot be read. Ask for it as a file.'); // link/policy-malformed
});
