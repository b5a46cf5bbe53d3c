import { expect, test } from 'vitest';
import { unlisted, type LockEntries } from '../lock/complete.ts';
import { read } from './files.ts';

const lock = JSON.parse(read('package-lock.json')) as { packages: LockEntries }; // npm's own file, written by npm

test('the lock file names packages and hashes, and no host that they came from', () => {
  const hosts = Object.entries(lock.packages).filter(([, entry]) => 'resolved' in entry);
  expect(hosts.map(([place]) => place)).toEqual([]);
  expect(read('.npmrc')).toContain('omit-lockfile-registry-resolved=true');
});

test('the lock file lists every platform’s packages; if not, `npm run lock` adds them', () => {
  expect(unlisted(lock.packages)).toEqual([]);
});

test('every dependency is pinned to one version', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as {
    // our own file
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:[^ ]+@)?\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});
