import type { Command } from './commands.ts';

/** The parts of a KeyboardEvent that matter here. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** Milliseconds since whenever. */
  readonly timeStamp: number;
}

export interface Heard {
  readonly command: Command;
  /** A number typed just before, if this is not a digit itself. */
  readonly count: number | null;
  /** It is a digit of what may become a count, and the first of them that does something. */
  readonly begins: boolean;
  /** What the digits of its count did was not meant. */
  readonly undoes: boolean;
}

/** Whoever looks at what a digit opened, and then goes on by `j`, does not count. */
const countedWithinMs = 2000;

const uncounted = { count: null, begins: false, undoes: false } as const;

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
  let typedAt = 0;
  /** A digit of the count has done something. */
  let isBegun = false;

  return {
    /** While the user types, only the commands that work everywhere are heard, and letters are letters. */
    press(press: Press, typing: boolean): Heard | null {
      const key = chordOf(press);
      if (key === null) return null;
      if (typing) {
        const command = bySequence.get(key);
        return command?.everywhere === true ? { command, ...uncounted } : null;
      }
      if (press.timeStamp - typedAt > countedWithinMs) digits = '';
      if (digits === '') isBegun = false;
      typedAt = press.timeStamp;
      const command = bySequence.get(pending === '' ? key : `${pending} ${key}`);
      if (/^\d$/.test(key)) {
        digits = (digits + key).slice(-9);
        pending = '';
        if (command === undefined) return null;
        const begins = !isBegun;
        isBegun = true;
        return { command, ...uncounted, begins };
      }
      if (command === undefined && pending === '' && beginnings.has(key)) {
        pending = key;
        return null;
      }
      const count = digits === '' ? null : Number(digits);
      pending = '';
      digits = '';
      return command === undefined
        ? null
        : { command, count, begins: false, undoes: isBegun && command.counts === true };
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
