import type { DialogId } from '../../state/notices.ts';
import type { CommandContext } from '../commandContext.ts';

/** One action of the user, from the palette, by key, or by button. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** One chord (`Ctrl-k`) or several keys one after the other (`g g`); alternatives after ` / `. */
  readonly keys?: string;
  /** Also works while typing. */
  readonly everywhere?: boolean;
  /** Takes a number typed before its keys. */
  readonly counts?: true;
  /** What it would do now, after its title; the palette shows it. */
  about?(context: CommandContext): string | null;
  /** Whether the palette lists it now; without this, it always does. */
  isOffered?(context: CommandContext): boolean;
  run(context: CommandContext, count: number | null): void | Promise<void>;
}

/** Shows a dialog. */
export const showing =
  (dialog: DialogId) =>
  ({ notices }: CommandContext): void =>
    notices.getState().actions.showDialog(dialog);

/** Moves the focus into a region; a narrow page shows the region first. */
export function entering(region: keyof typeof regionNames) {
  return ({ view, page }: CommandContext) => {
    view.getState().actions.showRegion(region);
    page.focusRegion(regionNames[region]);
  };
}

const regionNames = { run: 'Run', policy: 'Policy', rule: 'Rule' } as const;
