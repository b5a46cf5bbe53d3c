/**
 * Keeps the files of the page in the browser, so that it opens without its server. Calls `onNewVersion` when the server
 * has a newer page than this tab.
 */
export async function keepPage(onNewVersion: () => void): Promise<void> {
  const registration = await navigator.serviceWorker.register('service-worker.js', { updateViaCache: 'none' });
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state !== 'installed' || navigator.serviceWorker.controller === null) return;
      void isOutdated().then((outdated) => outdated && onNewVersion());
    });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(noServer);
  });
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
