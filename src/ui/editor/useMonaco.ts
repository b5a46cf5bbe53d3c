import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Span } from './codeEditor.ts';
import type { MountedEditor, MountOptions } from './monacoMount.ts';

/** After `failed`, the plain text box stays in use. */
export type MonacoPhase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly editor: MountedEditor }
  | { readonly kind: 'failed' };

/**
 * Loads Monaco in the background and mounts it in `host` in place of a plain text box, with its current text, selection
 * and focus.
 */
export function useMonaco(
  host: RefObject<HTMLElement | null>,
  box: RefObject<HTMLTextAreaElement | null>,
  options: Omit<MountOptions, 'text'>,
): MonacoPhase {
  const [phase, setPhase] = useState<MonacoPhase>({ kind: 'loading' });
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const gone = new AbortController();
    let editor: MountedEditor | undefined;
    const mount = async () => {
      if (box.current === null || !(await loadInParts(monacoParts, box.current, gone.signal))) return;
      const { mountMonaco } = await import('./monacoMount.ts');
      if (box.current !== null) await noComposition(box.current, gone.signal);
      if (gone.signal.aborted || host.current === null || box.current === null) return;
      editor = mountMonaco(host.current, { ...latestOptions(latest), text: box.current.value });
      if (document.activeElement === box.current) editor.focusAt(selectionOf(box.current));
      // Synchronously, so that there are never two text boxes of one name.
      const ready = { kind: 'ready', editor } as const;
      flushSync(() => setPhase(ready));
    };
    mount().catch(() => setPhase({ kind: 'failed' }));
    return () => {
      gone.abort();
      editor?.dispose();
      setPhase({ kind: 'loading' });
    };
  }, [host, box]);

  return phase;
}

/** Options with stable callbacks that call those of the latest render. */
function latestOptions(latest: RefObject<Omit<MountOptions, 'text'>>): Omit<MountOptions, 'text'> {
  return {
    ...latest.current,
    providers: () => latest.current.providers(),
    onChange: (text) => latest.current.onChange(text),
    onCursor: (offset) => latest.current.onCursor(offset),
    onOpen: (offset) => latest.current.onOpen(offset),
    onRows: (rows) => latest.current.onRows(rows),
    onLeaving: (leaving) => latest.current.onLeaving(leaving),
    onEscape: () => latest.current.onEscape(),
  };
}

/**
 * Monaco starts part by part, each with what it needs of Monaco besides the parts before it: started as a whole, it would
 * keep the page from answering several times as long.
 */
const monacoParts = [
  () => import('monaco-editor/editor/common/model/textModel'),
  () => import('monaco-editor/editor/browser/widget/codeEditor/codeEditorWidget'),
  () => import('monaco-editor/editor/standalone/browser/standaloneServices'),
  () => import('./monacoMount.ts'),
  async () => (await import('./monacoMount.ts')).startMonaco(),
  async () => (await import('./monacoMount.ts')).rehearse(),
];

type Part = () => Promise<unknown>;

/** Of whichever editor. */
const loadedParts = new WeakSet<Part>();

/** Loads one part after the other, each when the page is idle. False if the editor was closed meanwhile. */
export async function loadInParts(
  parts: readonly Part[],
  box: HTMLTextAreaElement,
  signal: AbortSignal,
): Promise<boolean> {
  const missing = parts.filter((part) => !loadedParts.has(part));
  for (const part of missing) {
    await idle(box, signal);
    if (signal.aborted) return false;
    await part();
    loadedParts.add(part);
  }
  // What the caller does next is no part of the last task.
  if (missing.length > 0) await idle(box, signal);
  return !signal.aborted;
}

/** Waits until the page is idle or the box is used, because Monaco is large. */
async function idle(box: HTMLTextAreaElement, signal: AbortSignal): Promise<void> {
  // It may have been focused while a part loaded: there is no event to wait for then.
  if (typeof requestIdleCallback === 'undefined' || document.activeElement === box) return;
  await new Promise<void>((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: settledAfterMs });
    box.addEventListener('focus', () => resolve(), { once: true, signal });
  });
}

const settledAfterMs = 1500;

const selectionOf = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  start: selectionStart,
  end: selectionEnd,
});

/** Moves the focus and the caret to a place in the editor, or in the plain text box that is there until it has loaded. */
export function focusAt(span: Span, editor: MountedEditor | null, box: HTMLTextAreaElement | null): void {
  if (editor !== null) editor.focusAt(span);
  else {
    box?.focus();
    box?.setSelectionRange(span.start, span.end);
  }
}

const composing = new WeakSet<HTMLTextAreaElement>();

/** Call it for the text box's `compositionstart` and `compositionend`. */
export function noteComposition(box: HTMLTextAreaElement, active: boolean): void {
  if (active) composing.add(box);
  else composing.delete(box);
}

/** Waits for the end of a composition: replacing the box during it would lose the letter. */
async function noComposition(box: HTMLTextAreaElement, signal: AbortSignal): Promise<void> {
  while (composing.has(box) && !signal.aborted) {
    await new Promise((resolve) => box.addEventListener('compositionend', resolve, { once: true, signal }));
  }
}
