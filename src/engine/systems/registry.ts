import type { SystemId } from '../model/session.ts';

/** All context systems without their code, small enough for the page. */
export const systems: readonly { readonly id: SystemId; readonly title: string; readonly root: string }[] = [
  { id: 'task', title: 'Task Context', root: 'task' },
  { id: 'a2a', title: 'A2A TaskContext', root: 'ctx' },
  { id: 'adk', title: 'langchain_adk Context', root: 'adk' },
  { id: 'noetic', title: 'Noetic Context', root: 'ctx' },
  { id: 'voice', title: 'Voice CallContext', root: 'call' },
];
