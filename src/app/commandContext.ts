import type { OpeningDeps } from './openingDeps.ts';

/** What commands work on: the same things the panels show. */
export interface CommandContext extends OpeningDeps {
  readonly page: Page;
  /** Function keys that the open policy declares. */
  readonly declared: readonly string[];
}

export type RunButton = 'restart' | 'step-back' | 'step-forward' | 'run-to-end';

/** The few things a command does to the page itself. */
export interface Page {
  pickFile(): void;
  readClipboard(): Promise<string>;
  /** Moves the focus into a region, to the part that one types in or walks through. */
  focusRegion(name: string): void;
  /** What had the focus may go with the region it was in: then this one has it. */
  keepFocus(name: string): void;
  nextRegion(direction: 1 | -1): void;
  focusFilter(): void;
  /** Presses a button that a command stands for; false where it is not on the screen. */
  press(button: RunButton): boolean;
}
