import { afterEach, expect, test } from 'vitest';
import { browserFor } from './testing.ts';
import { leaveWorkspace, removeOldWorkspaces, takeWorkspace, type Workspace } from './workspaces.ts';
import fixture from './kinds/fixtures/workspace.3.json' with { type: 'json' };

// A file's text is wider than the schema; `kinds.test.ts` checks it.
const workspace = (filter: string): Workspace => ({ ...(fixture as unknown as Workspace), filter });

let databases = 0;
const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

function browser() {
  const one = browserFor(`workspaces test ${++databases}`);
  endings.push(() => one.close());
  return { ...one, here: one.keeping() };
}

test('a reload takes the workspace of its tab again', async () => {
  const { here, tab } = browser();
  const first = tab();
  const { id, workspace: none } = await takeWorkspace(here, first);
  expect(none).toBeNull();
  await here.put('workspace', id, workspace('mine'));
  const other = tab();
  await here.put('workspace', (await takeWorkspace(here, other)).id, workspace('theirs'));
  first.gone();
  first.reloads();
  expect(await takeWorkspace(here, first)).toEqual({ id, workspace: workspace('mine') });
});

test('a reload takes what was written when the page was left, if that is newer than what was stored', async () => {
  const { here, tab } = browser();
  const first = tab();
  const { id } = await takeWorkspace(here, first);
  await here.put('workspace', id, workspace('stored'));
  leaveWorkspace(first.storage, id, workspace('left'), 1_000_000);
  first.reloads();
  expect((await takeWorkspace(here, first)).workspace?.filter).toBe('left');
  // It is used once.
  await here.put('workspace', id, workspace('stored later'));
  expect((await takeWorkspace(here, first)).workspace?.filter).toBe('stored later');
  leaveWorkspace(first.storage, id, workspace('older'), 0);
  expect((await takeWorkspace(here, first)).workspace?.filter).toBe('stored later');
});

test('what the storage of the tab holds otherwise is ignored', async () => {
  const { here, tab } = browser();
  const first = tab();
  const { id } = await takeWorkspace(here, first);
  for (const text of ['#v=3&sample=one', '{', JSON.stringify({ id, version: 1, value: { rule: 7 } })]) {
    first.storage.setItem('contextscope/left', text);
    first.reloads();
    expect(await takeWorkspace(here, first)).toEqual({ id, workspace: null });
  }
});

test('a new page takes the latest workspace that no living tab holds', async () => {
  const { here, tab } = browser();
  const tabs = [tab(), tab(), tab()];
  const ids: string[] = [];
  for (const [at, one] of tabs.entries()) {
    const { id } = await takeWorkspace(here, one);
    ids.push(id);
    await here.put('workspace', id, workspace(`tab ${at}`));
  }
  expect(new Set(ids).size).toBe(3);
  tabs[0]?.gone();
  tabs[1]?.gone();
  expect((await takeWorkspace(here, tab())).workspace?.filter).toBe('tab 1');
  expect((await takeWorkspace(here, tab())).workspace?.filter).toBe('tab 0');
  expect((await takeWorkspace(here, tab())).workspace).toBeNull();
});

test('a page opened by a link has a workspace of its own, also in a tab that had another', async () => {
  const { here, tab } = browser();
  const first = tab();
  const { id } = await takeWorkspace(here, first);
  await here.put('workspace', id, workspace('mine'));
  first.gone();
  for (const one of [first, tab()]) {
    one.follows();
    const taken = await takeWorkspace(here, one);
    expect(taken.workspace).toBeNull();
    expect(taken.id).not.toBe(id);
  }
  expect((await here.get('workspace', id))?.value.filter).toBe('mine');
});

test('a duplicated tab works on a copy', async () => {
  const { here, tab } = browser();
  const first = tab();
  const { id } = await takeWorkspace(here, first);
  await here.put('workspace', id, workspace('mine'));
  const copy = tab();
  copy.storage.setItem('contextscope/workspace', id);
  copy.reloads();
  const taken = await takeWorkspace(here, copy);
  expect(taken.id).not.toBe(id);
  expect(taken.workspace?.filter).toBe('mine');
});

test('of very many workspaces the oldest are removed, but none of a living tab', async () => {
  const { here, tab } = browser();
  const first = tab();
  const { id } = await takeWorkspace(here, first);
  await here.put('workspace', id, workspace('the oldest'));
  for (let at = 0; at < 60; at++) await here.put('workspace', `old ${at}`, workspace(String(at)));
  await removeOldWorkspaces(here, first);
  const left = await here.list('workspace');
  expect(left).toHaveLength(51);
  expect(left.at(-1)?.id).toBe(id);
});
