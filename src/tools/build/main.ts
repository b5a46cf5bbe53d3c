import { buildCommandLine, buildPage } from './build.ts';

const built = (await buildPage()) && (await buildCommandLine());
if (built) console.log('The page is in dist/, the command line in dist-cli/.');
process.exitCode = built ? 0 : 1;
