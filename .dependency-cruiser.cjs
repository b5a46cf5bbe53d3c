/**
 * Which files may import which. ARCHITECTURE.md describes the layers. The comment of a rule is the message that a
 * violation prints.
 *
 * Tests (`*.test.ts`, `*.test.tsx`, and the builders in `testing.ts`) are exempt from some rules: a panel is tested
 * with the real engine in process, and a battery reads every importer. Such a rule excludes `tests` in its `from`.
 */
const tests = String.raw`(\.test\.tsx?|/testing\.tsx?)$`;

/** The code that runs on the page's main thread. */
const page = '^src/(services|state|ui|panels|app)/|^src/main\\.tsx$';

/** The layers that each layer may import. Importing itself and packages is always allowed. */
const layers = [
  { name: 'base', on: [], comment: 'base/ holds what any program needs, so it imports no other layer.' },
  {
    name: 'engine',
    on: ['base'],
    comment: 'engine/ is pure: it runs in the worker, in Node and in tests alike, and knows only base/.',
  },
  {
    name: 'worker',
    on: ['base', 'engine'],
    comment: 'worker/ carries the engine over a port and does not know the page.',
  },
  {
    name: 'services',
    on: ['base', 'engine', 'worker'],
    comment: 'services/ reach the outside world; they know neither choices nor panels.',
  },
  {
    name: 'state',
    on: ['base', 'engine', 'worker'],
    comment: 'state/ holds what the user has chosen; it does not import services/.',
  },
  { name: 'ui', on: ['base'], comment: 'ui/ is a design system without domain words: it imports only base/.' },
  {
    name: 'panels',
    on: ['base', 'engine', 'worker', 'services', 'state', 'ui'],
    comment: 'A panel shows its props and answers of the engine; it never imports app/ or tools/.',
  },
  {
    name: 'app',
    on: ['base', 'engine', 'worker', 'services', 'state', 'ui', 'panels'],
    comment: 'app/ composes the layers below it; the tools are for Node only.',
  },
  {
    name: 'tools',
    on: ['base', 'engine', 'worker'],
    comment: 'tools/ run in Node on the same engine as the page, and never on the page itself.',
  },
];

/** The layers inside the engine. */
const engineLayers = [
  {
    name: 'model',
    on: [],
    comment: 'model/ defines the types that all of the engine uses, so it imports only base/.',
  },
  {
    name: 'readers',
    on: ['model'],
    comment: 'readers/ turn text into documents; they know values, not sessions or rules.',
  },
  { name: 'cel', on: ['model'], comment: 'cel/ computes with values; it does not know where they come from.' },
  { name: 'systems', on: ['model', 'cel'], comment: 'systems/ are machines over the model; they know no file format.' },
  {
    name: 'importing',
    on: ['model', 'readers', 'systems'],
    comment: 'importing/ holds what importers share; it imports none of them.',
  },
  {
    name: 'importers',
    on: ['model', 'readers', 'systems', 'importing'],
    comment: 'importers/ turn documents into sessions; they do not judge.',
  },
  {
    name: 'recognition',
    on: ['model', 'readers', 'systems', 'importing', 'importers'],
    comment: 'recognition/ finds the importer of a document, also where the session is wrapped in another format.',
  },
  {
    name: 'opening',
    on: ['model', 'readers', 'systems', 'importing', 'importers', 'recognition'],
    comment: 'opening/ goes from a text to an open session; it does not judge.',
  },
  {
    name: 'runs',
    on: ['model', 'readers', 'cel', 'systems', 'importing', 'importers', 'opening'],
    comment: 'runs/ perform operations and offer the result as an open session; they do not judge.',
  },
  {
    name: 'environments',
    on: ['model', 'readers', 'cel', 'systems', 'opening'],
    comment:
      'environments/ give variables and functions to rules, also from texts that the user writes; they do not judge.',
  },
  {
    name: 'engines',
    on: ['model', 'cel'],
    comment: 'engines/ evaluate expressions with plain values, ours or by a package; they know no sessions.',
  },
  {
    name: 'rules',
    on: ['model', 'cel', 'systems', 'opening', 'environments', 'engines'],
    comment: 'rules/ judge open sessions of any origin.',
  },
  {
    name: 'portability',
    on: ['model', 'cel', 'opening', 'environments', 'engines', 'rules'],
    comment: 'portability/ judges a rule by several engines and rewrites it; it knows no package of theirs.',
  },
  {
    name: 'policies',
    on: ['model', 'readers', 'cel', 'systems', 'opening', 'environments', 'engines', 'rules'],
    comment: 'policies/ read rules from manifests and run all of them over a session.',
  },
  {
    name: 'leaving',
    on: ['model', 'readers', 'cel', 'systems', 'importing', 'opening', 'rules', 'policies'],
    comment: 'leaving/ makes the session that leaves: cut, redacted, and judged again.',
  },
  {
    name: 'compare',
    on: ['model', 'rules'],
    comment: 'compare/ aligns the turns of two histories; it does not know where they come from.',
  },
  {
    name: 'backtest',
    on: ['model', 'opening', 'rules'],
    comment: 'backtest/ keeps a small summary of a rule over one session, to show thousands of them.',
  },
];

const notOneOf = (names, under) => `^src/${under}(?!(${names.join('|')})(/|\\.))`;

const layerRules = layers.map(({ name, on, comment }) => ({
  name: `layer-${name}`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: tests },
  to: { path: notOneOf([name, ...on], '') },
}));

const engineLayerRules = engineLayers.map(({ name, on, comment }) => ({
  name: `engine-${name}`,
  comment,
  severity: 'error',
  from: { path: `^src/engine/${name}/`, pathNot: tests },
  to: { path: notOneOf([name, ...on], 'engine/') },
}));

const siblingRules = [
  ['panels', 'A panel never imports another panel: what two share moves to a layer above.'],
  ['engine/importers', 'An importer never imports another importer: what two formats share moves to importing/.'],
  ['engine/engines', 'An engine never imports another engine: what two share is beside their folders.'],
  ['engine/environments', 'An environment never imports another environment: what two share moves to model/ or cel/.'],
  ['engine/systems', 'A context system never imports another system: what two share moves to model/.'],
  ['worker/live/sources', 'A live source never imports another source: what two share is in worker/live/.'],
].map(([folder, comment]) => ({
  name: `siblings-${folder.replace('/', '-')}`,
  comment,
  severity: 'error',
  from: { path: `^src/${folder}/([^/]+)/`, pathNot: tests },
  to: { path: `^src/${folder}/[^/]+/`, pathNot: `^src/${folder}/$1/` },
}));

/** Only one folder may import each heavy package. */
const packageRules = [
  [
    'cel',
    '@bufbuild/[^/]+',
    // The benchmark measures against the plain package; the conformance run reads the official test data.
    '^src/engine/cel/|^src/engine/engines/bufbuild-cel/|^src/tools/(bench|conformance)/',
    'Only engine/cel knows the CEL package, so that it can be replaced in one place; engines/ runs it as an engine of its own.',
  ],
  [
    'other-cel',
    'cel-js|@marcbachmann/cel-js',
    '^src/engine/engines/',
    'Only engine/engines knows the packages of other engines: they load when somebody compares engines.',
  ],
  [
    'a2a',
    '@a2a-js/[^/]+',
    '^src/worker/live/sources/a2a/',
    'Only the live source of A2A knows its SDK: it loads with the first agent.',
  ],
  ['monaco', 'monaco-editor', '^src/ui/editor/', 'Only ui/editor knows Monaco: it loads late, beside the page.'],
  [
    'diff',
    'diff',
    '^src/engine/compare/',
    'Only engine/compare knows the package that finds differences: it loads with the first comparison.',
  ],
  [
    'idb',
    'idb|fake-indexeddb',
    '^src/services/keeping/',
    'Only services/keeping knows the database: everything else reads and writes records.',
  ],
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
    'Query options live beside the service that answers them; state/ and ui/ hold no answers.',
  ],
].map(([name, packages, allowed, comment]) => ({
  name: `package-${name}`,
  comment,
  severity: 'error',
  from: { path: '^(src|e2e)/', pathNot: [allowed, tests] },
  // Packages are seen under the path they resolve to.
  to: { path: `^node_modules/(${packages})/` },
}));

const lateRules = [
  {
    name: 'importers-load-late',
    comment:
      'The code that reads a format loads with the first document of that format; only claims load with the registry.',
    severity: 'error',
    from: { path: '^src/', pathNot: tests },
    to: { path: String.raw`^src/engine/importers/[^/]+/read\.ts$`, dynamic: false },
  },
  {
    name: 'engines-load-late',
    comment: 'The package of an engine loads when a rule is first judged by it; the registry holds descriptions alone.',
    severity: 'error',
    from: { path: '^src/', pathNot: tests },
    to: { path: String.raw`^src/engine/engines/[^/]+/prepare\.ts$`, dynamic: false },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    ...engineLayerRules,
    ...siblingRules,
    ...packageRules,
    ...lateRules,
    {
      name: 'engine-types-only',
      comment:
        'The page imports only types of the engine; values come from the worker. Only model/, systems/registry and the systems’ samples, which are data, are light enough to share.',
      severity: 'error',
      from: { path: page, pathNot: tests },
      to: {
        path: '^src/engine/',
        pathNot: String.raw`^src/engine/model/|^src/engine/systems/(registry|[a-z0-9]+/samples)\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'worker-side-of-the-port',
      comment: 'The page imports connect.ts, its end of the port; methods and serve run in the worker.',
      severity: 'error',
      from: { path: page, pathNot: tests },
      to: {
        path: '^src/worker/',
        pathNot: String.raw`^src/worker/(connect|protocol|message)\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'page-side-of-the-port',
      comment: 'connect.ts runs on the page, so it must not import the engine.',
      severity: 'error',
      from: { path: String.raw`^src/worker/(connect|message|protocol)\.ts$` },
      to: { path: '^src/engine/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'services-and-state-are-separate',
      comment: 'services/ and state/ do not import each other; panels and the shell combine them.',
      severity: 'error',
      from: { path: '^src/(services|state)/' },
      to: { path: '^src/(services|state)/', pathNot: '^src/$1/' },
    },
    {
      name: 'only-main-imports-the-shell',
      comment: 'app/ is composition only: only main.tsx imports it.',
      severity: 'error',
      from: { path: '^(src|e2e)/', pathNot: [String.raw`^src/app/|^src/main\.tsx$`, tests] },
      to: { path: '^src/app/' },
    },
    {
      name: 'builders-are-for-tests',
      comment: 'testing.ts holds builders for tests; the product must not import them.',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/tools/(?:bench|test)/'] },
      to: { path: String.raw`/testing\.tsx?$` },
    },
    {
      name: 'tests-are-leaves',
      comment: 'No file imports a test: what two tests share is a builder in testing.ts.',
      severity: 'error',
      from: {},
      to: { path: String.raw`\.test\.tsx?$` },
    },
    {
      name: 'no-node-in-the-product',
      comment: 'Node’s modules do not exist in the page or in the worker.',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/tools/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-test-packages-in-the-product',
      comment: 'Everything is bundled, so every package is listed for development; those for tests must not get in.',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/tools/'] },
      to: {
        path: '^node_modules/(@axe-core|@bufbuild/cel-spec|@opentelemetry|@playwright|@testing-library|fast-check|jsdom|vitest)/',
      },
    },
    {
      name: 'journeys-see-the-page',
      comment: 'A journey uses what a user can see and hear (roles and names), none of the source.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^src/', pathNot: '^src/tools/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that import each other are one idea in two places: move what they share to a third.',
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
    // The bundler resolves styles and assets.
    exclude: { path: String.raw`\.(css|svg|png|woff2)$` },
    // Imports of types say that they are (`verbatimModuleSyntax`), so no file need be compiled to find out.
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.json' },
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
