import type { Locator } from '@playwright/test';
import { expect, test } from './test.ts';

test('the first screen shows a real session with a firing guardrail, every region has its name, and a removed session comes back', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('the first screen shows a real session with a firing guardrail', async () => {
    await expect(workbench.turns.getByRole('row').nth(1)).toBeVisible();
    await expect.poll(() => workbench.count('fire')).toBeGreaterThan(0);
    // The cursor is at the turn where the rule fires, and Why shows the reasons.
    await expect.poll(() => workbench.spokenVerdict()).toMatch(/fires/);
    await expect(workbench.why).toContainText(/fires/i);
    // The sample names its origin.
    await expect(workbench.sessions).toContainText(/\w/);
  });

  await test.step('every region of the screen has its name', async () => {
    for (const part of [
      workbench.sessions,
      workbench.derivedContexts,
      workbench.turns,
      workbench.inspector,
      workbench.timeline,
      workbench.rule,
      workbench.why,
      workbench.hook,
      workbench.expression,
      workbench.page.getByRole('button', { name: 'Open session' }),
      workbench.verdicts,
      workbench.page.getByRole('tablist', { name: 'Main views' }),
      workbench.page.getByRole('tablist', { name: 'Inspector views' }),
    ]) {
      await expect(part).toBeVisible();
    }
  });

  await test.step('a removed session comes back with Undo', async () => {
    await workbench.paste(
      JSON.stringify([
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'hi' },
      ]),
    );
    await expect.poll(() => workbench.turnCount()).toBe(2);
    await workbench.sessions.getByRole('button', { name: /^Remove/ }).press('Enter');
    await expect(workbench.sessions.getByRole('list', { name: 'Opened' })).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(workbench.sessions.getByRole('list', { name: 'Opened' })).toBeVisible();
    await expect.poll(() => workbench.turnCount()).toBe(2);
    await expect(workbench.turns).toContainText('hello');
  });
});

test.describe('in a browser that has never seen the page', () => {
  test.use({ isFirstVisit: true });

  for (const width of [900, 1024, 1440])
    test(`the first ribbon is on the screen before any script has loaded, and stays where it is, ${width} pixels wide`, async ({
      page,
      workbench,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      let loads = () => {};
      const held = new Promise<void>((resolve) => (loads = resolve));
      await page.route(/\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'commit' });
      // It answers nothing yet, so it has no roles.
      const drawn = page.locator('[inert]');
      const fire = drawn.locator('[role="slider"] path[fill="var(--fire)"]');
      await expect(fire).toBeVisible();
      // Shares of a width are rounded otherwise than pixels.
      const placeOf = async (part: Locator) => {
        const { x = 0, y = 0, width: across = 0, height = 0 } = (await part.boundingBox()) ?? {};
        return [x, y, across, height].map((pixels) => Math.round(10 * pixels) / 10);
      };
      const cursor = page.locator('[data-wide="true"]');
      const places = async () => ({
        title: await placeOf(page.locator('header h1')),
        intro: await placeOf(page.locator('aside button').first()),
        ribbon: await placeOf(page.locator('[role="slider"]')),
        cursor: await placeOf(cursor),
      });
      const textOf = (part: string) => page.locator(part).first().textContent();
      const texts = async () => [
        await textOf('header'),
        await textOf('aside'),
        // Where they are close, the page leaves out every other number of a turn.
        width < 1440 || (await textOf('[data-picture="timeline"]')),
        await page.locator('[role="slider"]').getAttribute('aria-valuemax'),
      ];
      await page.evaluate(() => document.fonts.ready);
      const [placesDrawn, textsDrawn, fires] = [await places(), await texts(), await fire.boundingBox()];

      loads();
      await expect.poll(() => workbench.spokenVerdict()).toMatch(/fires/);
      await expect(drawn).toBeHidden();
      expect(await places()).toEqual(placesDrawn);
      expect(await texts()).toEqual(textsDrawn);
      // The cursor is at the turn that fires.
      const { x = 0, width: across = 0 } = (await cursor.boundingBox()) ?? {};
      expect(fires?.x).toBeCloseTo(x, 0);
      expect(Math.abs((fires?.width ?? 0) - across)).toBeLessThan(2);
    });

  test('what is drawn before any script has loaded is for a first visit only', async ({ page, workbench }) => {
    await workbench.open();
    await page.route(/\.js$/, () => {});
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await expect(page.locator('[role="slider"]')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('the first ribbon waits for few files, is drawn as soon as it is there, and the engine does not wait for the script of the page', async ({
    page,
    requests,
    workbench,
  }) => {
    // How wide the ribbon is drawn in the first frame that has it, and where.
    await page.addInitScript(() => {
      const look = () => {
        const ribbon = document.querySelector<HTMLCanvasElement>('[role="slider"] canvas');
        if (ribbon === null) requestAnimationFrame(look);
        else
          document.documentElement.dataset['drawn'] =
            `${ribbon.width} ${Math.round(ribbon.getBoundingClientRect().top)}`;
      };
      requestAnimationFrame(look);
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => workbench.spokenVerdict()).toMatch(/fires/);
    const ribbon = workbench.ribbon();
    // The rule, which comes after it, finds its room.
    await expect(workbench.rule).toContainText('Require');
    const { width = 0, y = 0 } = (await ribbon.locator('canvas').boundingBox()) ?? {};
    expect(width).toBeGreaterThan(600);
    await expect(page.locator('html')).toHaveAttribute('data-drawn', `${Math.round(width)} ${Math.round(y)}`);

    const order = requests.map((url) => new URL(url).pathname);
    const script = order.findIndex((path) => /\/views-[^/]*\.js$/.test(path));
    const engine = order.findIndex((path) => /\/worker-[^/]*\.js$/.test(path));
    expect(engine).toBeGreaterThan(-1);
    // The script of the page asks for the other panels when it draws the timeline.
    expect(engine).toBeLessThan(script);
    expect(script).toBeLessThan(13);
    // The page itself has them.
    expect(order).not.toContain('/samples/index.json');
    expect(order).not.toContain('/samples/hidden-order.ctx.json');
  });
});

test('the first screen says what the page is for, and offers three ways on, by keyboard', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  const intro = page.getByRole('complementary', { name: 'Introduction' });
  await expect(intro).toContainText('see what it does at every turn');
  await expect(intro).toContainText('This sample: The bill holds a text');

  await workbench.tabTo(intro.getByRole('button', { name: 'Next sample' }));
  await page.keyboard.press('Enter');
  await expect(intro).toContainText('This sample: The tokens of every model call are recorded');
  await expect.poll(() => workbench.count('fire')).toBeGreaterThan(0);
  await page.keyboard.press('Tab');
  await expect(intro.getByRole('button', { name: 'Open or paste your own' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Attach to a running agent' })).toBeVisible();
  await page.keyboard.press('Escape');

  // It is about the samples only, and stays away once it is closed.
  await workbench.paste(
    JSON.stringify([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hi' },
    ]),
  );
  await expect(intro).toBeHidden();
  await workbench.chooseSample(0);
  await intro.getByRole('button', { name: 'Close the introduction' }).press('Enter');
  await expect(intro).toBeHidden();
  await page.reload();
  await workbench.ready();
  await expect(intro).toBeHidden();
});
