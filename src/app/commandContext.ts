import type { OpeningDeps } from './openingDeps.ts';

/** The state that commands read and change, the same that the panels show. */
export interface CommandContext extends OpeningDeps {
  readonly page: Page;
  /** Functions that the open policy declares. */
  readonly declared: readonly string[];
}

export type RunButton = 'restart' | 'step-back' | 'step-forward' | 'run-to-end';

/** The actions of commands on the page's elements. */
export interface Page {
  pickFile(): void;
  readClipboard(): Promise<string>;
  /** Moves the focus into a region, to its text box or list. */
  focusRegion(name: string): void;
  /** Moves the focus to this region if the focused element disappears with its own region. */
  keepFocus(name: string): void;
  nextRegion(direction: 1 | -1): void;
  focusFilter(): void;
  /** Presses the button of a command; false if it is not on the screen. */
  press(button: RunButton): boolean;
}
