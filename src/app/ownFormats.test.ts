import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { keptMappings } from '../services/keeping/mappings.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { writeMarks } from '../state/marksFile.ts';
import { createNoticeStore } from '../state/notices.ts';
import { createViewStore } from '../state/view.ts';
import { openText } from './opening.ts';

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
};

let localStorage = storage();
beforeEach(() => {
  localStorage = storage();
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', { sessionStorage: storage() });
  return () => vi.unstubAllGlobals();
});

function page() {
  const [view, notices] = [createViewStore(), createNoticeStore()];
  const { client: engine } = inProcessEngine();
  return { engine, queries: new QueryClient(), view, notices, keeping: keepingInMemory(), session: null };
}

test('marks that are pasted, dropped or opened apply at once and are shown in the backtest', async () => {
  const deps = page();
  const marked = { name: 'a.json', entry: 0, title: 'A', content: 'c1', mark: 'acts' } as const;
  await openText(deps, writeMarks([marked]), 'pasted text');
  expect([...deps.view.getState().backtest.marks.values()]).toEqual([marked]);
  expect(deps.view.getState().backtest.marksMessage).toBe('pasted text: 1 mark read.');
  expect(deps.view.getState().main).toBe('backtest');
});

test('a mapping that is pasted, dropped or opened is stored, and texts of its shape open with it', async () => {
  const deps = page();
  const none = { list: [], name: null, id: null };
  const mapping = {
    format: 'contextscope/mapping',
    version: 2,
    title: 'Ours',
    sessions: null,
    turns: ['log'],
    kind: { tests: [], otherwise: 'input' },
    asked: null,
    text: ['said'],
    calls: { ...none, arguments: null },
    results: { ...none, content: null, flag: null, flagSays: 'failed' },
    time: null,
    tokens: { prompt: null, completion: null },
  };
  await openText(deps, JSON.stringify(mapping), 'ours.mapping.json');
  expect(deps.notices.getState().message?.text).toMatch(/now open with the mapping “Ours”/);
  expect(await keptMappings(deps.keeping)).toHaveLength(1);

  await openText(deps, '{"log": [{"said": "hello there"}]}', 'log.json');
  expect(deps.view.getState().sources.map(({ opened }) => opened.importerTitle)).toEqual(['Mapping “Ours”']);

  await openText(deps, '{"format": "contextscope/mapping", "version": 9}', 'new.json');
  expect(deps.notices.getState().message).toMatchObject({
    tone: 'failure',
    text: expect.stringMatching(/^new\.json: .+\.$/),
  });
});

test('a text whose fields leave no doubt opens with an assumed mapping, and the message offers the form', async () => {
  const deps = page();
  const text = JSON.stringify([
    { who: 'customer', words: 'Where is my parcel?' },
    { who: 'bot', words: 'It is in Oslo.' },
  ]);
  await openText(deps, text, 'chat.json');
  expect(deps.view.getState().sources.map(({ opened }) => opened.importerTitle)).toEqual(['Assumed mapping']);
  expect(deps.notices.getState().message).toMatchObject({
    text: expect.stringMatching(/^Assumed mapping: 2 turns\. 1 assumption\.$/),
    fades: false,
    map: { name: 'chat.json', text, problem: { code: 'mapping/assumed' } },
  });

  await openText(deps, text.replace('bot', 'Nova'), 'doubtful.json');
  expect(deps.notices.getState().refused).toMatchObject({ problem: { code: 'import/unknown-kind' } });
});
