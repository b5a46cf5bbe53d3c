import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Only the built page: in development Vite itself needs inline scripts and a socket.
 * Styles may be inline because Monaco and the virtual lists place things by style attributes.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' http://127.0.0.1:* http://localhost:*",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`),
  },
};

export default defineConfig({
  // The page works from any folder of any server.
  base: './',
  plugins: [react(), contentSecurityPolicy],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // Every browser that runs this target preloads modules itself.
    modulePreload: { polyfill: false },
    // Small fonts and images stay files: the policy allows no data addresses for them.
    assetsInlineLimit: 0,
    // Monaco is one chunk of 3.2 MB that loads beside the page; size-limit watches what the page waits for.
    chunkSizeWarningLimit: 3500,
    // What the page loads first is one file: split into twenty, it would be a tenth larger when compressed.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } } },
  },
  server: { port: 5173 },
  preview: { port: 4173 },
});
