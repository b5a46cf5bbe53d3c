/**
 * A task's id names it in the whole session: the wanted one, numbered where another task has it already, and never
 * `task` or `root`, which name the session's own. `taken` learns it.
 */
export function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted === 'task' || wanted === 'root' || wanted === '' ? `agent ${wanted}` : wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted} ${number}`;
  taken.add(id);
  return id;
}
