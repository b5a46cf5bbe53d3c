import { runNode } from '../setup/run.ts';
import { fingerprint, isBuilt, markBuilt } from './fingerprint.ts';

/** Builds the page into dist/. False when the bundler failed; it has already printed the reason. */
export async function buildPage(): Promise<boolean> {
  const before = await fingerprint();
  const { status } = await runNode('vite/bin/vite.js', ['build', '--logLevel', 'error']);
  if (status !== 0) return false;
  await markBuilt(before);
  return true;
}

/** Does the same, unless dist/ already holds the page of these sources. */
export async function ensurePage(): Promise<boolean> {
  if (await isBuilt()) return true;
  console.log('Building the page …');
  return buildPage();
}

/** Bundles the command line into dist-cli/, so that an installed package needs neither tsx nor the sources. */
export async function buildCommandLine(): Promise<boolean> {
  const { status } = await runNode('vite/bin/vite.js', [
    'build',
    '--config',
    'vite.cli.config.ts',
    '--logLevel',
    'warn',
  ]);
  return status === 0;
}
