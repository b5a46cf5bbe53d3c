import { runNode } from '../setup/run.ts';
import { fingerprint, isBuilt, markBuilt } from './fingerprint.ts';

/** Builds the page into dist/. False when the bundler refused; it has said why. */
export async function buildPage(): Promise<boolean> {
  const before = await fingerprint();
  const { status } = await runNode('vite/bin/vite.js', ['build', '--logLevel', 'error']);
  if (status !== 0) return false;
  await markBuilt(before);
  return true;
}

/** The same, unless dist/ already holds the page as the sources have it. */
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
