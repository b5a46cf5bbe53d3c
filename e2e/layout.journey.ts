import { join } from 'node:path';
import process from 'node:process';
import type { Locator, Page } from '@playwright/test';
import { layoutFaults } from './layoutFaults.ts';
import { expect, test } from './test.ts';
import { pasted, type Workbench } from './workbench.ts';

/**
 * Wide ones first: a narrow page shows one region at a time, and what was open in the others is closed. The last one is
 * 200 % zoom on a screen of 1 440 pixels.
 */
const sizes = ['2560x1440', '1920x1080', '1440x900', '1024x768', '900x700', '768x1024', '360x740', '720x450'];

/** If set (`npm run screenshot -- FOLDER`), a picture of every state in every size and colour is put into this folder. */
const pictures = process.env['PICTURES'];
const colours = [
  { name: 'light', colorScheme: 'light', forcedColors: 'none' },
  { name: 'dark', colorScheme: 'dark', forcedColors: 'none' },
  { name: 'forced', colorScheme: 'dark', forcedColors: 'active' },
] as const;

/** Long words, long values, text in both directions, and thousands of each kind. */
const longChat = JSON.stringify({
  messages: Array.from({ length: 1_000 }, (_, at) => {
    const content = `${'Compensation'.repeat(6)} ${at} ${'طلب استرداد '.repeat(at % 9)}${'word '.repeat(at % 120)}`;
    const call = { name: 'look_up_the_policy_of_refunds', arguments: JSON.stringify({ content }) };
    return [
      { role: 'user', content },
      { role: 'assistant', content, tool_calls: [{ id: `${at}`, type: 'function', function: call }] },
      { role: 'tool', tool_call_id: `${at}`, content },
    ];
  }).flat(),
});

/** A file of sessions whose titles are too long for their list. */
const severalChats = JSON.stringify(
  Array.from({ length: 9 }, (_, at) => [
    { role: 'user', content: `What is the weather in San Francisco, and what about ${at} other programming cities?` },
    { role: 'assistant', content: 'Foggy.' },
  ]),
);

async function openRefunds(workbench: Workbench): Promise<void> {
  if (await workbench.sessions.getByText('refund-desk').first().isVisible()) return;
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
}

async function openPolicy(workbench: Workbench): Promise<void> {
  await openRefunds(workbench);
  if (!(await workbench.policy.isVisible())) await workbench.paste(pasted('refund-policy.yaml'));
  await expect(workbench.policy.getByRole('row').nth(2)).toBeVisible();
}

async function openLongChat(workbench: Workbench): Promise<void> {
  if (await workbench.sessions.getByText('3\u2009000 turns').first().isVisible()) return;
  await workbench.paste(longChat);
  await expect(workbench.sessions).toContainText('3\u2009000 turns');
}

/** What can be on the screen, and how to get there from the first screen. */
const states: { readonly [name: string]: (workbench: Workbench, page: Page) => Promise<void> } = {
  'the first screen': async () => {},
  'a rule that does not parse': async (workbench) => {
    await workbench.write('input.amount <=');
    await expect(workbench.problems).toContainText(/\w/);
  },
  'an edited rule': async (workbench) => {
    await workbench.write('context.capabilities.send_money.inputs.all(i, i.amount < 100) && size(input.recipient) > 3');
    await expect(workbench.ribbon('baseline')).toBeVisible();
  },
  'the curve of a number': async (workbench, page) => {
    await workbench.chooseSample(1);
    await workbench.rule.getByRole('button', { name: 'Try other numbers' }).click();
    await expect(page.getByRole('slider', { name: /^Other numbers for/ })).toBeFocused();
    await page.keyboard.press('PageUp');
  },
  'a policy': openPolicy,
  'a policy’s text': async (workbench) => {
    await openPolicy(workbench);
    await workbench.policyTab('YAML').click();
    await expect(workbench.policy.locator('.view-line').first()).toBeVisible();
  },
  'the capabilities': async (workbench, page) => {
    await workbench.turns.focus();
    await page.keyboard.press('x');
    await expect(page.getByRole('region', { name: 'Capabilities' }).getByRole('row').nth(2)).toBeVisible();
  },
  'a backtest': async (_, page) => {
    await page.getByLabel('Session files').setInputFiles(join(import.meta.dirname, 'pasted', 'refunds.zip'));
    const backtest = page.getByRole('region', { name: 'Backtest' });
    await expect(backtest.getByRole('row').nth(2)).toBeVisible();
  },
  'a long chat': openLongChat,
  'a file of several sessions': async (workbench, page) => {
    await workbench.paste(severalChats);
    const list = page.getByRole('list', { name: 'Sessions of this file' });
    await expect(list.getByRole('button').first()).toContainText('2 turns');
    await list.getByRole('button').nth(1).click();
    await expect(list.getByRole('button').nth(1)).toContainText('2 turns');
    // The message is over the end of the list for a while.
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  },
  'a text that is no recording': async (workbench, page) => {
    await workbench.paste('Dear diary, nothing of this is JSON.');
    await expect(page.getByText('Dear diary').first()).toBeVisible();
  },
  'the state of a phone call': async (workbench) => {
    await workbench.chooseSample(6);
    await workbench.tab('State').click();
    await expect(workbench.inspector.getByRole('treeitem').first()).toBeVisible();
  },
  'derived contexts': async (workbench) => {
    await workbench.chooseSample(3);
    await expect(workbench.derivedContexts.getByRole('treeitem').nth(1)).toBeVisible();
  },
  'the view of the contexts': async (workbench, page) => {
    await workbench.open('/#sample=card-handed-on&view=contexts');
    await expect(page.getByRole('tree', { name: 'Contexts', exact: true }).getByRole('treeitem').nth(1)).toBeVisible();
  },
  'the end of a long chat': async (workbench, page) => {
    await openLongChat(workbench);
    // The page shows it, and no longer the sample.
    await expect(workbench.turns).toContainText('Compensation');
    await workbench.turns.focus();
    await page.keyboard.press('G');
    await expect(workbench.turns.getByRole('row', { selected: true })).toContainText('2999');
    // Its names are longer than the inspector is wide.
    await workbench.tab('State').click();
    await expect(workbench.inspector.getByRole('treeitem', { name: /^look_up_the_policy/ }).first()).toBeVisible();
  },
  'a comparison': async (workbench, page) => {
    await workbench.turns.focus();
    await page.keyboard.press('=');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Compare', exact: true }).getByRole('row').nth(3)).toBeVisible();
  },
  'the palette': async (workbench, page) => {
    await workbench.turns.focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('turn');
    await expect(page.getByRole('dialog').getByRole('option').nth(2)).toBeVisible();
  },
  'the keys': async (workbench, page) => {
    await workbench.turns.focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'the dialog that shares a session': async (workbench, page) => {
    await openRefunds(workbench);
    await page.keyboard.press('S');
    await expect(page.getByLabel('Text that leaves')).toBeVisible();
  },
  'the attach dialog': async (workbench, page) => {
    await workbench.turns.focus();
    await page.keyboard.press('a');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
};

/** On a narrow page, the other regions of these are looked at, too. */
const throughTabs: readonly string[] = ['an edited rule', 'a policy', 'the view of the contexts'];

/** Once everything has loaded, and is laid out for the size of the window. */
async function expectNoFault(page: Page, message: string): Promise<void> {
  await expect(page.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(layoutFaults), { message, timeout: 5_000 })
    .toEqual([]);
}

/** These come one after the other on one page; each begins at the transcript of a wide page, without a dialog. */
const together: readonly (readonly string[])[] = [
  ['the first screen', 'the palette', 'the keys', 'the attach dialog'],
  ['a rule that does not parse', 'an edited rule', 'a file of several sessions'],
  ['a backtest', 'the curve of a number'],
  ['the dialog that shares a session', 'a policy', 'a policy’s text'],
  ['the capabilities', 'a comparison'],
  ['a long chat', 'the end of a long chat'],
  ['a text that is no recording', 'the state of a phone call'],
  ['derived contexts', 'the view of the contexts'],
];
const alone = Object.keys(states).filter((name) => !together.flat().includes(name));
const rounds = [...together, ...alone.map((name) => [name])];

for (const names of rounds) {
  test(`in light and dark, ${names.join(', ')}: accessible; at every size, nothing is covered, cut off or scrolls the page`, async ({
    page,
    workbench,
  }) => {
    // Long, because it only ends a journey that hangs.
    test.setTimeout(names.length * 120_000);
    await workbench.open();
    for (const name of names)
      await test.step(name, async () => {
        const show = states[name];
        if (show === undefined) throw new Error(`there is no state ${name}`);
        await show(workbench, page);
        await workbench.expectAccessibleInBothColours();
        for (const size of sizes) await lookAt(page, name, size);
        await page.emulateMedia({ colorScheme: null, forcedColors: null });
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
        await page.getByRole('tab', { name: 'Transcript' }).click();
      });
  });
}

/** What is on the screen, at one size. */
async function lookAt(page: Page, name: string, size: string): Promise<void> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  await page.setViewportSize({ width, height });
  await expectNoFault(page, size);
  const tabs = page.getByRole('tablist', { name: 'Regions' }).getByRole('tab');
  if (throughTabs.includes(name))
    for (const tab of await tabs.all()) {
      await tab.click();
      await expectNoFault(page, `${size}, ${await tab.innerText()}`);
    }
  if (pictures === undefined) return;
  for (const { name: colour, ...media } of colours) {
    await page.emulateMedia(media);
    // Otherwise it would show colours on their way from one scheme to the other.
    const path = join(pictures, `${name}, ${size}, ${colour}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }
}

test('on a narrow screen, nothing of the tools of a rule is cut off or wrapped', async ({ page, workbench }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/#sample=token-budget');
  await page.getByRole('tab', { name: 'Rule' }).click();
  await workbench.write('context.llm.tokens.total < 123456789');
  await workbench.rule.getByRole('button', { name: 'Try other numbers' }).click();
  await expect(page.getByRole('slider', { name: /^Other numbers for/ })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: /^Write/ })).toBeVisible();
  await expectNoFault(page, 'the curve of a number');
  await page.keyboard.press('Escape');
  await workbench.rule.getByRole('button', { name: 'Clause coverage' }).click();
  await expectNoFault(page, 'coverage');
});

test('at 200 % zoom on a small screen, the ribbon of each sample’s rule is in sight below the introduction', async ({
  page,
  workbench,
}) => {
  await page.setViewportSize({ width: 512, height: 384 });
  await page.goto('/');
  const samples: readonly { readonly title: string }[] = await (await page.request.get('/samples/index.json')).json();
  const edgeOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box === null ? NaN : box.y + box.height;
  };
  for (const { title } of samples) {
    await expect(page.getByRole('banner')).toContainText(title);
    await expect(workbench.ribbon()).toBeVisible();
    expect(await edgeOf(workbench.ribbon())).toBeLessThanOrEqual(await edgeOf(workbench.timeline));
    await page.getByRole('button', { name: 'Next sample' }).click();
  }
});
