import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { View } from '../state/view.ts';
import type { CommandContext } from './commandContext.ts';
import { commands } from './commands.ts';
import { createKeyReader, inDialog, isTyping } from './keys.ts';
import { run } from './run.ts';

/** Listens to the keyboard of the whole page. */
export function useKeys(context: CommandContext) {
  const reader = useMemo(() => createKeyReader(commands), []);
  const before = useRef<Pick<View, 'tab' | 'region'> | null>(null);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // A panel with the focus has the first word, except that a line between panes takes F6 to itself, for which Tab is enough.
    if ((event.defaultPrevented && event.key !== 'F6') || event.isComposing || inDialog(event.target)) return;
    const heard = reader.press(event, isTyping(event.target));
    if (heard === null) return;
    event.preventDefault();

    const view = context.view.getState();
    if (heard.begins) before.current = { tab: view.tab, region: view.region };
    else if (!/^\d$/.test(event.key)) {
      // The digits of `41 G` opened inspector tabs on their way; they were not meant to.
      if (heard.undoes && before.current !== null) {
        view.actions.restore(before.current);
        context.page.keepFocus('Turns');
      }
      before.current = null;
    }
    run(heard.command, context, heard.count);
  });

  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
