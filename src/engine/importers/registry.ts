import { agentdojo } from './agentdojo/index.ts';
import { evaCall } from './eva-call/index.ts';
import type { Importer } from './importer.ts';
import { noeticItems } from './noetic-items/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openaiResponses } from './openai-responses/index.ts';
import { sessionFile } from './session-file/index.ts';
import { taskSnapshot } from './task-snapshot/index.ts';
import { tauBench } from './tau-bench/index.ts';
import { voiceContext } from './voice-context/index.ts';

/** In the order in which they are asked when their claims are equal: those of narrower formats first. */
export const importers: readonly Importer[] = [
  sessionFile,
  taskSnapshot,
  voiceContext,
  evaCall,
  agentdojo,
  tauBench,
  noeticItems,
  openaiResponses,
  openaiChat,
];
