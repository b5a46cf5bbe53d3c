/**
 * Runs a tool of this project on a machine where nothing is installed yet:
 *
 *     node src/tools/setup/bootstrap.mjs src/tools/start/main.ts [arguments]
 *
 * Plain JavaScript on purpose: before `npm ci` there is no TypeScript to run, so this file may use Node alone.
 * It installs what the lock file asks for, if that is not there already, and hands over to the TypeScript tool.
 */
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isInstalled } from './packages.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const [tool, ...rest] = process.argv.slice(2);

refuseOldNode();
if (!isInstalled(root)) install();
await handOver();

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const recent = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (recent) return;
  console.error(`Contextscope needs Node 20.19 or newer (22.12 in the 22 line); this is ${process.version}.`);
  process.exit(2);
}

function install() {
  console.log('Installing packages …');
  // npm says where it lives when it runs a script; without it, the shell finds npm (npm.cmd on Windows).
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status === 0) return;
  console.error('Installing failed: npm says why above.');
  process.exit(done.status ?? 1);
}

async function handOver() {
  process.chdir(root);
  const { register } = await import('tsx/esm/api');
  register();
  const file = resolve(root, tool);
  // The tool sees itself where it would be had Node started it.
  process.argv = [process.argv[0], file, ...rest];
  await import(pathToFileURL(file).href);
}
