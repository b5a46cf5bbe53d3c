import { useEffect, useEffectEvent, useState } from 'react';
import type { CommandContext } from './commandContext.ts';
import { inDialog, isTyping } from './keys.ts';
import { loadOpening } from './loadOpening.ts';
import { heard } from './run.ts';

/** Takes in what is dropped or pasted anywhere on the page. True while something openable hovers over it. */
export function useIntake(context: CommandContext): boolean {
  const [hovering, setHovering] = useState(false);

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (inDialog(event.target) && !listsMany(context)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (files.length > 0) heard(openAll(context, files), context);
    else if (text.trim() !== '') heard(takeText(context, text, 'pasted text'), context);
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
    if (event.dataTransfer === null) return;
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData('text/plain');
    if (files.length === 0 && text === '') return;
    event.preventDefault();
    // Only while the event lasts does the browser tell which of them are folders.
    const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    heard(files.length > 0 ? openAll(context, files, entries) : takeText(context, text, 'dropped text'), context);
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

const isPacked = /\.(zip|gz)$/i;

/** More than so many are not each opened and shown. */
const few = 8;

/** Whoever looks at many sessions wants more of them. */
const listsMany = ({ notices }: CommandContext): boolean => notices.getState().dialog === 'backtest';

/** One after the other, so that the order in the list is the one in which they were given; many of them side by side. */
export async function openAll(
  context: CommandContext,
  files: readonly File[],
  entries: readonly FileSystemEntry[] = [],
) {
  const isMany = files.length > few || entries.some((entry) => entry.isDirectory);
  if (isMany || listsMany(context) || files.some(({ name }) => isPacked.test(name)))
    return (await import('./gathering.ts')).openMany(context, files, entries);
  const { openFile } = await loadOpening();
  for (const file of files) await openFile(context, file);
}
