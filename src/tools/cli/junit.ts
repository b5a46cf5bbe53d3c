import type { Portability } from '../../engine/model/portability.ts';
import type { TestResult } from '../../engine/policies/run-tests.ts';
import { portabilityInWords } from './engines.ts';

/**
 * A report that build servers read (JUnit's XML, as Jenkins and GitLab take it): one case per test, and one per fault in the policy.
 * Whether a rule is portable is a property of the suite, for programs, and a line of its output, which Jenkins shows beside the tests. It
 * is no case of its own, so that it fails nothing.
 */
export function junit(
  policy: string,
  tests: readonly TestResult[],
  faults: readonly string[],
  portability: ReadonlyMap<string, Portability>,
): string {
  const cases = [
    ...faults.map((fault, index) => testCase(policy, `the policy is sound (fault ${index + 1})`, fault)),
    ...tests.map(({ test: { name, expect }, passed, got, message }) =>
      testCase(
        policy,
        name,
        passed ? null : `expected ${expect}, got ${got ?? 'nothing'}${message === null ? '' : `: ${message}`}`,
      ),
    ),
  ];
  const failures = faults.length + tests.filter(({ passed }) => !passed).length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="${cases.length}" failures="${failures}">
<testsuite name=${quoted(policy)} tests="${cases.length}" failures="${failures}">
${[...propertiesOf(portability), ...cases, ...outputOf(portability)].join('\n')}
</testsuite>
</testsuites>
`;
}

function testCase(suite: string, name: string, failure: string | null): string {
  const head = `<testcase classname=${quoted(suite)} name=${quoted(name)}`;
  return failure === null ? `${head} />` : `${head}><failure message=${quoted(failure)} /></testcase>`;
}

function propertiesOf(portability: ReadonlyMap<string, Portability>): readonly string[] {
  if (portability.size === 0) return [];
  const lines = [...portability].map(
    ([rule, { portable }]) => `<property name=${quoted(`portable: ${rule}`)} value=${quoted(portable)} />`,
  );
  return ['<properties>', ...lines, '</properties>'];
}

function outputOf(portability: ReadonlyMap<string, Portability>): readonly string[] {
  if (portability.size === 0) return [];
  const lines = [...portability].map(([rule, found]) => `${escaped(`${rule}  ${portabilityInWords(found)}`)}\n`);
  return [`<system-out>\n${lines.join('')}</system-out>`];
}

/** Characters that XML 1.0 does not have at all become the replacement character. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');

const quoted = (text: string): string => `"${escaped(text)}"`;
