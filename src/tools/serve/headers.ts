import { extname } from 'node:path';

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/jsonl; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export const contentType = (file: string): string => types[extname(file).toLowerCase()] ?? 'application/octet-stream';

/** Vite puts a hash of the content into the names under assets/, so those never change; everything else may. */
export const cacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

const loopback = ['http', 'ws'].flatMap((scheme) => ['127.0.0.1', 'localhost'].map((host) => `${scheme}://${host}:*`));

/**
 * Sessions are private: the page may load from this server and connect to programs on this machine, and to no other
 * host. Inline styles are allowed because Monaco sets them; inline scripts and eval are not. The page repeats these
 * rules in a meta element (vite.config.ts) for other servers; `frame-ancestors` works only in a header.
 */
export const securityHeaders: { readonly [name: string]: string } = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${loopback.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
