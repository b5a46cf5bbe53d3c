import type { Disposable, Page } from '@playwright/test';
import { expect, test } from './test.ts';
import type { Workbench } from './workbench.ts';

/** How much of the page may move, as browsers measure it: the share of the window times the share of the distance. */
const most = 0.01;

/** Not in TypeScript's library: https://wicg.github.io/layout-instability/ */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Adds up all shifts, also those that follow a key at once, but not the editor's caret, which goes where one types. */
function addUpShifts(): void {
  const page = Object.assign(window, { shifted: 0 });
  const isApart = (node: Node | null) =>
    (node instanceof Element ? node : node?.parentElement)?.closest('.monaco-editor') != null;
  // What the browser computes, without these: each would lend its distance to everything that moves with it.
  const valueOf = ({ sources, value }: LayoutShift) => {
    const moved = sources.filter(({ node }) => !isApart(node));
    if (moved.length === sources.length) return value;
    const share = (size: number) => size / (innerWidth * innerHeight);
    const area = moved.reduce((sum, { previousRect: { width, height }, currentRect }) => {
      return sum + share(width * height) + share(currentRect.width * currentRect.height);
    }, 0);
    const distances = moved.map(({ previousRect, currentRect }) =>
      Math.max(Math.abs(previousRect.x - currentRect.x), Math.abs(previousRect.y - currentRect.y)),
    );
    return Math.min(1, area) * (Math.max(0, ...distances) / Math.max(innerWidth, innerHeight));
  };
  new PerformanceObserver((list) => {
    // The observer below asks for no other entries.
    for (const entry of list.getEntries() as LayoutShift[]) page.shifted += valueOf(entry);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What has moved since the last time. */
const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => {
    // Set above.
    const counted = window as unknown as { shifted: number };
    const sum = counted.shifted;
    counted.shifted = 0;
    return sum;
  });

/** The chosen session has come, its verdicts, and what is written about them. */
async function settled(workbench: Workbench): Promise<void> {
  await workbench.chosenIsShown();
  await expect(workbench.verdicts).toHaveAttribute('aria-busy', 'false');
  await expect(workbench.why).toContainText('Every part');
}

const places = ({ timeline, turns }: Workbench) => Promise.all([timeline, turns].map((part) => part.boundingBox()));

/** All at once, because each letter makes another rule, with other reasons. */
async function editFirst(workbench: Workbench): Promise<void> {
  await workbench.expression.focus();
  await workbench.page.keyboard.press('End');
  await workbench.page.keyboard.insertText(' || true');
  await expect(workbench.ribbon('baseline')).toBeInViewport({ ratio: 1 });
  await expect(workbench.ribbon('difference')).toBeInViewport({ ratio: 1 });
  await settled(workbench);
}

// The tab outlasts the journey, so the script is taken from it again.
let counting: Disposable | undefined;
test.beforeEach(async ({ page }) => {
  counting = await page.addInitScript(addUpShifts);
});
test.afterEach(() => counting?.dispose());

for (const width of [900, 1024, 1280])
  test(`nothing moves while the page opens, ${width} pixels wide`, async ({ page, workbench }) => {
    await page.setViewportSize({ width, height: 800 });
    await workbench.open();
    await expect(workbench.why).toContainText(/fires/i);
    await settled(workbench);
    expect(await shifted(page)).toBeLessThan(most);
  });

test('nothing moves while the page opens, when the cursor moves, or when another sample opens', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('nothing moves while the page opens, nor when the cursor moves', async () => {
    await expect(workbench.why).toContainText(/fires/i);
    await workbench.turns.focus();
    for (const turn of [9, 10, 11, 12]) {
      await page.keyboard.press('j');
      await expect.poll(() => workbench.cursor()).toBe(turn);
    }
    for (const turn of [11, 10, 9, 8]) {
      await page.keyboard.press('k');
      await expect.poll(() => workbench.cursor()).toBe(turn);
    }
    await expect(workbench.why).toContainText(/fires/i);
    expect(await shifted(page)).toBeLessThan(most);
  });

  await test.step('nothing moves when another sample opens, whether it has tokens, derived contexts, or neither', async () => {
    await settled(workbench);
    const samples = await workbench.sessions.getByRole('list', { name: 'Samples' }).getByRole('listitem').count();
    const before = await places(workbench);
    for (const sample of [...Array(samples).keys()].toReversed()) {
      await shifted(page);
      await workbench.chooseSample(sample);
      await expect(workbench.sessions.getByRole('listitem').nth(sample).locator('[aria-current="true"]')).toBeVisible();
      await settled(workbench);
      expect.soft(await places(workbench), `sample ${sample}`).toEqual(before);
      expect.soft(await shifted(page), `sample ${sample}`).toBeLessThan(most);
    }
  });
});

// Each in a page of its own, because a rule that was edited stays when another sample is chosen.
for (const sample of [0, 1])
  test(`nothing moves when the rule of sample ${sample} is edited for the first time, and when the edit is undone`, async ({
    page,
    workbench,
  }) => {
    await workbench.open();
    await workbench.chooseSample(sample);
    await settled(workbench);
    const before = await places(workbench);
    await shifted(page);
    await editFirst(workbench);
    expect(await places(workbench)).toEqual(before);
    expect(await shifted(page)).toBeLessThan(most);
    await workbench.rule.getByRole('button', { name: 'Revert' }).click();
    await expect(workbench.ribbon('baseline')).toBeHidden();
    await settled(workbench);
    expect(await places(workbench)).toEqual(before);
    expect(await shifted(page)).toBeLessThan(most);
  });

test('below lanes of derived contexts and tokens, the ribbons of an edited rule find their room', async ({
  workbench,
}) => {
  await workbench.open('/#sample=card-handed-on');
  const before = await places(workbench);
  await editFirst(workbench);
  expect(await places(workbench)).toEqual(before);
});

test('the timeline, the transcript and the reasons stay where they are while a rule is typed, valid or not', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('the timeline and the transcript stay where they are while a rule is typed, valid or not', async () => {
    const before = await places(workbench);
    await workbench.write('input.amount <= 10');
    for (const letter of '00 && input.recipient.size(') {
      await workbench.page.keyboard.type(letter);
      await expect(workbench.verdicts).toHaveAttribute('aria-busy', 'false');
      expect(await places(workbench)).toEqual(before);
    }
    await expect(workbench.problems).toContainText(/\w/);
  });

  await test.step('the reasons and the words above them stay where they are while the rule is not valid', async () => {
    await workbench.write('input.amount <= 10');
    await settled(workbench);
    const words = workbench.why.getByText('Blocks a tool call unless the amount is at most 10');
    await expect(words).toBeVisible();
    const proof = workbench.why.getByRole('list', { name: 'Shortest proof' });
    await expect(proof).toContainText('input.amount <= 10');
    await expect(workbench.why.getByRole('region', { name: 'Changes that would turn the verdict' })).toBeVisible();
    const stale = workbench.why.getByRole('heading', { name: /last valid rule/ });
    const before = await Promise.all([words.boundingBox(), proof.boundingBox()]);
    await shifted(page);
    // The editor closes the bracket, and removes both with one key.
    for (const key of [
      'Space',
      '&',
      '&',
      'Space',
      '(',
      'Backspace',
      'Backspace',
      'Backspace',
      'Backspace',
      'Backspace',
    ]) {
      await page.keyboard.press(key);
      await expect(workbench.verdicts).toHaveAttribute('aria-busy', 'false');
      expect(await Promise.all([words.boundingBox(), proof.boundingBox()])).toEqual(before);
      if (key === '(') await expect(stale).toBeVisible();
    }
    await expect(stale).toBeHidden();
    await settled(workbench);
    expect(await shifted(page)).toBeLessThan(most);
  });
});
