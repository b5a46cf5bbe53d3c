import { useEngine } from '../services/engine/useEngine.ts';
import type { NoticeActions } from '../state/notices.ts';
import { useNoticeActions } from '../state/useNotices.ts';
import type { EngineClient } from '../worker/connect.ts';
import { download } from './download.ts';
import { foundWords } from './hiddenKinds.ts';
import { reportFailures } from './reportFailures.ts';

/**
 * Ways for a text to leave the page beside the dialog *Share or save*. What was chosen on purpose, such as one value,
 * leaves as it is on the screen: the page then says which private values are in it, and offers stand-ins for them.
 */
interface TextsOutDeps {
  readonly engine: EngineClient;
  readonly notify: NoticeActions['notify'];
}

interface SavedText {
  readonly text: string;
  readonly fileName: string;
  readonly type?: string;
}

/** `field`: the name of the field that holds the value, which may say that it is a password. */
export async function copyAsItIs(deps: TextsOutDeps, text: string, field: string | null = null): Promise<void> {
  await navigator.clipboard.writeText(text);
  deps.notify('Copied.');
  await sayWhatWasCopied(deps, text, field);
}

export async function sayWhatWasCopied(
  { engine, notify }: TextsOutDeps,
  text: string,
  field: string | null,
): Promise<void> {
  const hidden = await hide(engine, text, field);
  if (hidden.found.length === 0) return;
  const copy = async () => {
    await navigator.clipboard.writeText(hidden.text);
    notify('Copied with stand-ins.');
  };
  const run = () => reportFailures(copy(), notify);
  notify(`Copied as it is: ${foundWords(hidden.found)}.`, { offer: { title: 'Copy with stand-ins', run } });
}

export function useSaveAsItIs(): (file: SavedText) => void {
  const engine = useEngine();
  const { notify } = useNoticeActions();
  return (file) => reportFailures(saveAsItIs({ engine, notify }, file), notify);
}

async function saveAsItIs({ engine, notify }: TextsOutDeps, file: SavedText): Promise<void> {
  save(file);
  const hidden = await hide(engine, file.text, null);
  if (hidden.found.length === 0) return;
  const run = () => save({ ...file, text: hidden.text });
  notify(`Saved as it is: ${foundWords(hidden.found)}.`, { offer: { title: 'Save with stand-ins', run } });
}

/** For a file that is made to be passed on. */
export async function saveWithStandIns({ engine, notify }: TextsOutDeps, file: SavedText): Promise<void> {
  const hidden = await hide(engine, file.text, null);
  save({ ...file, text: hidden.text });
  if (hidden.found.length === 0) return;
  const run = () => save(file);
  notify(`Saved with stand-ins for ${foundWords(hidden.found)}.`, { offer: { title: 'Save as it is', run } });
}

const save = ({ text, fileName, type }: SavedText): void => download(text, fileName, type);

const hide = async (engine: EngineClient, text: string, field: string | null) =>
  text === '' ? { text, found: [] } : engine.hideInText({ text, field });
