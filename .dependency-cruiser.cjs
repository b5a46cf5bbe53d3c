/**
 * The walls of the house (the storeys are described in ARCHITECTURE.md).
 * Every rule has a sentence; it is what a reader sees when the rule is broken.
 *
 * Tests (`*.test.ts`, `*.test.tsx`, and the builders in `testing.ts`) stand outside some of the walls: a panel is
 * tested with the real engine in process, and a battery reads every importer. Each rule that they may cross says so
 * by leaving `tests` out of its `from`.
 */
const tests = String.raw`(\.test\.tsx?|/testing\.tsx?)$`;

/** What the page is made of: all of it runs on the main thread. */
const page = '^src/(services|state|ui|panels|app)/|^src/main\\.tsx$';

/** Which other storeys a storey may lean on; itself, and packages, are always allowed. */
const storeys = [
  { name: 'base', on: [], comment: 'base/ holds words any program needs, so it knows no other storey.' },
  {
    name: 'engine',
    on: ['base'],
    comment: 'engine/ is pure: it runs in the worker, in Node and in tests alike, and knows only base/.',
  },
  {
    name: 'lessons',
    on: ['base', 'engine'],
    comment: 'lessons/ are content for the engine; they know nothing that shows or stores it.',
  },
  {
    name: 'worker',
    on: ['base', 'engine', 'lessons'],
    comment: 'worker/ carries the engine over a port and knows nothing of the page.',
  },
  {
    name: 'services',
    on: ['base', 'engine', 'worker'],
    comment: 'services/ meet the outside world; they know neither choices nor panels.',
  },
  {
    name: 'state',
    on: ['base', 'engine', 'worker'],
    comment: 'state/ holds what the user has chosen; it asks nobody, least of all services/.',
  },
  { name: 'ui', on: ['base'], comment: 'ui/ is a design system that knows no domain word: only base/.' },
  {
    name: 'panels',
    on: ['base', 'engine', 'lessons', 'worker', 'services', 'state', 'ui'],
    comment: 'A panel shows what it is given and never reaches up into the shell: no app/, no tools/.',
  },
  {
    name: 'app',
    on: ['base', 'engine', 'lessons', 'worker', 'services', 'state', 'ui', 'panels'],
    comment: 'app/ composes the storeys below it; the tools are for Node only.',
  },
  {
    name: 'tools',
    on: ['base', 'engine', 'lessons', 'worker'],
    comment: 'tools/ run in Node on the same engine as the page, and never on the page itself.',
  },
];

/** The same inside the engine. */
const engineFloors = [
  {
    name: 'model',
    on: [],
    comment: 'model/ is the language all of the engine speaks, so it leans on nothing but base/.',
  },
  {
    name: 'readers',
    on: ['model'],
    comment: 'readers/ turn text into documents; they know values, not sessions or rules.',
  },
  { name: 'cel', on: ['model'], comment: 'cel/ computes with values; where they come from is not its business.' },
  { name: 'systems', on: ['model', 'cel'], comment: 'systems/ are machines over the model; they know no file format.' },
  {
    name: 'importing',
    on: ['model', 'readers', 'systems'],
    comment: 'importing/ is what importers are made of; it knows none of them.',
  },
  {
    name: 'importers',
    on: ['model', 'readers', 'systems', 'importing'],
    comment: 'importers/ turn documents into sessions; they judge nothing.',
  },
  {
    name: 'recognition',
    on: ['model', 'readers', 'systems', 'importing', 'importers'],
    comment: 'recognition/ finds the importer of a document, whatever the sessions are wrapped in.',
  },
  {
    name: 'runs',
    on: ['model', 'readers', 'cel', 'systems', 'importing', 'importers', 'open-text'],
    comment: 'runs/ perform operations and offer the result as an open session; they judge nothing.',
  },
  {
    name: 'rules',
    on: ['model', 'cel', 'systems', 'open-text'],
    comment: 'rules/ judge open sessions, wherever those were imported from.',
  },
  {
    name: 'policies',
    on: ['model', 'readers', 'cel', 'systems', 'open-text', 'rules'],
    comment: 'policies/ read manifests for their rules, and run them all over a session.',
  },
  {
    name: 'backtest',
    on: ['model', 'open-text', 'rules'],
    comment: 'backtest/ keeps of a rule over one session what can be shown among thousands.',
  },
];

const notOneOf = (names, under) => `^src/${under}(?!(${names.join('|')})(/|\\.))`;

const storeyRules = storeys.map(({ name, on, comment }) => ({
  name: `storey-${name}`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: tests },
  to: { path: notOneOf([name, ...on], '') },
}));

const floorRules = engineFloors.map(({ name, on, comment }) => ({
  name: `engine-${name}`,
  comment,
  severity: 'error',
  from: { path: `^src/engine/${name}/`, pathNot: tests },
  to: { path: notOneOf([name, ...on], 'engine/') },
}));

const siblingRules = [
  ['panels', 'A panel never imports another panel: what two share moves up the list of storeys.'],
  ['engine/importers', 'An importer never imports another importer: what two formats share moves up to importing/.'],
  ['engine/systems', 'A context system never imports another system: what two share belongs to model/.'],
  ['services/live', 'A live source never imports another source: what two share stands beside their folders.'],
  ['lessons', 'A lesson stands alone.'],
].map(([folder, comment]) => ({
  name: `strangers-${folder.replace('/', '-')}`,
  comment,
  severity: 'error',
  from: { path: `^src/${folder}/([^/]+)/`, pathNot: tests },
  to: { path: `^src/${folder}/[^/]+/`, pathNot: `^src/${folder}/$1/` },
}));

/** Heavy or delicate packages have one door each. */
const doorRules = [
  [
    'cel',
    '@bufbuild/[^/]+',
    // The benchmark measures against the plain package; the conformance run reads the official test data.
    '^src/engine/cel/|^src/tools/(bench|conformance)/',
    'Only engine/cel knows the CEL package, so that it can be replaced in one place.',
  ],
  ['monaco', 'monaco-editor', '^src/ui/editor/', 'Only ui/editor knows Monaco: it loads late, beside the page.'],
  ['idb', 'idb', '^src/services/storage/', 'Only services/storage knows the database.'],
  ['zustand', 'zustand', '^src/state/', 'Stores are made in state/ only.'],
  [
    'react',
    'react|react-dom',
    String.raw`^src/(ui|panels|app)/|^src/main\.tsx$|^src/(services|state)/.*use[A-Z][A-Za-z]*\.tsx?$`,
    'services/ and state/ are plain TypeScript: React appears in them only in files named use*.ts.',
  ],
  [
    'react-query',
    '@tanstack/react-query',
    String.raw`^src/(services|panels|app)/|^src/main\.tsx$`,
    'Answers and their query options live beside the service that gives them; state/ and ui/ hold no answers.',
  ],
].map(([name, packages, door, comment]) => ({
  name: `one-door-${name}`,
  comment,
  severity: 'error',
  from: { path: '^(src|e2e)/', pathNot: [door, tests] },
  // Packages are seen under the path they resolve to.
  to: { path: `^node_modules/(${packages})/` },
}));

const lateRule = {
  name: 'importers-load-late',
  comment: 'The code that reads a format is loaded when a document of it comes: only claims are there from the start.',
  severity: 'error',
  from: { path: '^src/', pathNot: tests },
  to: { path: String.raw`^src/engine/importers/[^/]+/read\.ts$`, dynamic: false },
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...storeyRules,
    ...floorRules,
    ...siblingRules,
    ...doorRules,
    lateRule,
    {
      name: 'engine-types-only',
      comment:
        'The page knows the engine by its types; values come by the worker. Only model/, systems/registry and the systems’ samples, which are data, are light enough to share.',
      severity: 'error',
      from: { path: page, pathNot: tests },
      to: {
        path: '^src/engine/',
        pathNot: String.raw`^src/engine/model/|^src/engine/systems/(registry|[a-z0-9]+/samples)\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'worker-far-side',
      comment: 'The page holds the near end of the port (connect); methods and serve run on the far side.',
      severity: 'error',
      from: { path: page, pathNot: tests },
      to: {
        path: '^src/worker/',
        pathNot: String.raw`^src/worker/(connect|protocol|message)\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'worker-near-side',
      comment: 'connect.ts runs on the page, so it must not pull the engine in with it.',
      severity: 'error',
      from: { path: String.raw`^src/worker/(connect|message|protocol)\.ts$` },
      to: { path: '^src/engine/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'services-state-strangers',
      comment: 'services/ and state/ do not know each other; panels and the shell bring them together.',
      severity: 'error',
      from: { path: '^src/(services|state)/' },
      to: { path: '^src/(services|state)/', pathNot: '^src/$1/' },
    },
    {
      name: 'nothing-imports-the-shell',
      comment: 'app/ is composition only: nothing but main.tsx imports it.',
      severity: 'error',
      from: { path: '^(src|e2e)/', pathNot: [String.raw`^src/app/|^src/main\.tsx$`, tests] },
      to: { path: '^src/app/' },
    },
    {
      name: 'builders-are-for-tests',
      comment: 'testing.ts holds builders for tests; the product must not lean on them.',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/tools/bench/'] },
      to: { path: String.raw`/testing\.tsx?$` },
    },
    {
      name: 'tests-are-leaves',
      comment: 'Nothing imports a test: what two tests share is a builder in testing.ts.',
      severity: 'error',
      from: {},
      to: { path: String.raw`\.test\.tsx?$` },
    },
    {
      name: 'no-node-in-the-product',
      comment: 'Node’s modules exist neither in the page nor in the worker.',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/tools/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-test-packages-in-the-product',
      comment: 'A package listed for development is not there when the product runs.',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/tools/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'journeys-see-the-page',
      comment: 'A journey knows what a user can see and hear: roles and names, none of the source.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^src/', pathNot: '^src/tools/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one idea in two places: move what they share up.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads to a file or an installed package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Styles and assets are the bundler's to resolve.
    exclude: { path: String.raw`\.(css|svg|png|woff2)$` },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
