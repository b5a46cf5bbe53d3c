import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../setup/run.ts';

/** The pictures of the documents, by file name, and how to get to each from the first screen. */
export const pictures: { readonly [name: string]: (page: Page) => Promise<void> } = {
  screenshot: async (page) => {
    await whyShows(page, /fires/i);
  },
  /** A prompt engineer: what would another rule have done to past traffic? */
  backtest: async (page) => {
    await page.getByRole('button', { name: 'Close the introduction' }).click();
    await page.getByLabel('Session files').setInputFiles(resolve(root, 'e2e/pasted/refunds.zip'));
    const backtest = page.getByRole('region', { name: 'Backtest' });
    await backtest.getByText('Large refunds').waitFor();
    await sample(page, /^A pasted task context/);
    await write(page, '!has(input.amount) || input.amount <= 2000');
    await page.getByRole('combobox', { name: 'Hook' }).selectOption('middleware.before');
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('');
    await page.getByRole('button', { name: 'Set as baseline' }).click();
    await write(page, '!has(input.amount) || input.amount <= 250');
    await backtest.getByText(/newly blocked in/).waitFor();
    await page.getByRole('button', { name: /^Last eligible turn/ }).click();
    await whyShows(page, /fires/i);
  },
  /** The owner of an exported `to_dict()`. */
  'to-dict': async (page) => {
    await page.getByRole('button', { name: 'Close the introduction' }).click();
    await page.evaluate(
      (text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      },
      JSON.stringify(call, null, 2),
    );
    await page.getByRole('tab', { name: 'Namespaces', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  },
  /** A teacher: how context flows from one agent to another. */
  contexts: async (page) => {
    await sample(page, /^A card number handed on/);
    await page.getByRole('treeitem').nth(1).waitFor();
    await page.getByRole('button', { name: 'Close the introduction' }).click();
    await page.getByRole('tab', { name: 'Contexts' }).click();
    await page.getByRole('region', { name: 'Contexts' }).getByText('order_collector').first().waitFor();
    await whyShows(page, /fires/i);
  },
};

const sample = (page: Page, title: RegExp) =>
  page.getByRole('list', { name: 'Samples' }).getByRole('button', { name: title }).first().click();

const whyShows = (page: Page, words: RegExp) =>
  page.getByRole('region', { name: 'Why' }).getByText(words).first().waitFor();

async function write(page: Page, expression: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Rule expression' }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(expression);
}

/** The example of the documentation of such contexts. */
const call = {
  call_id: 'abc-123',
  tenant_id: 'tenant-a',
  workflow_id: 'meal-logging',
  user: { name: 'Rahul', language: 'hi', pending_meals: ['Breakfast', 'Lunch'] },
  workflow: {
    logged_meals: [{ meal_type: 'Breakfast', items: ['2 idli', 'sambar'] }],
    pending_meals: ['Lunch', 'Dinner'],
    current_meal: 'Lunch',
    meal_count: 1,
  },
  flags: { all_meals_logged: false, skip_feedback: true, user_requested_end: false },
  agents: {
    'meal-agent': { last_meal_logged: 'Breakfast', questions_asked: 3 },
    'feedback-agent': { feedback_given: false },
  },
  params: { meal_type: 'Breakfast', ingredients: '2-piece-idli, 1-bowl-sambar' },
  history: [],
  current_agent: 'meal-agent',
  agent_history: ['meal-agent'],
};
