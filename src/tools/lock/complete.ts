/** The part that we read of one entry of package-lock.json, npm's own format. */
export interface LockEntry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export type LockEntries = Readonly<Record<string, LockEntry>>;

/** Optional packages that the lock file names as a dependency of another but does not list. */
export function unlisted(entries: LockEntries): readonly string[] {
  return Object.entries(missing(entries)).map(([place]) => place);
}

/**
 * A native tool has one optional package per platform. Some registries offer only those of their own platforms. npm
 * then leaves the others out, and `npm ci` refuses the lock file on machines where they are available. The platform is
 * in the package's name, so such packages are added here, without a hash.
 */
export function complete(entries: LockEntries): LockEntries {
  const all = { ...entries, ...missing(entries) };
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

function missing(entries: LockEntries): LockEntries {
  const found: Record<string, LockEntry> = {};
  for (const [owner, entry] of Object.entries(entries)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`node_modules/${name}`, `${owner}/node_modules/${name}`];
      if (places.some((place) => place in entries)) continue;
      found[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
      };
    }
  }
  return found;
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** `@oxlint/binding-linux-arm-musleabihf` is for linux, arm, musl. */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (os === undefined || cpu === undefined) {
    throw new Error(`${name} does not say in its name which platform it is for: list it in package-lock.json by hand`);
  }
  const libc = os !== 'linux' ? undefined : words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return { os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc: [libc] }) };
}
