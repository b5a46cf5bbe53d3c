import type { Chunk } from './artifact.ts';
import type { Message } from './message.ts';
import type { TaskState } from './task-state.ts';

/** An event that a subscriber of a task receives. */
export type StreamEvent = { readonly task: string; readonly at: string | undefined } & (
  | { readonly type: 'status'; readonly state: TaskState; readonly final: boolean; readonly message: Message | null }
  | { readonly type: 'artifact'; readonly chunk: Chunk; readonly append: boolean; readonly lastChunk: boolean }
  /** Internal: a blocking send returns it, a stream leaves it out. */
  | { readonly type: 'message'; readonly message: Message }
);
