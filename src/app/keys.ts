import type { Command } from './commands.ts';

/** The parts of a KeyboardEvent that matter here. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export interface Heard {
  readonly command: Command;
  /** A number typed just before, if this is not a digit itself. */
  readonly count: number | null;
}

/**
 * Reads presses one after the other: chords, sequences such as `g g`, and counts such as `41 G`.
 * A digit is a command of its own *and* the beginning of a count; whoever acts on a count undoes what its digits did.
 */
export function createKeyReader(commands: readonly Command[]) {
  const bySequence = new Map(
    commands.flatMap((command) => (command.keys === undefined ? [] : [[command.keys, command]])),
  );
  const beginnings = new Set(
    [...bySequence.keys()].filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0]),
  );
  let pending = '';
  let digits = '';

  return {
    /** While the user types, only the commands that work everywhere are heard, and letters are letters. */
    press(press: Press, typing: boolean): Heard | null {
      const key = chordOf(press);
      if (key === null) return null;
      if (typing) {
        const command = bySequence.get(key);
        return command?.everywhere === true ? { command, count: null } : null;
      }
      const command = bySequence.get(pending === '' ? key : `${pending} ${key}`);
      if (/^\d$/.test(key)) {
        digits = (digits + key).slice(-9);
        pending = '';
        return command === undefined ? null : { command, count: null };
      }
      if (command === undefined && pending === '' && beginnings.has(key)) {
        pending = key;
        return null;
      }
      const count = digits === '' ? null : Number(digits);
      pending = '';
      digits = '';
      return command === undefined ? null : { command, count };
    },
  };
}

/** `Ctrl-k`, `Shift-F6`, `G`, `?`. Ctrl and ⌘ are the same key here. */
function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  if (altKey || ['Control', 'Shift', 'Meta', 'Alt'].includes(key)) return null;
  if (ctrlKey || metaKey) return `Ctrl-${key.toLowerCase()}`;
  return shiftKey && key.length > 1 ? `Shift-${key}` : key;
}

const letters = 'input:not([type="radio"]), textarea, select, [contenteditable], [role="textbox"], .monaco-editor';

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(letters) !== null;

/** Dialogs have keys of their own. */
export const inDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog') !== null;
