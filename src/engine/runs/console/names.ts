import type { System } from '../../systems/system.ts';

/** How the console calls the main object; the first is how it prints it. */
export function mainNames({ id, root }: Pick<System, 'id' | 'root'>): readonly string[] {
  return id === 'task' ? ['task'] : [...new Set(['ctx', root])];
}
