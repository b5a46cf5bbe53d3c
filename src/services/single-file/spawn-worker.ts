import type { Spawned } from '../engine/client.ts';

let address = '';

/** Unpacks the engine of a page in one file, and shows the view that it was saved with. Before the page starts. */
export async function prepare(): Promise<void> {
  const view = document.querySelector('script[data-view]')?.textContent ?? '';
  if (window.location.hash === '' && view !== '') window.history.replaceState(null, '', view.trim());
  const packed = document.querySelector('script[data-engine]')?.textContent ?? '';
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const script = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  address = URL.createObjectURL(new Blob([await new Response(script).blob()], { type: 'text/javascript' }));
}

export const spawnWorker = (): Spawned => new Worker(address, { name: 'contextscope-engine' });
