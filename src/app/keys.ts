import type { Command } from './commands/command.ts';

/** The parts of a KeyboardEvent that matter here. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** Milliseconds since an arbitrary moment. */
  readonly timeStamp: number;
}

export interface KeyAction {
  readonly command: Command;
  /** A number typed just before, if this is not a digit itself. */
  readonly count: number | null;
  /** This is the first digit of a possible count that runs a command of its own. */
  readonly startsCount: boolean;
  /** Undo what this count's digits already triggered. */
  readonly revertsDigits: boolean;
}

/** Longest pause between a digit and the next key of a count; after it, the user meant the digit's own command. */
const countedWithinMs = 2000;

const uncounted = { count: null, startsCount: false, revertsDigits: false } as const;

/**
 * Reads presses one after the other: chords, sequences such as `g g`, and counts such as `41 G`. A digit is a command
 * of its own *and* the beginning of a count; a command with a count undoes what its digits triggered.
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
  /** A digit of the count has run a command. */
  let hasRunDigit = false;

  return {
    /** While the user types, only commands that work everywhere run. */
    press(press: Press, typing: boolean): KeyAction | null {
      const key = chordOf(press);
      if (key === null) return null;
      if (typing) {
        const command = bySequence.get(key);
        return command?.everywhere === true ? { command, ...uncounted } : null;
      }
      if (press.timeStamp - typedAt > countedWithinMs) digits = '';
      if (digits === '') hasRunDigit = false;
      typedAt = press.timeStamp;
      const command = bySequence.get(pending === '' ? key : `${pending} ${key}`);
      if (/^\d$/.test(key)) {
        // A zero within a count is no command.
        const isWithin = key === '0' && digits !== '';
        digits = (digits + key).slice(-9);
        pending = '';
        if (command === undefined || isWithin) return null;
        const startsCount = !hasRunDigit;
        hasRunDigit = true;
        return { command, ...uncounted, startsCount };
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
        : { command, count, startsCount: false, revertsDigits: hasRunDigit && command.counts === true };
    },
  };
}

/** `Ctrl-k`, `Ctrl-Shift-z`, `Shift-F6`, `G`, `?`. Ctrl and ⌘ are the same key here. */
function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  if (altKey || ['Control', 'Shift', 'Meta', 'Alt'].includes(key)) return null;
  if (ctrlKey || metaKey) return `Ctrl-${shiftKey ? 'Shift-' : ''}${key.toLowerCase()}`;
  return shiftKey && key.length > 1 ? `Shift-${key}` : key;
}

const typingTargets =
  'input:not([type="radio"]), textarea, select, [contenteditable], [role="textbox"], .monaco-editor';

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typingTargets) !== null;

/** Dialogs have keys of their own. */
export const inDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog') !== null;
