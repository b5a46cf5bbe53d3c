import { run, runNode, type Ran } from '../setup/run.ts';
import { runUnitTests } from '../test/runners.ts';

export interface CheckStep {
  readonly name: string;
  /** The meaning of a failure, and where to look. */
  readonly about: string;
  run(): Promise<Ran>;
}

const keep = { output: 'keep' } as const;
const quiet = ['--silent=passed-only'];
const tool = (script: string, ...args: readonly string[]) => runNode(script, args, keep);

/** The steps whose mistakes are cheapest to find come first. */
export const steps: readonly CheckStep[] = [
  {
    name: 'styles',
    about: 'types of the CSS modules, so that a misspelt class is a compile error',
    run: () => tool('@css-modules-kit/codegen/bin/cmk.js', '--project', 'tsconfig.json', '--clean'),
  },
  {
    name: 'types',
    about: 'TypeScript, all of it',
    run: () => tool('@typescript/native/bin/tsc', '-p', 'tsconfig.json'),
  },
  {
    name: 'engine',
    about: 'base/ and engine/ again, without DOM and Node: no window, fetch, clock or randomness',
    run: () => tool('@typescript/native/bin/tsc', '-p', 'tsconfig.engine.json'),
  },
  { name: 'lint', about: 'rules and their reasons: .oxlintrc.json', run: () => tool('oxlint/bin/oxlint') },
  { name: 'format', about: 'npm run format repairs it', run: () => tool('oxfmt/bin/oxfmt', '--check', '.') },
  {
    name: 'imports',
    about: 'which files may import which: .dependency-cruiser.cjs',
    run: () => tool('dependency-cruiser/bin/dependency-cruise.mjs', 'src', 'e2e', '--output-type', 'err-long'),
  },
  {
    name: 'expressions',
    about: 'regular expressions that may need more than linear time; see src/tools/expressions/exceptions.ts',
    run: () => tool('tsx/dist/cli.mjs', 'src/tools/expressions/main.ts'),
  },
  { name: 'dead code', about: 'files, exports and packages that nothing uses', run: () => tool('knip/bin/knip.js') },
  {
    name: 'affected tests',
    about: 'unit tests that a changed file can affect',
    run: async () =>
      runNode('vitest/vitest.mjs', ['run', '--changed', await baseOfChanges(), '--passWithNoTests', ...quiet]),
  },
];

export const allTests: CheckStep = {
  name: 'unit tests',
  about: 'all of them',
  async run() {
    const { failed } = await runUnitTests(quiet);
    return { status: failed === 0 ? 0 : 1, output: '' };
  },
};

/** The commit that changes are counted from: where this branch left main, or the last commit where there is no other main. */
async function baseOfChanges(): Promise<string> {
  for (const main of ['origin/main', 'main']) {
    const { status, output } = await run('git', ['merge-base', 'HEAD', main], keep);
    if (status === 0) return output.trim();
  }
  return 'HEAD';
}
