import { expect, test } from 'vitest';
import { complete, unlisted } from './complete.ts';

const oneTool = {
  '': { optionalDependencies: {} },
  'node_modules/tool': {
    version: '1.0.0',
    dev: true,
    optionalDependencies: {
      '@tool/darwin-arm64': '1.0.0',
      '@tool/linux-x64-musl': '1.0.0',
      '@tool/linux-x64-gnu': '1.0.0',
    },
  },
  'node_modules/@tool/linux-x64-gnu': { version: '1.0.0', dev: true, optional: true, os: ['linux'], cpu: ['x64'] },
};

test('packages of platforms that the registry did not offer are listed with the platform in their names', () => {
  const entries = complete(oneTool);
  expect(entries['node_modules/@tool/darwin-arm64']).toEqual({
    version: '1.0.0',
    os: ['darwin'],
    cpu: ['arm64'],
    dev: true,
    optional: true,
  });
  expect(entries['node_modules/@tool/linux-x64-musl']).toMatchObject({ os: ['linux'], cpu: ['x64'], libc: ['musl'] });
});

test('the entries of npm stay unchanged, and a complete lock file needs no additions', () => {
  const entries = complete(oneTool);
  expect(entries['node_modules/@tool/linux-x64-gnu']).toBe(oneTool['node_modules/@tool/linux-x64-gnu']);
  expect(unlisted(entries)).toEqual([]);
});

test('a name without a platform is not guessed', () => {
  const entries = { 'node_modules/tool': { version: '1.0.0', optionalDependencies: { 'tool-extra': '1.0.0' } } };
  expect(() => complete(entries)).toThrow('tool-extra');
});
