import { describe, expect, test } from 'vitest';
import { checkTypes } from '../check/check.ts';
import { CelError, literal, parse, plan } from '../index.ts';

/**
 * Facts of Kubernetes' libraries for CEL (kubernetes/apiserver, pkg/cel/library, Apache-2.0): the values in ip_test.go and
 * cidr_test.go, and the examples in the documentation of ip.go, cidr.go, urls.go, lists.go and regex.go.
 */
function evaluated(expression: string): string {
  const { expr, problems } = parse(expression);
  if (problems.length > 0) return problems[0]?.message ?? '';
  const value = plan(expr).run(new Map());
  return value instanceof CelError ? `error: ${value.code}` : literal(value);
}

const faults = (expression: string) =>
  checkTypes(parse(expression).expr, { variables: new Map(), unknownNames: 'reported' }).diagnostics.map(
    ({ message }) => message,
  );

const failed = 'error: invalid_argument';

const addresses: readonly (readonly [string, string])[] = [
  ['string(ip("192.168.0.1"))', '"192.168.0.1"'],
  ['ip("192.168.0.1.0")', failed],
  ['isIP("192.168.0.1")', 'true'],
  ['isIP("192.168.0.1.0")', 'false'],
  ['ip.isCanonical("127.0.0.1")', 'true'],
  ['ip.isCanonical("127.0.0.1.0")', failed],
  ['ip("192.168.0.1").family()', '4'],
  ['ip("0.0.0.0").isUnspecified()', 'true'],
  ['ip("127.0.0.1").isUnspecified()', 'false'],
  ['ip("127.0.0.1").isLoopback()', 'true'],
  ['ip("1.2.3.4").isLoopback()', 'false'],
  ['ip("224.0.0.1").isLinkLocalMulticast()', 'true'],
  ['ip("224.0.1.1").isLinkLocalMulticast()', 'false'],
  ['ip("169.254.169.254").isLinkLocalUnicast()', 'true'],
  ['ip("192.168.0.1").isLinkLocalUnicast()', 'false'],
  ['ip("192.168.0.1").isGlobalUnicast()', 'true'],
  ['ip("255.255.255.255").isGlobalUnicast()', 'false'],
  ['string(ip("2001:db8::68"))', '"2001:db8::68"'],
  ['ip("2001:db8:::68")', failed],
  ['isIP("2001:db8::68")', 'true'],
  ['isIP("2001:db8:::68")', 'false'],
  ['ip.isCanonical("2001:db8::68")', 'true'],
  ['ip.isCanonical("2001:DB8::68")', 'false'],
  ['ip.isCanonical("2001:db8::0:0:0:abcd")', 'false'],
  ['ip.isCanonical("2001:db8:::68")', failed],
  ['ip("2001:db8::68").family()', '6'],
  ['ip("::").isUnspecified()', 'true'],
  ['ip("::1").isUnspecified()', 'false'],
  ['ip("::1").isLoopback()', 'true'],
  ['ip("2001:db8::abcd").isLoopback()', 'false'],
  ['ip("ff02::1").isLinkLocalMulticast()', 'true'],
  ['ip("fd00::1").isLinkLocalMulticast()', 'false'],
  ['ip("fe80::1").isLinkLocalUnicast()', 'true'],
  ['ip("fd80::1").isLinkLocalUnicast()', 'false'],
  ['ip("2001:db8::abcd").isGlobalUnicast()', 'true'],
  ['ip("ff00::1").isGlobalUnicast()', 'false'],
  ['type(ip("192.168.0.1")) == net.IP', 'true'],
  ['ip("192.168.0.1") == ip("192.168.0.1")', 'true'],
  ['ip("2001:DB8::68") == ip("2001:db8::68")', 'true'],
  ['ip("::1") == ip("0.0.0.1")', 'false'],
  ['isIP("127.0.0.256")', 'false'],
  ['isIP("::ffff:1.2.3.4")', 'false'],
  ['isIP("fe80::1%eth0")', 'false'],
  ['isIP("127.0.0.01")', 'false'],
  ['isIP("1:2:3:4:5:6:7:8")', 'true'],
  ['isIP("1:2:3:4:5:6:7:8:9")', 'false'],
  ['isIP("1::3:4:5:6:7:8:9")', 'false'],
  ['isIP("")', 'false'],
  ['isIP(":")', 'false'],
  ['string(ip("::1.2.3.4"))', '"::102:304"'],
  ['string(ip("1:0:0:2:0:0:0:3"))', '"1:0:0:2::3"'],
];

const networks: readonly (readonly [string, string])[] = [
  ['string(cidr("192.168.0.0/24"))', '"192.168.0.0/24"'],
  ['cidr("192.168.0.0/")', failed],
  ['cidr("192.168.0.0/24").containsIP(ip("192.168.0.1"))', 'true'],
  ['cidr("192.168.0.0/24").containsIP(ip("192.168.1.1"))', 'false'],
  ['cidr("192.168.0.0/24").containsIP("192.168.0.1")', 'true'],
  ['cidr("192.168.0.0/24").containsIP("192.168.1.1")', 'false'],
  ['cidr("192.168.0.0/24").containsIP("no address")', failed],
  ['cidr("192.168.0.0/24").containsCIDR(cidr("192.168.0.0/25"))', 'true'],
  ['cidr("192.168.0.0/24").containsCIDR(cidr("192.168.0.1/32"))', 'true'],
  ['cidr("192.168.0.0/24").containsCIDR(cidr("192.168.0.0/23"))', 'false'],
  ['cidr("192.168.0.0/24").containsCIDR(cidr("192.169.0.1/32"))', 'false'],
  ['cidr("192.168.0.0/24").containsCIDR("192.168.0.0/25")', 'true'],
  ['cidr("192.168.0.0/24").containsCIDR("192.168.0.0/23")', 'false'],
  ['cidr("192.168.0.0/24").ip() == ip("192.168.0.0")', 'true'],
  ['string(cidr("192.168.0.0/24").masked())', '"192.168.0.0/24"'],
  ['string(cidr("192.168.0.1/24").masked())', '"192.168.0.0/24"'],
  ['cidr("192.168.0.1/24") == cidr("192.168.0.1/24").masked()', 'false'],
  ['cidr("192.168.0.0/24").prefixLength()', '24'],
  ['cidr("2001:db8::/")', failed],
  ['cidr("2001:db8::/32").containsIP(ip("2001:db8::1"))', 'true'],
  ['cidr("2001:db8::/32").containsIP(ip("2001:dc8::1"))', 'false'],
  ['cidr("2001:db8::/32").containsIP("2001:db8::1")', 'true'],
  ['cidr("2001:db8::/32").containsCIDR(cidr("2001:db8::/33"))', 'true'],
  ['cidr("2001:db8::/32").containsCIDR("2001:db8::/31")', 'false'],
  ['string(cidr("2001:db8:1::/32").masked())', '"2001:db8::/32"'],
  ['cidr("::1/128").ip().family()', '6'],
  ['cidr("::1/128").prefixLength()', '128'],
  ['isCIDR("192.168.0.0/16") && isCIDR("::1/128")', 'true'],
  ['isCIDR("192.168.0.0/33") || isCIDR("::1/129") || isCIDR("10.0.0.0/08") || isCIDR("10.0.0.0")', 'false'],
  ['cidr("0.0.0.0/0").containsIP("::1")', 'false'],
  ['type(cidr("192.168.0.0/24")) == net.CIDR', 'true'],
];

const urls: readonly (readonly [string, string])[] = [
  ["isURL('https://user:pass@example.com:80/path?query=val#fragment')", 'true'],
  ["isURL('/absolute-path')", 'true'],
  ["isURL('https://a:b:c/')", 'false'],
  ["isURL('../relative-path')", 'false'],
  ["isURL('http://example.com')", 'true'],
  ["url('https://a:b:c/')", failed],
  ["url('../relative-path')", failed],
  ["url('/path').getScheme()", '""'],
  ["url('https://example.com/').getScheme()", '"https"'],
  ["url('https://example.com:80/').getHost()", '"example.com:80"'],
  ["url('https://example.com/').getHost()", '"example.com"'],
  ["url('https://[::1]:80/').getHost()", '"[::1]:80"'],
  ["url('https://[::1]/').getHost()", '"[::1]"'],
  ["url('/path').getHost()", '""'],
  ["url('https://example.com:80/').getHostname()", '"example.com"'],
  ["url('https://127.0.0.1:80/').getHostname()", '"127.0.0.1"'],
  ["url('https://[::1]:80/').getHostname()", '"::1"'],
  ["url('/path').getHostname()", '""'],
  ["url('https://example.com:80/').getPort()", '"80"'],
  ["url('https://example.com/').getPort()", '""'],
  ["url('/path').getPort()", '""'],
  ["url('https://example.com/path').getEscapedPath()", '"/path"'],
  ["url('https://example.com/path with spaces/').getEscapedPath()", '"/path%20with%20spaces/"'],
  ["url('https://example.com').getEscapedPath()", '""'],
  ["url('https://example.com/path?k1=a&k2=b&k2=c').getQuery()", '{"k1": ["a"], "k2": ["b", "c"]}'],
  [
    "url('https://example.com/path?key with spaces=value with spaces').getQuery()",
    '{"key with spaces": ["value with spaces"]}',
  ],
  ["url('https://example.com/path?').getQuery()", '{}'],
  ["url('https://example.com/path').getQuery()", '{}'],
  ["url('https:://kubernetes.io/').getHostname() == 'kubernetes.io'", 'false'],
  ["url('HTTPS://user@evil.com@example.com/a#b').getHostname()", '"example.com"'],
  ["url('https://example.com#@evil.com/').getHost()", failed],
  ["url('https://example.com/?a=1#b').getQuery()", '{"a": ["1"]}'],
  ["isURL('https://exa mple.com/')", 'false'],
  ["isURL('https://example.com/%zz')", 'false'],
  ["isURL('')", 'false'],
  ["url('https://example.com/%2e%2e/b').getEscapedPath()", '"/%2e%2e/b"'],
  ["type(url('/a')) == kubernetes.URL", 'true'],
  ["url('/a') == url('/a')", 'true'],
];

const lists: readonly (readonly [string, string])[] = [
  ['[1, 2, 3].isSorted()', 'true'],
  ["['a', 'b', 'b', 'c'].isSorted()", 'true'],
  ['[2.0, 1.0].isSorted()', 'false'],
  ['[1].isSorted()', 'true'],
  ['[].isSorted()', 'true'],
  ['[1, 3].sum()', '4'],
  ['[1.0, 3.0].sum()', '4.0'],
  ["[duration('1m'), duration('1s')].sum() == duration('1m1s')", 'true'],
  ['[1u, 2u].sum()', '3u'],
  ['[].sum()', '0'],
  ["['a'].sum()", 'error: no_such_overload'],
  ['[9223372036854775807, 1].sum()', 'error: overflow'],
  ['[1, 3].min()', '1'],
  ['[1, 3].max()', '3'],
  ['[].min()', failed],
  ['[1].min()', '1'],
  ["['b', 'a'].min()", '"a"'],
  ['[1, 2, 2, 3].indexOf(2)', '1'],
  ["['a', 'b', 'b', 'c'].lastIndexOf('b')", '2'],
  ['[1.0].indexOf(1.1)', '-1'],
  ["[].indexOf('string')", '-1'],
  ["'abcb'.indexOf('b') == 1 && 'abcb'.lastIndexOf('b') == 3", 'true'],
];

const matches: readonly (readonly [string, string])[] = [
  ["'abc 123'.find('[0-9]+')", '"123"'],
  ["'abc 123'.find('xyz')", '""'],
  ["'a 1 b 2'.find('[0-9]') == '1'", 'true'],
  ["'123 abc 456'.findAll('[0-9]+')", '["123", "456"]'],
  ["'123 abc 456'.findAll('[0-9]+', 1)", '["123"]'],
  ["'123 abc 456'.findAll('[0-9]+', -1)", '["123", "456"]'],
  ["'123 abc 456'.findAll('[0-9]+', 0)", '[]'],
  ["'123 abc 456'.findAll('xyz')", '[]'],
  ["size('abc 123 def 123'.find('123')) > 0", 'true'],
  ["'k=v'.find('(.)=(.)')", '"k=v"'],
  ["'abc'.find('(')", failed],
];

describe.each([
  ['addresses', addresses],
  ['networks', networks],
  ['URLs', urls],
  ['lists', lists],
  ['patterns', matches],
])('%s', (_kind, facts) => {
  test.each(facts)('%s is %s', (expression, value) => {
    expect(evaluated(expression)).toBe(value);
  });

  test('are of types that the checker knows', () => {
    const wrong = facts.filter(
      ([expression, value]) => value !== 'error: no_such_overload' && faults(expression).length > 0,
    );
    expect(wrong.map(([expression]) => [expression, faults(expression)])).toEqual([]);
  });
});

test('the checker proposes a function for several values, and the method for a list', () => {
  expect(faults('max(1, 2)')[0]).toMatch(/math\.greatest\(a, b\)/);
  expect(faults('max([1, 2])')[0]).toMatch(/\.max\(\)/);
});

test('the checker refuses a value of another type', () => {
  expect(faults('isIP(cidr("192.168.0.0/24"))')[0]).toMatch(/isIP/);
  expect(faults('url("/a").family()')[0]).toMatch(/family/);
  expect(faults('["a"].sum()')[0]).toMatch(/sum/);
});
