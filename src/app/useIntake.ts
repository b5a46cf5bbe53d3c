import { useEffect, useEffectEvent, useState } from 'react';
import { droppedHandles } from '../services/fileHandles.ts';
import type { CommandContext } from './commandContext.ts';
import { inDialog, isTyping } from './keys.ts';
import { loadOpening } from './loadOpening.ts';
import type { Dropped } from './opening.ts';
import { reportFailures } from './run.ts';

/** Opens what the user drops or pastes anywhere on the page. Returns true while a file is dragged over it. */
export function useIntake(context: CommandContext): boolean {
  const [hovering, setHovering] = useState(false);

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const isText = isTyping(event.target) && !(event.target instanceof HTMLSelectElement);
    if (event.defaultPrevented || isText) return;
    const { refused, actions } = context.notices.getState();
    // The natural next step after a text that could not be opened is to paste another one.
    if (refused === null && inDialog(event.target)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (files.length > 0 || text.trim() !== '') actions.putRefusedAway();
    if (files.length > 0) reportFailures(takeFiles(context, files), context);
    else if (text.trim() !== '') reportFailures(takeText(context, text, 'pasted text'), context);
    else return;
    event.preventDefault();
  });

  const onDrag = useEffectEvent((event: DragEvent) => {
    const data = event.dataTransfer;
    if (data === null || !(data.types.includes('Files') || data.types.includes('text/plain'))) return;
    event.preventDefault();
    data.dropEffect = 'copy';
    setHovering(true);
  });

  const onLeave = useEffectEvent((event: DragEvent) => {
    // Leaving one element for another is not leaving the page.
    if (event.relatedTarget === null) setHovering(false);
  });

  const onDrop = useEffectEvent((event: DragEvent) => {
    setHovering(false);
    if (event.defaultPrevented || event.dataTransfer === null) return;
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData('text/plain');
    if (files.length === 0 && text === '') return;
    event.preventDefault();
    // The browser reveals which entries are folders only during the event.
    const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    const handles = droppedHandles(event.dataTransfer);
    reportFailures(
      files.length > 0 ? takeFiles(context, files, { entries, handles }) : takeText(context, text, 'dropped text'),
      context,
    );
  });

  useEffect(() => {
    window.addEventListener('paste', onPaste);
    window.addEventListener('dragover', onDrag);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('paste', onPaste);
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  return hovering;
}

const takeText = async (context: CommandContext, text: string, name: string) =>
  (await loadOpening()).openText(context, text, name);

export const takeFiles = async (context: CommandContext, files: readonly File[], dropped?: Dropped) =>
  (await loadOpening()).openAll(context, files, dropped);
