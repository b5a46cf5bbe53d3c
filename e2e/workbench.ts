import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

export const verdictWords = ['pass', 'fire', 'error', 'unknown', 'value'] as const;
export type VerdictWord = (typeof verdictWords)[number];

/** A text to paste from the clipboard. */
export const pasted = (name: string): string => readFileSync(join(import.meta.dirname, 'pasted', name), 'utf8');

/** The page as its user sees it: every part is found by its role and name only. */
export class Workbench {
  readonly page: Page;
  readonly sessions: Locator;
  readonly derivedContexts: Locator;
  readonly turns: Locator;
  readonly inspector: Locator;
  readonly timeline: Locator;
  readonly rule: Locator;
  readonly why: Locator;
  readonly policy: Locator;
  readonly verdicts: Locator;
  readonly hook: Locator;
  readonly expression: Locator;
  /** The rule's problems. */
  readonly problems: Locator;
  readonly importReport: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sessions = page.getByRole('region', { name: 'Sessions', exact: true });
    this.derivedContexts = page.getByRole('tree', { name: 'Derived contexts' });
    this.turns = page.getByRole('grid', { name: 'Turns' });
    this.inspector = page.getByRole('region', { name: 'Inspector' });
    this.timeline = page.getByRole('region', { name: 'Timeline' });
    this.rule = page.getByRole('region', { name: 'Rule', exact: true });
    this.policy = page.getByRole('region', { name: 'Policy', exact: true });
    this.why = page.getByRole('region', { name: 'Why' });
    this.verdicts = page.getByRole('status', { name: 'Verdicts' });
    this.hook = page.getByRole('combobox', { name: 'Hook' });
    this.expression = page.getByRole('textbox', { name: 'Rule expression' });
    this.problems = this.rule.getByRole('status', { name: 'Problems' });
    this.importReport = page.getByRole('dialog', { name: 'Import report' });
  }

  /** Opens an address of the page and waits until a rule has been judged at every turn and can be edited. */
  async open(address = '/'): Promise<void> {
    const response = await this.page.goto(address);
    // Another hash alone loads no page, and what is shown until then would count as ready.
    if (response === null) await this.page.reload();
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.verdicts).toContainText(/\d/);
    await expect(this.expression).toBeVisible();
    // Wait for Monaco, which replaces a plain text box; typing would work in both.
    await expect(this.rule.locator('.view-line').first()).toBeVisible();
  }

  /** Chooses the first command that the palette finds for some words. */
  async command(words: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await expect(this.page.getByRole('combobox', { name: 'Search, commands, go to turn' })).toBeFocused();
    await this.page.keyboard.type(words);
    await this.page.keyboard.press('Enter');
  }

  /** Attaches to a stream of the server. */
  async attach(name: string): Promise<void> {
    await this.page.keyboard.press('a');
    const dialog = this.page.getByRole('dialog', { name: 'Attach to a running agent' });
    await dialog.getByRole('button', { name: `Attach to ${name}`, exact: true }).press('Enter');
  }

  /** The ribbon of a rule; without a name, the first one, which is the draft's. */
  ribbon(name?: string): Locator {
    return name === undefined ? this.timeline.getByRole('slider').first() : this.timeline.getByRole('slider', { name });
  }

  tab(name: string): Locator {
    return this.inspector.getByRole('tab', { name });
  }

  /** A part of the policy's panel: `Rules`, `YAML`, `Problems` or `Tests`. */
  policyTab(name: string): Locator {
    return this.policy.getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  /** The visible text of the policy's editor. */
  async policyText(): Promise<string> {
    const lines = await this.policy.locator('.view-line').allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** Presses Tab until a part has the focus. */
  async tabTo(part: Locator): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      if (await part.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error('sixty presses of Tab did not reach this part');
  }

  async chooseHook(hook: string): Promise<void> {
    await this.chosenIsShown();
    await this.hook.selectOption(hook);
    await this.expectHook(hook);
  }

  /** Until then the page shows the session before, and an edit changes the rule of that one. */
  async chosenIsShown(): Promise<void> {
    await expect(this.page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  }

  /** At hooks of capabilities a rule may cover one function. */
  async chooseCapability(key: string): Promise<void> {
    await this.rule.getByRole('combobox', { name: 'Tool' }).selectOption(key);
  }

  async expectHook(hook: string): Promise<void> {
    await expect(this.hook).toHaveValue(hook);
  }

  /** Title of the current session in the list. */
  async shownSession(): Promise<string> {
    const current = this.sessions.locator('[aria-current="true"]');
    return (await current.getAttribute('title')) ?? '';
  }

  /** Chooses the n-th of the samples, counted from 0. */
  async chooseSample(index: number): Promise<void> {
    const sample = this.sessions.getByRole('list', { name: 'Samples' }).getByRole('listitem').nth(index);
    await sample.getByRole('button').first().click();
  }

  /** Ends the worker's thread, like a crash. */
  async killEngine(): Promise<void> {
    const worker = this.page.workers().find((one) => one.url().includes('worker'));
    if (worker === undefined) throw new Error('the page has no worker to kill');
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error('killed by a test');
      });
    });
  }

  /** The cursor's turn, as the ribbon announces it to screen readers. */
  async cursor(): Promise<number> {
    await expect(this.ribbon()).toHaveAttribute('aria-valuenow', /^\d+$/);
    return Number(await this.ribbon().getAttribute('aria-valuenow'));
  }

  /** The verdict at the cursor: `fires`, `passes`, … */
  async spokenVerdict(): Promise<string> {
    return (await this.ribbon().getAttribute('aria-valuetext')) ?? '';
  }

  /**
   * A count from the verdict sentence, such as the 12 of `Blocks 12 of 480 calls · 61 unknown`. A kind that is not
   * mentioned counts 0.
   */
  async count(verdict: VerdictWord): Promise<number> {
    const words = (await this.verdicts.innerText()).replaceAll('\u2009', '');
    const [, verb = '', amount = '', eligible = '0'] =
      /(Blocks|Fires at|Has a value at) (none|\d+) of (\d+)/.exec(words) ?? [];
    const [error, unknown] = ['error', 'unknown'].map((name) =>
      Number(new RegExp(`(\\d+) ${name}`).exec(words)?.[1] ?? 0),
    ) as [number, number];
    const first = amount === 'none' ? 0 : Number(amount);
    const value = verb === 'Has a value at' ? first : 0;
    const acting = verb === 'Has a value at' ? 0 : first;
    // Errors that count as failed are among those that the rule blocks.
    const failed = words.includes('counted as failed') ? error : 0;
    const pass = Number(eligible) - acting - (error - failed) - unknown - value;
    return { pass, fire: acting - failed, error, unknown, value }[verdict];
  }

  /** The number of turns; the grid counts its heading as a row. */
  async turnCount(): Promise<number> {
    return Number(await this.turns.getAttribute('aria-rowcount')) - 1;
  }

  /** Waits for a count, because verdicts arrive a moment after the key press. */
  async expectCount(verdict: VerdictWord, count: number): Promise<void> {
    await expect.poll(() => this.count(verdict), { message: `${count} ${verdict}` }).toBe(count);
  }

  /** Replaces the rule by typing: select all, then write. */
  async write(expression: string): Promise<void> {
    await this.chosenIsShown();
    await this.expression.focus();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.insertText(expression);
    await this.expectRule(expression);
  }

  /** Monaco renders blanks as no-break spaces and each line as an element, with values and signs in it. */
  async ruleText(): Promise<string> {
    const lines = await this.rule.locator('.view-line').evaluateAll((drawn) =>
      drawn.map((line) => {
        const written = line.cloneNode(true);
        if (written instanceof Element)
          for (const added of written.querySelectorAll('.code-inlay, .code-opener')) added.remove();
        return written.textContent;
      }),
    );
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** On a narrow page, a rule of one line may be drawn in several. */
  async expectRule(expression: string): Promise<void> {
    const isOneLine = !expression.includes('\n');
    const shown = async () => (isOneLine ? (await this.ruleText()).replaceAll('\n', '') : this.ruleText());
    await expect.poll(shown).toBe(expression);
  }

  /** Pastes a text anywhere on the page, through the clipboard. */
  async paste(text: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.turns.focus();
    await this.page.keyboard.press('ControlOrMeta+V');
  }

  /** Fails on barriers for users of screen readers, with low vision or without a mouse. */
  async expectAccessible(): Promise<void> {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    expect(await this.#violations({ type: 'tag', values: tags })).toEqual([]);
    // Each part scrolls by itself, so the page must not scroll.
    const beyond = await this.page.evaluate(() => {
      const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement;
      return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    });
    expect(beyond).toEqual([0, 0]);
  }

  /** In light and in dark. The dark page differs from the light one in its colours alone, so only these are looked at again. */
  async expectAccessibleInBothColours(): Promise<void> {
    // Without motion, no colour is on its way to another.
    await this.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await this.expectAccessible();
    await this.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await this.#violations({ type: 'rule', values: ['color-contrast', 'link-in-text-block'] })).toEqual([]);
    await this.page.emulateMedia({ colorScheme: null, reducedMotion: null });
  }

  /** The violations of some of axe’s rules on the page as it is. */
  async #violations(runOnly: { readonly type: 'tag' | 'rule'; readonly values: string[] }): Promise<readonly string[]> {
    const isThere = await this.page.evaluate(() => 'axe' in window);
    // Axe is half a megabyte, and sent twice: an empty statement takes its place where the page has it already.
    const { violations } = await new AxeBuilder({ page: this.page, ...(isThere && { axeSource: ';' }) })
      // The page has no frames, so the results need no second page; only violations are collected.
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'], runOnly })
      // Monaco's markup cannot be changed; the journeys check its text box by name.
      .exclude('.monaco-editor')
      .analyze();
    return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`);
  }
}
