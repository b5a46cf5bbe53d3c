import { ag2Console } from './console/ag2.ts';
import { autogenConsole } from './console/autogen.ts';
import type { Reader } from './document.ts';
import { httprr } from './httprr/index.ts';
import { json } from './json/index.ts';
import { jsonl } from './jsonl/index.ts';
import { langchainConsole } from './console/langchain.ts';
import { loguru } from './console/loguru.ts';
import { python } from './python/index.ts';
import { sse } from './sse/index.ts';

/** In the order in which they are tried when their claims are equal: the strictest first. */
export const readers: readonly Reader[] = [
  loguru,
  ag2Console,
  autogenConsole,
  langchainConsole,
  httprr,
  sse,
  json,
  jsonl,
  python,
];
