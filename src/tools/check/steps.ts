import { runNode, type Ran } from '../setup/run.ts';
import { runUnitTests } from '../test/runners.ts';

export interface CheckStep {
  readonly name: string;
  /** What is wrong when it fails, and where to look. */
  readonly about: string;
  run(): Promise<Ran>;
}

const keep = { output: 'keep' } as const;
const tool = (script: string, ...args: readonly string[]) => runNode(script, args, keep);

/** In the order in which a mistake is cheapest to find. */
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
  { name: 'format', about: 'mended by: npm run format', run: () => tool('oxfmt/bin/oxfmt', '--check', '.') },
  {
    name: 'imports',
    about: 'who may import whom: .dependency-cruiser.cjs',
    run: () => tool('dependency-cruiser/bin/dependency-cruise.mjs', 'src', 'e2e', '--output-type', 'err-long'),
  },
  {
    name: 'expressions',
    about: 'regular expressions that may take more time than a text is long; see src/tools/expressions/exceptions.ts',
    run: () => tool('tsx/dist/cli.mjs', 'src/tools/expressions/main.ts'),
  },
  { name: 'dead code', about: 'files, exports and packages that nothing uses', run: () => tool('knip/bin/knip.js') },
  {
    name: 'unit tests',
    about: 'vitest',
    async run() {
      const { failed } = await runUnitTests(['--silent=passed-only']);
      return { status: failed === 0 ? 0 : 1, output: '' };
    },
  },
];
