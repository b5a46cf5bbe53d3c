import { Blob as NodeBlob } from 'node:buffer';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useNotices } from '../state/useNotices.ts';
import { Button } from '../ui/Button.tsx';
import { CopyAsItIs } from './CopyAsItIs.tsx';
import { FocusedValue } from './FocusedValue.tsx';
import { useRun } from './run/useRun.ts';
import { endPanels, refundsOf, showPanel } from './testing.tsx';
import { useSaveAsItIs } from './textsOut.ts';

/** What the page has saved as files since. */
function savedFiles(): readonly Blob[] {
  const saved: Blob[] = [];
  vi.stubGlobal('Blob', NodeBlob);
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:x'), revokeObjectURL: () => {} }),
  );
  return saved;
}
afterEach(endPanels);
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The latest message, and what it offers; as the page shows them. */
function Message() {
  const message = useNotices((notices) => notices.message);
  return (
    <>
      <p role="status">{message?.text}</p>
      {message?.offer && <Button onClick={message.offer.run}>{message.offer.title}</Button>}
    </>
  );
}

const said = () => screen.getByRole('status').textContent;
const copied = () => navigator.clipboard.readText();

const letter = 'Write to ann.meier@acme-corp.io, the key is sk-proj-aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3gH5';

test('a copied text is as it is, the page says what private values are in it, and offers stand-ins', async () => {
  const user = userEvent.setup();
  const panel = (
    <>
      <CopyAsItIs label="Copy it" text={letter} />
      <Message />
    </>
  );
  await showPanel(panel, { text: refundsOf(40) });
  await user.click(screen.getByRole('button', { name: 'Copy it' }));
  await expect.poll(said).toBe('Copied as it is: 1 credential, 1 e-mail address.');
  expect(await copied()).toBe(letter);
  await user.click(screen.getByRole('button', { name: 'Copy with stand-ins' }));
  await expect.poll(said).toBe('Copied with stand-ins.');
  expect(await copied()).toMatch(/^Write to \w{3}\.\w{5}@[\w-]+\.io, the key is sk-proj-\w{36}$/);
  expect(await copied()).not.toMatch(/ann\.meier|acme|aB3dE5gH7/);
});

test('a copied text without private values is copied without a word', async () => {
  const user = userEvent.setup();
  const panel = (
    <>
      <CopyAsItIs label="Copy it" text="Please refund my orders" />
      <Message />
    </>
  );
  await showPanel(panel, { text: refundsOf(40) });
  await user.click(screen.getByRole('button', { name: 'Copy it' }));
  await expect.poll(copied).toBe('Please refund my orders');
  await screen.findByRole('button', { name: 'Copied' });
  expect(said()).toBe('');
});

test('the name of a field says that a copied value is a password', async () => {
  const user = userEvent.setup();
  const messages = [
    { role: 'user', content: 'Log me in' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'login', arguments: '{"password": "open sesame 7"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'ok' },
  ];
  const path = ['context', 'capabilities', 'login', 'inputs', 0, 'password'];
  const panel = (
    <>
      <FocusedValue path={path} turn={2} />
      <Message />
    </>
  );
  await showPanel(panel, { text: JSON.stringify({ messages }) });
  await screen.findByText('"open sesame 7"');
  await user.click(screen.getByRole('button', { name: 'Copy the value' }));
  await expect.poll(said).toBe('Copied as it is: 1 credential.');
  expect(await copied()).toBe('"open sesame 7"');
  await user.click(screen.getByRole('button', { name: 'Copy with stand-ins' }));
  await expect.poll(copied).toMatch(/^"\w{4} \w{6} \w"$/);
});

function SaveIt() {
  const save = useSaveAsItIs();
  return <Button onClick={() => save({ text: letter, fileName: 'letter.txt' })}>Save it</Button>;
}

test('a saved text is as it is, the page says so, and offers a file with stand-ins', async () => {
  const saved = savedFiles();
  const user = userEvent.setup();
  const panel = (
    <>
      <SaveIt />
      <Message />
    </>
  );
  await showPanel(panel, { text: refundsOf(40) });
  await user.click(screen.getByRole('button', { name: 'Save it' }));
  await expect.poll(said).toBe('Saved as it is: 1 credential, 1 e-mail address.');
  expect(await saved[0]?.text()).toBe(letter);
  await user.click(screen.getByRole('button', { name: 'Save with stand-ins' }));
  expect(await saved[1]?.text()).not.toMatch(/ann\.meier|aB3dE5gH7/);
});

function SaveScript() {
  const { saveScript } = useRun();
  return <Button onClick={() => void saveScript()}>Save script</Button>;
}

test('the script of a run is saved with stand-ins, and on demand as it is', async () => {
  const saved = savedFiles();
  const user = userEvent.setup();
  const script = JSON.stringify({
    system: 'task',
    do: [{ op: 'user', args: { text: 'I am ann.meier@acme-corp.io' } }],
  });
  const panel = (
    <>
      <SaveScript />
      <Message />
    </>
  );
  await showPanel(panel, { text: { script } });
  await user.click(screen.getByRole('button', { name: 'Save script' }));
  await expect.poll(said).toBe('Saved with stand-ins for 1 e-mail address.');
  expect(await saved[0]?.text()).toContain('I am ');
  expect(await saved[0]?.text()).not.toContain('ann.meier');
  await user.click(screen.getByRole('button', { name: 'Save as it is' }));
  expect(await saved[1]?.text()).toContain('ann.meier@acme-corp.io');
});
