/** Entries by their key, the groups in the order of their first entries. */
export function groupedBy<Entry, Key>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => Key,
): ReadonlyMap<Key, readonly Entry[]> {
  const groups = new Map<Key, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [entry]);
    else known.push(entry);
  }
  return groups;
}
