import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { answerText, type Permissions, refuseForeign, RefusedRequest } from '../live/requests.ts';
import type { Route } from './server.ts';

/** A file that the page shows when it opens. */
export interface OpenedFile {
  /** As the page shows it. */
  readonly name: string;
  /** The path of a file, or what was on standard input. */
  readonly content: string | Buffer;
}

/** The file at a path; it is read when the page asks for it. */
export const openedFile = (path: string): OpenedFile => ({ name: basename(path), content: path });

const addressOf = ({ name }: OpenedFile, index: number): string => `/opened/${index}/${encodeURIComponent(name)}`;

/** The address of the page on which the files are open, after that of the server. */
export const pageWith = (files: readonly OpenedFile[]): string =>
  `/?${files.map((file, index) => `src=${encodeURIComponent(addressOf(file, index))}`).join('&')}`;

/** Serves the files to the page, and to no other web page. */
export function openedRoute(files: readonly OpenedFile[], allowed: Permissions): Route {
  return async (request, response) => {
    const path = (request.url ?? '').replace(/[?#].*$/s, '');
    const file = files.find((one, index) => addressOf(one, index) === path);
    if (file === undefined || request.method !== 'GET') return false;
    try {
      refuseForeign(request, { ...allowed, origins: new Set() });
    } catch (cause) {
      if (!(cause instanceof RefusedRequest)) throw cause;
      answerText(response, cause.status, cause.message);
      return true;
    }
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', 'application/octet-stream');
    if (typeof file.content === 'string') await sendFile(file.content, response);
    else response.end(file.content);
    return true;
  };
}

async function sendFile(path: string, response: Parameters<Route>[1]): Promise<void> {
  const stream = createReadStream(path);
  try {
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
  } catch (cause) {
    return answerText(response, 404, `The file cannot be read any more (${(cause as Error).message}).`); // Node rejects with errors only
  }
  await pipeline(stream, response);
}
