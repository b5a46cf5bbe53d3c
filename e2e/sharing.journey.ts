import { readFile } from 'node:fs/promises';
import { expect, test } from './test.ts';

const recording = JSON.stringify({
  messages: [
    { role: 'user', content: 'I am ann.meier@acme-corp.io, my card is 4111 1111 1111 1111.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'a',
          type: 'function',
          function: { name: 'refund', arguments: '{"amount": 1200, "to": "ann.meier@acme-corp.io"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: '{"ok": true}' },
    { role: 'assistant', content: 'Done, Ann.' },
  ],
});

test('a session leaves without private values, as it was shown, and opens with the same verdicts', async ({
  page,
  workbench,
}, info) => {
  await workbench.open();
  await workbench.paste(recording);
  await expect(workbench.sessions).toContainText('ann.meier');
  await workbench.write('input.amount <= 1000');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('S');

  const dialog = page.getByRole('dialog', { name: 'Share or save' });
  const text = dialog.getByLabel('Text that leaves');
  await expect(dialog.getByRole('status', { name: 'Verdicts on what leaves' })).toContainText('unchanged');
  await expect(text).not.toContainText(/meier|4111/i);
  await dialog.getByRole('textbox', { name: /^Names and words/ }).fill('Ann');
  await expect(text).not.toContainText('Ann');
  await workbench.expectAccessible();

  const shown = await text.textContent();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as file' }).click();
  const saved = await coming;
  const file = info.outputPath(saved.suggestedFilename());
  await saved.saveAs(file);
  await expect(dialog).toBeHidden();
  expect(await readFile(file, 'utf8')).toBe(shown);

  const before = await workbench.verdicts.innerText();
  await page.getByLabel('Session files').setInputFiles(file);
  await expect(workbench.sessions).toContainText(saved.suggestedFilename());
  await expect(workbench.verdicts).toHaveText(before);
});
