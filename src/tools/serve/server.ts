import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findFile } from './find-file.ts';
import { cacheControl, contentType, securityHeaders } from './headers.ts';

/** Serves a folder, read-only. */
export function createFolderServer(folder: string): Server {
  const home = resolve(folder);
  return createServer((request, response) => {
    answer(home, request, response).catch((error: unknown) => {
      // The asker went away, or the file vanished while it was read.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return say(response, 405, 'This server only hands out files: use GET.');
  }
  const found = await findFile(folder, request.url ?? '/');
  if (found === null) return say(response, 404, 'There is no such file here.');

  response.setHeader('ETag', found.tag);
  response.setHeader('Cache-Control', cacheControl(found.path));
  if (request.headers['if-none-match'] === found.tag) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': contentType(found.file), 'Content-Length': found.bytes });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(found.file), response);
}

function say(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}
