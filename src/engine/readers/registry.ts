import { ag2Console } from './ag2-console/index.ts';
import { autogenConsole } from './autogen-console/index.ts';
import type { Reader } from './document.ts';
import { httprr } from './httprr/index.ts';
import { json } from './json/index.ts';
import { jsonl } from './jsonl/index.ts';
import { langchainConsole } from './langchain-console/index.ts';
import { loguru } from './loguru/index.ts';
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
