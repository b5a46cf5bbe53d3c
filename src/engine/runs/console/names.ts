import type { System } from '../../systems/system.ts';

/** How the console calls the main object; the first is how it prints it. */
export function mainNames({ id, root }: Pick<System, 'id' | 'root'>): readonly string[] {
  if (id === 'task') return ['task'];
  // The voice page calls it context, and scripts of langchain_adk call it root.
  return [...new Set(['ctx', root, ...(id === 'voice' ? ['context'] : []), ...(id === 'adk' ? ['root'] : [])])];
}
