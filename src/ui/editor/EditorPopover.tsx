import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { placeBeside } from '../placeBeside.ts';
import styles from './CodeEditor.module.css';
import type { CodePopover } from './codeEditor.ts';
import type { MountedEditor } from './monacoMount.ts';
import { focusAt } from './useMonaco.ts';

interface EditorPopoverProps extends CodePopover {
  /** Null while the plain text box is in use: it does not say where its words are, so the popover is below all of it. */
  readonly editor: MountedEditor | null;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Beside a part of the editor's text, in the browser's top layer, so that nothing below moves. It stays while other
 * parts of the page are used.
 */
export function EditorPopover({ at: { start, end }, label, content, editor, box }: EditorPopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = popover;
    if (current === null) return undefined;
    current.togglePopover(true);
    const place = () => {
      const at = editor === null ? box.current?.getBoundingClientRect() : editor.boxOf({ start, end });
      if (at) placeBeside({ getBoundingClientRect: () => at }, current);
    };
    place();
    const stop = editor?.followBoxes(place);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      stop?.();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [editor, box, start, end]);

  const giveBackFocus = useEffectEvent(() => {
    if (popover.current?.contains(document.activeElement) === true) focusAt({ start: end, end }, editor, box.current);
  });
  useLayoutEffect(() => () => giveBackFocus(), []);
  return (
    <div ref={popover} role="dialog" aria-label={label} tabIndex={-1} popover="manual" className={styles.popover}>
      {content}
    </div>
  );
}
