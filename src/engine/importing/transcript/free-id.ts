/**
 * A task's id is unique in the whole session: the preferred id, numbered if another task already has it, and never
 * `task` or `root`, which name the session's own. The new id is added to `taken`.
 */
export function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted === 'task' || wanted === 'root' || wanted === '' ? `agent ${wanted}` : wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted} ${number}`;
  taken.add(id);
  return id;
}
