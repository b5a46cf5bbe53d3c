import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { firstMissing, isInstalled } from './packages.mjs';

const lock = (packages) => ({ packages: { '': { version: '0.1.0' }, ...packages } });

test('packages of the wanted version count as installed', () => {
  const both = lock({ 'node_modules/a': { version: '1.0.0' } });
  expect(firstMissing(both, both)).toBeNull();
});

test('another version counts as missing', () => {
  const wanted = lock({ 'node_modules/a': { version: '1.0.1' } });
  const installed = lock({ 'node_modules/a': { version: '1.0.0' } });
  expect(firstMissing(wanted, installed)).toBe('node_modules/a');
});

test('a package for another platform may be absent', () => {
  const wanted = lock({ 'node_modules/a-win32': { version: '1.0.0', optional: true } });
  expect(firstMissing(wanted, lock({}))).toBeNull();
});

test('a folder without packages is not installed', () => {
  expect(isInstalled(resolve(import.meta.dirname, 'nowhere'))).toBe(false);
});
