import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../setup/run.ts';
import { complete, unlisted, type LockEntries } from './complete.ts';

/** Lists every platform's packages in package-lock.json; run it after adding or updating a package. */
const file = resolve(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockEntries }; // npm's own file, written by npm
const added = unlisted(lock.packages);
writeFileSync(file, `${JSON.stringify({ ...lock, packages: complete(lock.packages) }, null, 2)}\n`);
console.log(added.length === 0 ? 'The lock file is complete.' : `Listed ${added.length} packages of other platforms.`);
