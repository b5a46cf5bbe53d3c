import type { System } from '../../systems/system.ts';

/** The console's names of the main object; the first one is printed. */
export function mainNames({ id, root }: Pick<System, 'id' | 'root'>): readonly string[] {
  if (id === 'task') return ['task'];
  // The documentation of voice calls uses `context`, and scripts of langchain_adk use `root`.
  return [...new Set(['ctx', root, ...(id === 'voice' ? ['context'] : []), ...(id === 'adk' ? ['root'] : [])])];
}
