import { QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEngine, type Spawned } from '../../services/engine/client.ts';
import { inProcessEngine, spawnInProcess } from '../../services/engine/testing.ts';
import { EngineContext } from '../../services/engine/useEngine.ts';
import { SessionContext, shownKey, type ShownSession } from '../../state/useSession.ts';
import { createNoticeStore } from '../../state/notices.ts';
import { NoticeContext } from '../../state/useNotices.ts';
import { ViewContext } from '../../state/useView.ts';
import { viewWithOpenSessions } from '../../state/view/testing.ts';
import { giveDialogs, giveElementsSize } from '../../ui/testing.ts';
import type { RunStart } from '../../worker/run-protocol.ts';
import { RunPanel } from './RunPanel.tsx';
import { showRun } from './runs.ts';
import { StartDialog } from './StartDialog.tsx';
import { starts } from './starts.ts';

beforeAll(() => {
  giveDialogs();
});

const endings: (() => void)[] = [];
beforeEach(() => void endings.push(giveElementsSize({ width: 600, height: 600 })));
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

const hi = 'task.input([{"mimeType": "text/plain", "text": "hi"}])';
const refund = (amount: number) => `task.invoke("refund", {"amount": ${amount}}, "ok")`;

/** The panel with a run. Like the shell, it shows the session that results from each call. */
async function running(start: RunStart = { system: 'task', given: '' }) {
  let worker: Spawned | undefined;
  const engine = createEngine(() => (worker = spawnInProcess()));
  const queries = new QueryClient();
  const view = viewWithOpenSessions();
  const opened = await engine.client.startRun({ start });
  showRun({ engine: engine.client, queries, view }, opened, true);
  const key = shownKey(view.getState().session);
  queries.setQueryData<ShownSession>(key, { outline: opened.session, starter: null, firstHit: null });
  function Shell() {
    const shown = useQuery<ShownSession>({ queryKey: key, queryFn: skipToken }).data ?? null;
    return <SessionContext value={shown}>{shown !== null && <RunPanel />}</SessionContext>;
  }
  render(
    <QueryClientProvider client={queries}>
      <EngineContext value={engine.client}>
        <ViewContext value={view}>
          <NoticeContext value={createNoticeStore()}>
            <Shell />
          </NoticeContext>
        </ViewContext>
      </EngineContext>
    </QueryClientProvider>,
  );
  endings.push(() => {
    cleanup();
    queries.clear();
    engine.dispose();
  });
  const field = await screen.findByRole('textbox', { name: 'Call' });
  const typed = async (line: string) => {
    await userEvent.clear(field);
    await userEvent.paste(line);
    await userEvent.keyboard('{Enter}');
  };
  const steps = async (many: number) => {
    await expectPosition(` of ${many} step`);
    // Without the row of titles and the initial state.
    const rows = () =>
      within(screen.getByRole('grid', { name: 'Steps' }))
        .getAllByRole('row')
        .slice(2);
    await expect.poll(() => rows().filter((row) => row.textContent.includes('(')).length).toBe(many);
    return rows();
  };
  const shown = () => queries.getQueryData<ShownSession>(key);
  const die = () => worker?.onerror?.(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
  return { view, die, field, typed, steps, shown };
}

/** The tools show the run's position. */
const expectPosition = (words: string) =>
  expect.poll(() => screen.getByRole('toolbar', { name: 'Steps' }).textContent).toContain(words);

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a call that another panel suggests is put into the form and not performed', async () => {
  const { view, steps, typed } = await running();
  await typed(hi);
  await steps(1);
  act(() => view.getState().actions.proposeCall({ form: { as: '', on: '', op: 'output', args: {} } }));
  const operation = await screen.findByRole('combobox', { name: /operation/i });
  expect(operation).toHaveProperty('value', 'output');
  await steps(1);
  await userEvent.click(screen.getByRole('button', { name: 'Line' }));
  expect(await screen.findByRole('textbox', { name: 'Call' })).toHaveProperty('value', 'task.output()');
  expect(view.getState().call).toBeNull();
});

test('a typed call adds a step and a turn to the shown session, and the cursor follows', async () => {
  const { view, typed, steps, shown } = await running();
  await typed(hi);
  expect((await steps(1))[0]?.textContent).toContain('task.input');
  await typed(refund(40));
  expect((await steps(2))[1]?.textContent).toContain('refund');
  await waitFor(() => expect(shown()?.outline.turns).toBe(2));
  expect(view.getState().turn).toBe(1);
});

test('a mistake is reported in a sentence with its place marked, and the line stays', async () => {
  const { typed, field } = await running();
  await typed('task.llm(prompt="x")');
  const failureText = await screen.findByRole('alert');
  expect(failureText.querySelector('mark')?.textContent).toBe('"x"');
  expect(field).toHaveProperty('value', 'task.llm(prompt="x")');
});

test('a pasted example is performed completely, and left-out statements are reported', async () => {
  const { typed, steps, field } = await running({
    system: 'a2a',
    given: '{"message": {"messageId": "m-1", "parts": [{"text": "hi"}]}}',
  });
  await typed(
    'if not ctx.history:\n    await ctx.request_input("Which language?")\n    return\nawait ctx.complete("done")',
  );
  expect((await steps(1))[0]?.textContent).toContain('ctx.request_input');
  expect(await screen.findByText('return ends the block. The statement after it was not performed.')).toBeTruthy();
  expect(field).toHaveProperty('value', '');
  await typed('await ctx.send_status("x")\nfor f in ctx.files:\n    pass');
  const failureText = await screen.findByRole('alert');
  expect(failureText.textContent).toContain('A playground runs no loops');
  // A rejected example performs no call.
  await steps(1);
});

test('an unfinished call continues on the next line', async () => {
  const { field, steps } = await running();
  await userEvent.click(field);
  await userEvent.paste('task.input(');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => (field as HTMLTextAreaElement).value).toBe('task.input(\n');
  await userEvent.paste('[{"mimeType": "text/plain", "text": "hi"}])');
  await userEvent.keyboard('{Enter}');
  await steps(1);
});

test('the list offers operations and describes their arguments', async () => {
  const { field } = await running();
  await userEvent.type(field, 'task.inv');
  expect(await screen.findByRole('option', { name: /^invoke/ })).toBeTruthy();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(field).toHaveProperty('value', 'task.invoke(');
  expect(await screen.findByText('function', { selector: 'code span' })).toBeTruthy();
});

test('the up key brings earlier calls back', async () => {
  const { typed, steps, field } = await running();
  await typed('task.status()');
  await steps(1);
  await userEvent.keyboard('{ArrowUp}');
  expect(field).toHaveProperty('value', 'task.status()');
  await userEvent.keyboard('{ArrowDown}');
  expect(field).toHaveProperty('value', '');
});

test('stepping back removes turns, stepping forward restores them', async () => {
  const { typed, steps, shown } = await running();
  await typed(hi);
  await steps(1);
  await typed(refund(40));
  await steps(2);
  await press('Step back');
  await expectPosition('1 of 2 steps');
  await waitFor(() => expect(shown()?.outline.turns).toBe(1));
  await press('Step forward');
  await expectPosition('2 of 2 steps');
  await waitFor(() => expect(shown()?.outline.turns).toBe(2));
});

test('quick steps each start from the position of the one before', async () => {
  const { typed, steps } = await running({
    script: JSON.stringify({ system: 'task', do: Array.from({ length: 9 }, () => ({ op: 'llm' })) }),
  });
  await steps(9);
  const back = screen.getByRole('button', { name: 'Step back' });
  for (let times = 0; times < 5; times++) fireEvent.click(back);
  await expectPosition('4 of 9 steps');
  await press('Step back');
  await press('Step back');
  await expectPosition('2 of 9 steps');
  await typed('task.close()');
  await expectPosition('3 of 10 steps');
  expect((await steps(10))[2]?.textContent).toContain('task.close');
});

test('an edited call replaces the old one, and later steps that now fail are named', async () => {
  const { typed, steps } = await running();
  await typed(hi);
  await steps(1);
  await typed(refund(40));
  const [first] = await steps(2);
  if (first === undefined) throw new Error('there is no first step');
  await userEvent.click(first);
  await expectPosition('1 of 2 steps');
  await press('Edit call');
  const field = await screen.findByRole('textbox', { name: 'Edit step 1' });
  await userEvent.clear(field);
  await userEvent.type(field, 'task.close(){Enter}');
  expect(await screen.findByText('Replayed: step 2 now fails.')).toBeTruthy();
  expect(await screen.findByText(/^refused · task_terminal/)).toBeTruthy();
});

test('a branch is a new run, which becomes the shown one', async () => {
  const { view, typed, steps } = await running();
  await typed(hi);
  await steps(1);
  await press('Branch here');
  await expect.poll(() => view.getState().sources.length).toBe(2);
  expect(view.getState().session).toMatchObject({ source: view.getState().sources[1]?.opened.source });
});

test('the form and the line are the same call, and a missing argument is reported at its field', async () => {
  const { field, steps } = await running();
  await userEvent.click(field);
  await userEvent.paste('s = task.');
  await press('Form');
  const form = within(await screen.findByRole('form', { name: 'Call' }));
  expect(form.getByRole('textbox', { name: 'name for the result' })).toHaveProperty('value', 's');
  const operation = form.getByRole('combobox', { name: 'Operation' });
  expect(document.activeElement).toBe(operation);
  // “Time passes” is found by its description.
  await userEvent.type(operation, 'time pass{Enter}');
  expect(operation).toHaveProperty('value', 'advance');
  await userEvent.click(form.getByRole('button', { name: 'Perform' }));
  const seconds = form.getByRole('textbox', { name: /^seconds/ });
  expect(await form.findByText('“seconds” is needed.')).toBeTruthy();
  await expect.poll(() => document.activeElement).toBe(seconds);
  await userEvent.type(seconds, 'soon');
  expect(await form.findByText(/There is nothing called/)).toBeTruthy();
  await userEvent.clear(seconds);
  await userEvent.type(seconds, '60');
  await expect.poll(() => form.getByLabelText('The call').textContent).toBe('s = task.advance(seconds=60)');
  await userEvent.keyboard('{Enter}');
  expect((await steps(1))[0]?.textContent).toContain('s = task.advance(seconds=60)');
  await press('Line');
  expect(await screen.findByRole('textbox', { name: 'Call' })).toHaveProperty('value', '');
});

test('a line that the form cannot represent stays a line, with its problem', async () => {
  const { field } = await running();
  await userEvent.click(field);
  await userEvent.paste('task.llm(1, 2, 3, "a", "b", "c")');
  await press('Form');
  expect((await screen.findByRole('alert')).textContent).toContain('takes at most 5');
  expect(field).toHaveProperty('value', 'task.llm(1, 2, 3, "a", "b", "c")');
});

test('completions of a past call offer only the names of that time', async () => {
  const { typed, steps } = await running();
  await typed('task.llm(1)');
  await steps(1);
  await typed('later = task.status()');
  await steps(2);
  await press('Step back');
  await expectPosition('1 of 2 steps');
  await press('Edit call');
  const edit = await screen.findByRole('textbox', { name: 'Edit step 1' });
  await expect.poll(() => (edit as HTMLTextAreaElement).value).toBe('task.llm(prompt=1)');
  await userEvent.clear(edit);
  await userEvent.type(edit, 'task.llm(text=');
  await screen.findByText(/What the model said/);
  expect(screen.queryByRole('option', { name: /later/ })).toBeNull();
  await userEvent.keyboard('{Escape}{Escape}');
  const call = await screen.findByRole('textbox', { name: 'Call' });
  await press('Step forward');
  await expectPosition('2 of 2 steps');
  await userEvent.type(call, 'task.llm(text=');
  expect(await screen.findByRole('option', { name: /later/ })).toBeTruthy();
});

test('a run is renamed at its title, to a title that no other session has', async () => {
  const { view, shown } = await running();
  const other = { source: 'r9', importer: 'run', importerTitle: 'Run', bytes: 0 };
  act(() => {
    view.setState({
      sources: [
        ...view.getState().sources,
        { name: 'x', opened: { ...other, sessions: [{ title: 'Mine', system: 'task' }] } },
      ],
    });
  });
  await userEvent.click(screen.getByRole('button', { name: /^Rename the run/ }));
  const field = screen.getByRole('textbox', { name: 'Title of the run' });
  await userEvent.clear(field);
  await userEvent.type(field, 'Mine{Enter}');
  expect(await screen.findByRole('button', { name: 'Rename the run Mine 2' })).toBeTruthy();
  await waitFor(() => expect(shown()?.outline.title).toBe('Mine 2'));
  expect(view.getState().sources.map(({ opened }) => opened.sessions[0]?.title)).toContain('Mine 2');
});

test('a typed line stays when the engine dies during its call', async () => {
  const { field, die } = await running();
  await userEvent.type(field, 'task.llm(1)');
  fireEvent.keyDown(field, { key: 'Enter' });
  act(() => die());
  expect(await screen.findByText(/The engine stopped while it worked on “perform”/)).toBeTruthy();
  expect(field).toHaveProperty('value', 'task.llm(1)');
});

test('a refusal is shown in full at the run’s position', async () => {
  const { typed } = await running();
  await typed('task.close()');
  await typed('task.llm(1)');
  expect(await screen.findByText(/^Step 2 was refused/)).toBeTruthy();
});

test('every system starts empty and from each of its teaching scripts', async () => {
  const { client, dispose } = inProcessEngine();
  endings.push(dispose);
  for (const { empty, teaching } of starts) {
    await client.startRun({ start: empty });
    for (const { start } of teaching) {
      const { session } = await client.startRun({ start });
      expect(session.turns).toBeGreaterThan(0);
    }
  }
});

test('the dialog starts a run and shows it as the current session', async () => {
  const engine = inProcessEngine();
  const view = viewWithOpenSessions();
  let closed = false;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EngineContext value={engine.client}>
        <ViewContext value={view}>
          <NoticeContext value={createNoticeStore()}>
            <StartDialog onClose={() => (closed = true)} />
          </NoticeContext>
        </ViewContext>
      </EngineContext>
    </QueryClientProvider>,
  );
  endings.push(() => {
    cleanup();
    engine.dispose();
  });
  expect(screen.getByRole('list', { name: 'Systems' }).children.length).toBe(5);
  await press('Task Context: Refunds that a person has to approve');
  await expect.poll(() => closed).toBe(true);
  expect(view.getState().sources[0]?.opened.importer).toBe('run');
});
