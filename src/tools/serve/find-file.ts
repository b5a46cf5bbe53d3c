import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

export interface FoundFile {
  readonly file: string;
  /** Path within the served folder, with forward slashes and a leading one. */
  readonly path: string;
  readonly bytes: number;
  /** Changes whenever the file does. */
  readonly tag: string;
}

/** The file a request asks for, or null: outside the folder and hidden files do not exist. */
export async function findFile(folder: string, url: string): Promise<FoundFile | null> {
  const path = pathOf(url);
  if (path === null || path.split('/').some((part) => part.startsWith('.'))) return null;
  const file = resolve(folder, `.${path.endsWith('/') ? `${path}index.html` : path}`);
  if (!file.startsWith(folder + sep)) return null;
  try {
    const facts = await stat(file);
    if (!facts.isFile()) return null;
    const served = file.slice(folder.length).replaceAll(sep, '/');
    return { file, path: served, bytes: facts.size, tag: `"${facts.size}-${facts.mtimeMs}"` };
  } catch {
    // No such file, or a name the file system refuses: to the asker the same.
    return null;
  }
}

function pathOf(url: string): string | null {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/s, ''));
    return path.startsWith('/') && !path.includes('\0') ? path : null;
  } catch {
    // A broken percent sequence names no file.
    return null;
  }
}
