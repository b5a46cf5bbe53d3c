import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

export const verdictWords = ['pass', 'fire', 'error', 'unknown', 'value'] as const;
export type VerdictWord = (typeof verdictWords)[number];

/** A text as somebody would have it on the clipboard. */
export const pasted = (name: string): string => readFileSync(join(import.meta.dirname, 'pasted', name), 'utf8');

/** The page as its user meets it: every part is found by its role and its name, and by nothing else. */
export class Workbench {
  readonly page: Page;
  readonly sessions: Locator;
  readonly derivedContexts: Locator;
  readonly turns: Locator;
  readonly inspector: Locator;
  readonly ribbons: Locator;
  readonly rule: Locator;
  readonly why: Locator;
  readonly policy: Locator;
  readonly verdicts: Locator;
  readonly hook: Locator;
  readonly expression: Locator;
  /** What is wrong with the rule, in words. */
  readonly problems: Locator;
  readonly importReport: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sessions = page.getByRole('region', { name: 'Sessions', exact: true });
    this.derivedContexts = page.getByRole('tree', { name: 'Derived contexts' });
    this.turns = page.getByRole('grid', { name: 'Turns' });
    this.inspector = page.getByRole('region', { name: 'Inspector' });
    this.ribbons = page.getByRole('region', { name: 'Ribbons' });
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
    await this.page.goto(address);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.verdicts).toContainText(/\d/);
    await expect(this.expression).toBeVisible();
    // A plain text box stands in until Monaco has loaded; typing would go on, but two boxes are hard to compare.
    await expect(this.rule.locator('.view-line').first()).toBeVisible();
  }

  /** The ribbon of a rule; without a name, the first one, which is the draft's. */
  ribbon(name?: string): Locator {
    return name === undefined ? this.ribbons.getByRole('slider').first() : this.ribbons.getByRole('slider', { name });
  }

  tab(name: string): Locator {
    return this.inspector.getByRole('tab', { name });
  }

  /** A part of the policy's panel: `Rules`, `YAML`, `Problems` or `Tests`. */
  policyTab(name: string): Locator {
    return this.policy.getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  /** Text of the policy's editor, as far as it is in sight. */
  async policyText(): Promise<string> {
    const lines = await this.policy.locator('.view-line').allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** Moves the focus as the Tab key does, until it is where it should be. */
  async tabTo(part: Locator): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      if (await part.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error('sixty presses of Tab did not reach it');
  }

  async chooseHook(hook: string): Promise<void> {
    await this.hook.selectOption(hook);
    await this.expectHook(hook);
  }

  /** At hooks for capabilities a rule may be meant for one function. */
  async chooseCapability(key: string): Promise<void> {
    await this.rule.getByRole('combobox', { name: 'Capability' }).selectOption(key);
  }

  async expectHook(hook: string): Promise<void> {
    await expect(this.hook).toHaveValue(hook);
  }

  /** Title of the session that is marked as the current one in the list. */
  async shownSession(): Promise<string> {
    const current = this.sessions.locator('[aria-current="true"]');
    return (await current.getAttribute('title')) ?? '';
  }

  /** Chooses the n-th of the samples, counted from 0. */
  async chooseSample(index: number): Promise<void> {
    await this.sessions.getByRole('list', { name: 'Samples' }).getByRole('button').nth(index).click();
  }

  /** Ends the worker's thread as a fault of its own would. */
  async killEngine(): Promise<void> {
    const worker = this.page.workers().find((one) => one.url().includes('worker'));
    if (worker === undefined) throw new Error('the page has no worker to kill');
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error('killed by a test');
      });
    });
  }

  /** Turn of the cursor, as the ribbon tells it to a screen reader. */
  async cursor(): Promise<number> {
    await expect(this.ribbon()).toHaveAttribute('aria-valuenow', /^\d+$/);
    return Number(await this.ribbon().getAttribute('aria-valuenow'));
  }

  /** How the rule came out at the cursor: `fires`, `passes`, … */
  async spokenVerdict(): Promise<string> {
    return (await this.ribbon().getAttribute('aria-valuetext')) ?? '';
  }

  /** A count from the summary, such as the 12 of `12 fire of 480 eligible`. What it does not mention passes. */
  async count(verdict: VerdictWord): Promise<number> {
    const words = await this.verdicts.innerText();
    const number = (name: string) => Number(new RegExp(`(\\d+) ${name}`).exec(words)?.[1] ?? 0);
    if (verdict !== 'pass') return number(verdict);
    return number('eligible') - number('fire') - number('error') - number('unknown') - number('value');
  }

  /** How many turns the session has; the grid counts its head as a row. */
  async turnCount(): Promise<number> {
    return Number(await this.turns.getAttribute('aria-rowcount')) - 1;
  }

  /** Waits for a count, because a verdict arrives a moment after the key was pressed. */
  async expectCount(verdict: VerdictWord, count: number): Promise<void> {
    await expect.poll(() => this.count(verdict), { message: `${count} ${verdict}` }).toBe(count);
  }

  /** Replaces the rule by typing, as a person would: select all, then write. */
  async write(expression: string): Promise<void> {
    await this.expression.focus();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.insertText(expression);
    await this.expectRule(expression);
  }

  /** Monaco draws blanks as no-break spaces, keeps each line in an element of its own, and draws values into it. */
  async ruleText(): Promise<string> {
    const lines = await this.rule.locator('.view-line').evaluateAll((drawn) =>
      drawn.map((line) => {
        const written = line.cloneNode(true);
        if (written instanceof Element) for (const value of written.querySelectorAll('.code-inlay')) value.remove();
        return written.textContent;
      }),
    );
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  async expectRule(expression: string): Promise<void> {
    await expect.poll(() => this.ruleText()).toBe(expression);
  }

  /** Pastes a text anywhere on the page, through the clipboard. */
  async paste(text: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.turns.focus();
    await this.page.keyboard.press('ControlOrMeta+V');
  }

  /** Fails on anything that would keep somebody with a screen reader, low vision or no mouse from using the page. */
  async expectAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page })
      // Our page has no frames, so no second page is needed to gather what was found; and only faults are gathered.
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'] })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      // Monaco's own markup is not ours to change; its text box is checked by name in the journeys.
      .exclude('.monaco-editor')
      .analyze();
    const told = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
    );
    expect(told).toEqual([]);
    // Every part scrolls for itself: a page that scrolls too moves all of them out of sight.
    const beyond = await this.page.evaluate(() => {
      const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement;
      return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    });
    expect(beyond).toEqual([0, 0]);
  }
}
