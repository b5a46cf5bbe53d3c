import type { Problem } from '../../engine/model/problem.ts';

const stillHere = 'You can go on working; save what you need as files before you close this tab.';

/** Why this tab keeps nothing, or not all, on this device. Nothing that was kept before is lost by any of them. */
export const faults = {
  blocked: {
    code: 'keeping/blocked',
    message: `The browser does not allow this page to keep anything, as in a private window. ${stillHere}`,
  },
  full: {
    code: 'keeping/full',
    message:
      'This device has no room for more. What was kept before is still there. Remove kept sessions in the settings, or save your work as files.',
  },
  newer: {
    code: 'keeping/newer',
    message: `A newer version of this page has kept your work on this device. This older page neither reads nor changes it. Reload the page to get the newer version. ${stillHere}`,
  },
  outdated: {
    code: 'keeping/outdated',
    message: `A newer version of this page is open in another tab. Reload this tab; until then it keeps nothing on this device. ${stillHere}`,
  },
  waiting: {
    code: 'keeping/waiting',
    message:
      'Another tab with an older version of this page uses the storage. Reload or close that tab; until then this one keeps nothing on this device.',
  },
  ended: {
    code: 'keeping/ended',
    message: `The browser closed the storage of this page, for example because its data were cleared. Reload this tab to keep your work again. ${stillHere}`,
  },
  unreadable: {
    code: 'keeping/unreadable',
    message: `The browser could not read the storage of this page. ${stillHere}`,
  },
} as const satisfies { readonly [name: string]: Problem };

/** The reason why the browser refused something of its storage. */
export function problemOf(cause: unknown): Problem {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  switch (name) {
    case 'VersionError':
      return faults.newer;
    case 'QuotaExceededError':
      return faults.full;
    case 'SecurityError':
    case 'InvalidStateError':
    case 'NotAllowedError':
    // There is no `indexedDB` at all.
    case 'TypeError':
    case 'ReferenceError':
      return faults.blocked;
    default:
      return faults.unreadable;
  }
}
