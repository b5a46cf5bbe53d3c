import type { CommandContext, RunButton } from '../commandContext.ts';
import { type Command, entering } from './command.ts';

export const runCommands: readonly Command[] = [
  { id: 'type-call', title: 'Write a call', keys: 'c', run: toRun },
  stepping('step-back', 'Step back', ','),
  stepping('step-forward', 'Step forward', '.'),
  stepping('restart', 'Go to the start of the run', '<'),
  stepping('run-to-end', 'Go to the end of the run', '>'),
];

function toRun(context: CommandContext) {
  if (context.session?.outline.isRun === true) entering('run')(context);
  else noRun(context);
}

function stepping(button: RunButton, title: string, keys: string): Command {
  return {
    id: button,
    title,
    keys,
    run(context) {
      if (!context.page.press(button)) noRun(context);
    },
  };
}

function noRun({ notices }: CommandContext) {
  notices.getState().actions.notify('No run is on the screen. Start one, or choose the Run tab on a narrow page.');
}
