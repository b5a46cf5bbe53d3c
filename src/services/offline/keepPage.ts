/**
 * Keeps the files of the page in the browser, so that it opens without its server, and lets the system install it. Calls
 * `onNewVersion` when the server has a newer page than this tab.
 */
export async function keepPage(onNewVersion: () => void): Promise<void> {
  document.head.append(manifest());
  const registration = await navigator.serviceWorker.register('service-worker.js', { updateViaCache: 'none' });
  const tellIfOutdated = async () => {
    if (navigator.serviceWorker.controller !== null && (await isOutdated())) onNewVersion();
  };
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void tellIfOutdated();
    });
  registration.addEventListener('updatefound', () => watch(registration.installing));
  // The browser may have found it before.
  watch(registration.installing);
  if (registration.waiting !== null) await tellIfOutdated();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(noServer);
  });
}

/** Not in index.html: a browser reads it at once, beside what the first screen waits for. */
function manifest(): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = 'manifest.webmanifest';
  return link;
}

/** Without a server there is nothing newer. */
const noServer = () => false;

/** A tab that was reloaded meanwhile shows the newer page already. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  if (script === null || script === undefined) return false;
  return fetch('index.html')
    .then(async (response) => response.ok && !(await response.text()).includes(script))
    .catch(noServer);
}
