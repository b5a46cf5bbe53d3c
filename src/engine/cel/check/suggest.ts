/** Longer names are not compared: they come from data rather than from a typing error. */
const maxLength = 64;
const maxCandidates = 2000;

/** The candidate that is most likely meant by `name`; undefined when none is similar. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name === '' || name.length > maxLength) return undefined;
  let best: string | undefined;
  let bestDistance = tolerance(name) + 1;
  let left = maxCandidates;
  const folded = fold(name);
  for (const candidate of candidates) {
    if (--left < 0) break;
    if (candidate === name) continue;
    const distance = distanceOf(name, folded, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

function distanceOf(name: string, folded: string, candidate: string): number {
  if (fold(candidate) === folded) return 0.5;
  // An abbreviation, such as `cap` or `msg`.
  if (name.length >= 3 && candidate.startsWith(name)) return 1;
  return Math.abs(candidate.length - name.length) > 3 ? Infinity : editDistance(name, candidate);
}

/** How many typing errors are tolerated: none in the shortest names, which all resemble each other. */
const tolerance = (name: string): number => (name.length < 3 ? 0 : Math.min(3, Math.floor(name.length / 3)));

/** `userId`, `user_id` and `UserID` count as one name. */
const fold = (name: string): string => name.replaceAll(/[_\-\s]/g, '').toLowerCase();

/** Counts insertions, deletions, replacements, and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** `a`, `a and b`, `a, b and c`; cut after a few. */
export function listed(words: readonly string[], conjunction: 'and' | 'or' = 'and', most = 6): string {
  const shown = words.length > most ? [...words.slice(0, most - 1), `${words.length - most + 1} more`] : words;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** Names come from data and from user input; sentences quote only a part of a long one. */
export const quoted = (name: string): string => `\`${name.length > 40 ? `${name.slice(0, 39)}…` : name}\``;
