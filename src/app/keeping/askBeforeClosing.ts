import { type KeepingDeps, keepSource } from '../../panels/keepSessions.ts';
import { savedSettings } from '../../services/keeping/settings.ts';
import { counted } from '../../ui/format.ts';
import { notKeptIn } from './keepOpened.ts';

type ClosingWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'setTimeout'>;

/**
 * Lets the browser ask once before the tab closes while a session is only in this tab. If the user then stays, the page
 * offers to keep it. Returns a function that stops it.
 */
export function askBeforeClosing(deps: KeepingDeps, window: ClosingWindow): () => void {
  const { keeping, view, notify } = deps;
  let mayAsk = true;
  let hasAsked = false;
  let isListening = false;
  const read = async () => {
    mayAsk = (await savedSettings(keeping)).asksBeforeClosing;
    listen();
  };

  const offer = () => {
    const left = notKeptIn(view.getState().sources);
    const keep = () => {
      for (const { opened } of left) keepSource(deps, opened.source).catch((cause: unknown) => reportError(cause));
    };
    const [first] = left;
    if (first === undefined) return;
    const which = left.length === 1 ? `${first.name} is` : `${counted(left.length, 'session')} are`;
    const offered = { title: left.length === 1 ? 'Keep it on this device' : 'Keep them on this device', run: keep };
    notify(`${which} only in this tab, and gone when it closes.`, { fades: false, offer: offered });
  };
  const ask = (event: BeforeUnloadEvent) => {
    if (hasAsked) return;
    hasAsked = true;
    event.preventDefault();
    // Runs only if the user stays. Chromium would not ask if the listener were removed before.
    window.setTimeout(() => {
      listen();
      offer();
    });
  };
  // The browser keeps a page without this listener ready for the back button.
  const listen = () => {
    const isNeeded = mayAsk && !hasAsked && notKeptIn(view.getState().sources).length > 0;
    if (isNeeded === isListening) return;
    isListening = isNeeded;
    if (isNeeded) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  };

  const unsubscribe = view.subscribe(({ sources }, before) => {
    if (sources !== before.sources) listen();
  });
  const stopReading = keeping.onChange((kind) => {
    if (kind === 'settings') void read();
  });
  void read();
  return () => {
    unsubscribe();
    stopReading();
    window.removeEventListener('beforeunload', ask);
  };
}
