import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

/** The files of the built page, by their paths in its folder. Those named by their content have no revision. */
declare const builtFiles: readonly { readonly url: string; readonly revision: string | null }[];

const folder = new URL('./', self.location.href).pathname;
const changing = new Set(builtFiles.flatMap(({ url, revision }) => (revision === null ? [] : [url])));
const fileOf = ({ pathname }: URL): string => pathname.slice(folder.length) || 'index.html';

// Files whose content may change come from the server while it runs: so a reload shows a new version at once, and with
// the headers of today, which say where the page may connect to.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && changing.has(fileOf(url)),
  async ({ request, url }) => {
    try {
      return await fetch(request);
    } catch (cause) {
      const kept = await matchPrecache(fileOf(url));
      if (kept === undefined) throw cause;
      return kept;
    }
  },
);
// The other files of this version stay until its last tab is closed, even when the server has a newer version.
precacheAndRoute([...builtFiles]);
cleanupOutdatedCaches();
