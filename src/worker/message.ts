import type { Problem } from '../engine/model/problem.ts';
import type { Method } from './protocol.ts';

/** Page to engine. */
export type Request =
  | { readonly type: 'call'; readonly id: number; readonly method: Method; readonly input: unknown }
  | { readonly type: 'stop'; readonly id: number }
  | { readonly type: 'ping' };

/** Engine to page. */
export type Reply =
  | { readonly type: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly type: 'problem'; readonly id: number; readonly problem: Problem }
  /** An exception: a bug in Contextscope, reported as one. */
  | { readonly type: 'bug'; readonly id: number; readonly message: string }
  | { readonly type: 'stopped'; readonly id: number }
  | { readonly type: 'progress'; readonly id: number; readonly fraction: number }
  | { readonly type: 'pong' };

/** The common part of `Worker`, `MessagePort` and a worker's own global object. */
export interface Port {
  postMessage(message: unknown, options?: { readonly transfer?: Transferable[] }): void;
  onmessage: ((event: MessageEvent) => void) | null;
}
