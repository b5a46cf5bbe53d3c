import { existsSync, realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { relative, resolve, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import picomatch from 'picomatch';
import type { LiveStreams } from '../streams.ts';
import { Tail } from './tail.ts';

/** In a folder with many logs, only those that were written this recently are read at once; others when they change. */
const recentMs = 10 * 60_000;
/** Some file systems report no changes: followed files are looked at this often as well. */
const pollMs = 1_000;
/** Number of files that are looked at: those that changed last. */
const maxPolled = 100;

/** Files that may be recordings; a folder or a pattern may also match others. */
const recordings = /\.(?:jsonl?|ndjson|log|txt|md|ya?ml|csv)$/i;

/** What a user wants to follow: a file or folder that may not exist yet, or a pattern of files such as `logs/*.jsonl`. */
interface Watched {
  /** The file, or the deepest folder without a wildcard. */
  readonly path: string;
  readonly matches: (file: string) => boolean;
}

function watchedOf(argument: string): Watched {
  const written = argument.startsWith('~/') ? homedir() + argument.slice(1) : argument === '' ? '.' : argument;
  const parts = written.replaceAll('/', sep).split(sep);
  // The part of a path that exists is a name, even with brackets; only the rest can be a pattern.
  let known = parts.length;
  while (known > 0 && !existsSync(resolve(parts.slice(0, known).join(sep) || sep))) known -= 1;
  const folder = resolve(parts.slice(0, known).join(sep) || (known > 0 ? sep : '.'));
  const rest = parts.slice(known).join('/');
  const { base, glob, isGlob } = picomatch.scan(rest);
  const path = resolve(folder, isGlob ? base : rest);
  if (!isGlob) return { path, matches: (file) => file === path || (isWithin(file, path) && recordings.test(file)) };
  const matches = picomatch(glob);
  return { path, matches: (file) => isWithin(file, path) && matches(relative(path, file).split(sep).join('/')) };
}

const isWithin = (file: string, folder: string): boolean =>
  file.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** A file that is followed. */
interface Followed {
  /** The path at which it was found, and the path without links: several links to a file are one stream. */
  readonly path: string;
  readonly real: string;
  readonly tail: Tail;
}

/** Follows files, and those that appear later. Each is a stream named after its path. */
export class Watch {
  readonly #streams: LiveStreams;
  /** By path without links; those that changed last are at the end. */
  readonly #followed = new Map<string, Followed>();
  readonly #watched: readonly Watched[];
  readonly #watcher: FSWatcher;
  readonly #timer: NodeJS.Timeout;
  /** Files and folders that did not exist when they were looked for. */
  readonly #missing = new Set<string>();
  /** From each watched path, with its links resolved, to the path as the user gave it. */
  readonly #given = new Map<string, string>();
  readonly #warn: (sentence: string) => void;
  readonly #warned = new Set<string>();

  constructor(streams: LiveStreams, paths: readonly string[], warn: (sentence: string) => void = console.error) {
    this.#streams = streams;
    this.#warn = warn;
    this.#watched = paths.map(watchedOf);
    // Links in a folder may lead in a circle, so only those that the user names are followed.
    this.#watcher = watch([], {
      ignored: /(?:^|[/\\])(?:node_modules|\.git)(?:[/\\]|$)/,
      followSymlinks: false,
    });
    this.#watcher.on('error', (cause) => this.#failed(cause, 'a folder'));
    this.#watcher.on('add', (file) => this.#run(file, () => this.#found(this.#pathOf(file))));
    this.#watcher.on('change', (file) => this.#run(file, () => this.#follow(this.#pathOf(file))));
    for (const { path } of this.#watched) this.#watch(path);
    this.#timer = setInterval(() => this.#poll(), pollMs);
  }

  /** Resolves when all that exists was found. */
  async ready(): Promise<void> {
    if (this.#missing.size === new Set(this.#watched.map(({ path }) => path)).size) return;
    // `once` would reject at the first folder that cannot be read.
    await new Promise<void>((resolve) => this.#watcher.once('ready', resolve));
  }

  #watch(path: string): void {
    if (!existsSync(path)) {
      this.#missing.add(path);
      return;
    }
    this.#missing.delete(path);
    const real = realpathSync(path);
    this.#given.set(real, path);
    this.#watcher.add(real);
  }

  /** The path of a file as the user would write it. */
  #pathOf(file: string): string {
    for (const [real, path] of this.#given)
      if (file === real || isWithin(file, real)) return path + file.slice(real.length);
    return file;
  }

  async #found(file: string): Promise<void> {
    const facts = await stat(file).catch(() => null);
    const isNamed = this.#watched.some(({ path }) => path === file);
    if (facts?.isFile() === true && (isNamed || Date.now() - facts.mtimeMs < recentMs)) await this.#follow(file);
  }

  async #follow(file: string): Promise<void> {
    if (!this.#watched.some(({ matches }) => matches(file))) return;
    const real = await realpath(file).catch(() => null);
    const followed = real === null ? undefined : (this.#followed.get(real) ?? this.#begin(file, real));
    if (followed === undefined) return;
    this.#followed.delete(followed.real);
    this.#followed.set(followed.real, followed);
    await followed.tail.update();
  }

  #begin(path: string, real: string): Followed | undefined {
    const stream = this.#streams.open(nameOf(path), 'file');
    if (stream === undefined) return undefined;
    // A link that leads to another file now: the file before must not add to its stream.
    for (const before of this.#followed.values()) if (before.path === path) this.#followed.delete(before.real);
    return { path, real, tail: new Tail(real, stream) };
  }

  #poll(): void {
    for (const path of this.#missing) this.#run(path, async () => this.#watch(path));
    for (const { path, tail } of [...this.#followed.values()].slice(-maxPolled)) this.#run(path, () => tail.update());
  }

  /** One file that cannot be read must not end the others. */
  #run(path: string, work: () => Promise<void>): void {
    work().catch((cause: unknown) => this.#failed(cause, path));
  }

  /** Says why something cannot be followed, once for each reason. */
  #failed(cause: unknown, path: string): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const sentence = `Cannot follow ${path}: ${reason}`;
    if (this.#warned.has(sentence)) return;
    this.#warned.add(sentence);
    this.#warn(sentence);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#watcher.close();
  }
}

/** The shortest of a file's names: in the current folder, in the home folder, or in full. */
function nameOf(file: string): string {
  const here = relative(process.cwd(), file);
  if (!here.startsWith('..')) return here;
  const home = relative(homedir(), file);
  return home.startsWith('..') ? file : `~/${home}`;
}
