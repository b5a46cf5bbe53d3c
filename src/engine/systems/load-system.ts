import type { SystemId } from '../model/session.ts';
import type { System } from './system.ts';

/** Each system is a separate script, loaded when a session needs it. */
const loaders: { readonly [S in SystemId]: () => Promise<System> } = {
  task: async () => (await import('./task/index.ts')).task,
  a2a: async () => (await import('./a2a/index.ts')).a2a,
  adk: async () => (await import('./adk/index.ts')).adk,
  noetic: async () => (await import('./noetic/index.ts')).noetic,
  voice: async () => (await import('./voice/index.ts')).voice,
};

/** As `systemOf`, for the page's worker. */
export const loadSystem = (id: SystemId): Promise<System> => loaders[id]();
