import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Notices } from '../state/notices.ts';
import type { View } from '../state/view.ts';
import type { CommandContext } from './commandContext.ts';
import { commands } from './commands/commands.ts';
import { isDialogLoading, isDialogOpen } from './Dialogs.tsx';
import { createKeyReader, isTyping } from './keys.ts';
import { run } from './run.ts';

/** Listens to the keyboard of the whole page. */
export function useKeys(context: CommandContext) {
  const reader = useMemo(() => createKeyReader(commands), []);
  const before = useRef<(Pick<View, 'tab' | 'region' | 'sight'> & Pick<Notices, 'message'>) | null>(null);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // The focused panel handles keys first, except F6 on a resize handle, where Tab is enough.
    if ((event.defaultPrevented && event.key !== 'F6') || event.isComposing || isDialogOpen()) return;
    const keyAction = reader.press(event, isTyping(event.target));
    if (keyAction === null) return;
    event.preventDefault();

    const view = context.view.getState();
    const { message, actions } = context.notices.getState();
    if (keyAction.startsCount) before.current = { tab: view.tab, region: view.region, sight: view.sight, message };
    else if (!/^\d$/.test(event.key)) {
      // The digits of `41 G` also opened inspector tabs, or said that there is none, and a zero first showed all turns:
      // undo that.
      if (keyAction.revertsDigits && before.current !== null) {
        const { message: earlier, ...place } = before.current;
        view.actions.restore(place);
        actions.restoreMessage(earlier);
        context.page.keepFocus('Turns');
      }
      before.current = null;
    }
    run(keyAction.command, context, keyAction.count);
  });

  // Comes before the page's elements: no key typed after the shortcut of a dialog may reach them.
  const onEarlyKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isDialogLoading(context)) return;
    event.stopImmediatePropagation();
    // The browser's own keys still work.
    if (!event.ctrlKey && !event.metaKey) event.preventDefault();
    if (event.key !== 'Escape') return;
    const { closeDialog, putRefusedAway } = context.notices.getState().actions;
    closeDialog();
    putRefusedAway();
  });

  useEffect(() => {
    window.addEventListener('keydown', onEarlyKeyDown, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onEarlyKeyDown, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
