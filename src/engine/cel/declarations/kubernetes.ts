import { declare } from './signature.ts';
import type { FunctionDeclaration } from './signature.ts';

const summable = ['int', 'uint', 'double', 'duration'] as const;
const comparable = [...summable, 'bool', 'timestamp', 'string', 'bytes'] as const;

const ofList = (name: string, about: string, types: readonly string[], result?: string): FunctionDeclaration => {
  const [first = '', ...more] = types.map((type) => `list(${type}) . ${name}(): ${result ?? type}`);
  return declare(about, first, ...more);
};

const ofAddress = (name: string, about: string): FunctionDeclaration => declare(about, `net.IP . ${name}(): bool`);
const ofUrl = (name: string, about: string, result = 'string'): FunctionDeclaration =>
  declare(about, `kubernetes.URL . ${name}(): ${result}`);

/** Of Kubernetes' libraries: URLs, IP addresses and networks, and functions of lists and texts. */
export const kubernetes: readonly FunctionDeclaration[] = [
  declare(
    'The text as a URL, or as a path from the root; an error for any other text.',
    'url(text: string): kubernetes.URL',
  ),
  declare('Whether the text is a URL, or a path from the root.', 'isURL(text: string): bool'),
  ofUrl('getScheme', 'The scheme, such as https; empty for a path.'),
  ofUrl('getHost', 'The host with its port; empty for a path.'),
  ofUrl('getHostname', 'The host without its port and without brackets; empty for a path.'),
  ofUrl('getPort', 'The port; empty where there is none.'),
  ofUrl('getEscapedPath', 'The path, with escapes such as %20.'),
  ofUrl('getQuery', 'The values of each parameter of the query, decoded.', 'map(string, list(string))'),
  declare(
    'The text as an IP address; an error for any other text. Of a network, its address.',
    'ip(text: string): net.IP',
    'net.CIDR . ip(): net.IP',
  ),
  declare('Whether the text is an IP address.', 'isIP(text: string): bool'),
  declare(
    'Whether the text is an IP address in the one form that is usual for it.',
    'ip.isCanonical(text: string): bool',
  ),
  declare('4 or 6.', 'net.IP . family(): int'),
  ofAddress('isUnspecified', 'Whether it is 0.0.0.0 or ::.'),
  ofAddress('isLoopback', 'Whether it is an address of the machine itself, such as 127.0.0.1.'),
  ofAddress('isLinkLocalMulticast', 'Whether it is a multicast address within one link.'),
  ofAddress('isLinkLocalUnicast', 'Whether it is an address within one link, such as 169.254.169.254.'),
  ofAddress(
    'isGlobalUnicast',
    'Whether it is an address of one host beyond its link; private addresses are among them.',
  ),
  declare('The text as a network, such as 10.0.0.0/8; an error for any other text.', 'cidr(text: string): net.CIDR'),
  declare('Whether the text is a network in CIDR notation.', 'isCIDR(text: string): bool'),
  declare(
    'Whether the address belongs to the network.',
    'net.CIDR . containsIP(address: net.IP): bool',
    'net.CIDR . containsIP(address: string): bool',
  ),
  declare(
    'Whether the other network is part of this one.',
    'net.CIDR . containsCIDR(network: net.CIDR): bool',
    'net.CIDR . containsCIDR(network: string): bool',
  ),
  declare('The network with zeros behind its prefix.', 'net.CIDR . masked(): net.CIDR'),
  declare('The length of the network’s prefix, in bits.', 'net.CIDR . prefixLength(): int'),
  ofList('isSorted', 'Whether the elements ascend.', comparable, 'bool'),
  ofList('sum', 'The sum of the elements; 0 for an empty list.', summable),
  ofList('min', 'The least element; an error for an empty list.', comparable),
  ofList('max', 'The greatest element; an error for an empty list.', comparable),
  declare('The first match of an RE2 pattern; empty when there is none.', 'string . find(pattern: string): string'),
  declare(
    'All matches of an RE2 pattern, or no more than the limit.',
    'string . findAll(pattern: string): list(string)',
    'string . findAll(pattern: string, limit: int): list(string)',
  ),
];
