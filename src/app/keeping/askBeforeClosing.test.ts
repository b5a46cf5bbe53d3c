import { afterEach, expect, test, vi } from 'vitest';
import { inProcessEngine } from '../../services/engine/testing.ts';
import { changeSettings } from '../../services/keeping/settings.ts';
import { keepingInMemory } from '../../services/keeping/testing.ts';
import type { Message } from '../../state/notices.ts';
import type { OpenSource } from '../../state/view/sessions.ts';
import { createViewStore } from '../../state/view.ts';
import { askBeforeClosing } from './askBeforeClosing.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** A window that can be closed. `close` is true if the browser asks. */
function windowToClose() {
  const target = new EventTarget();
  const later: (() => void)[] = [];
  const window: Parameters<typeof askBeforeClosing>[1] = {
    addEventListener: (...given: Parameters<Window['addEventListener']>) => target.addEventListener(...given),
    removeEventListener: (...given: Parameters<Window['removeEventListener']>) => target.removeEventListener(...given),
    // Only functions are passed.
    setTimeout: ((run: () => void) => later.push(run)) as Window['setTimeout'],
  };
  return {
    window,
    close: () => !target.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    /** The user stays on the page. */
    stay: () => {
      for (const run of later.splice(0)) run();
    },
  };
}

async function page() {
  const { client: engine, dispose } = inProcessEngine();
  const keeping = keepingInMemory();
  const view = createViewStore();
  const said: (readonly [string, Partial<Message> | undefined])[] = [];
  const notify = (text: string, options?: Partial<Message>) => void said.push([text, options]);
  const browser = windowToClose();
  endings.push(askBeforeClosing({ engine, keeping, view, notify }, browser.window), dispose);
  const open = async (name: string, part: Partial<OpenSource> = {}) => {
    const opened = await engine.open({ text: JSON.stringify([{ role: 'user', content: name }]), name });
    view.getState().actions.addSource({ name, opened, ...part });
    return opened.source;
  };
  // The settings are read at the start.
  await vi.waitFor(async () => keeping.get('settings', 'all'));
  return { ...browser, keeping, view, said, open };
}

test('the browser asks once while a session is only in this tab', async () => {
  const { open, close, stay } = await page();
  expect(close()).toBe(false);
  await open('one.json');
  expect(close()).toBe(true);
  stay();
  expect(close()).toBe(false);
});

test('a user who stays is offered to keep it, and the offer keeps it', async () => {
  const { open, close, stay, said, view, keeping } = await page();
  await open('one.json');
  await open('two.json');
  close();
  expect(said).toEqual([]);
  stay();
  const [[text, options] = []] = said;
  expect(text).toBe('2 sessions are only in this tab, and gone when it closes.');
  expect(options).toMatchObject({ fades: false, offer: { title: 'Keep them on this device' } });
  options?.offer?.run();
  await expect.poll(() => view.getState().sources.every(({ kept }) => kept !== undefined)).toBe(true);
  expect((await keeping.list('session')).map(({ value }) => value.name).toSorted()).toEqual(['one.json', 'two.json']);
});

test('one session is named', async () => {
  const { open, close, stay, said } = await page();
  await open('one.json');
  close();
  stay();
  expect(said[0]?.[0]).toBe('one.json is only in this tab, and gone when it closes.');
  expect(said[0]?.[1]?.offer?.title).toBe('Keep it on this device');
});

test('the browser does not ask when all sessions are kept, are samples, come from an address, or are removed', async () => {
  const { open, close, view } = await page();
  await open('kept.json', { kept: 'k1' });
  expect(close()).toBe(false);
  const { opened } = view.getState().sources[0] ?? {};
  if (opened === undefined) throw new Error('a session is open');
  view.getState().actions.addSource({ name: 'addressed', opened: { ...opened, source: 'src1' } });
  expect(close()).toBe(false);
  const source = await open('new.json');
  view.getState().actions.removeSource(source);
  expect(close()).toBe(false);
});

test('the settings turn it off, and on again', async () => {
  const { open, close, keeping } = await page();
  await open('one.json');
  await changeSettings(keeping, { asksBeforeClosing: false });
  await expect.poll(() => close()).toBe(false);
});

test('it can be stopped', async () => {
  const { open, close } = await page();
  await open('one.json');
  for (const end of endings.splice(0)) end();
  expect(close()).toBe(false);
});
