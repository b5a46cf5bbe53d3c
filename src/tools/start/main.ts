import { ensurePage } from '../build/build.ts';

if (await ensurePage()) await import('../serve/main.ts');
else process.exitCode = 1;
