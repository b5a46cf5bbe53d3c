import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes down what it installed in a lock file of its
 * own; comparing the two needs no time stamps, which a checkout does not keep.
 */
export function isInstalled(root) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const installed = readLock(join(root, 'node_modules/.package-lock.json'));
  return wanted !== null && installed !== null && firstMissing(wanted, installed) === null;
}

/** The first package that is missing or of another version; null when all are there. */
export function firstMissing(wanted, installed) {
  for (const [place, entry] of Object.entries(wanted.packages)) {
    // '' is this project itself; optional packages are those of other platforms.
    if (place === '' || entry.optional || entry.devOptional) continue;
    if (installed.packages[place]?.version !== entry.version) return place;
  }
  return null;
}

function readLock(file) {
  try {
    const lock = JSON.parse(readFileSync(file, 'utf8'));
    return typeof lock?.packages === 'object' ? lock : null;
  } catch {
    // Absent or cut off: nothing is installed as far as we can tell.
    return null;
  }
}
