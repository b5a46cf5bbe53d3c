import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
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
  const full = resolve(argument.startsWith('~/') ? homedir() + argument.slice(1) : argument);
  const { base, isGlob } = picomatch.scan(full.split(sep).join('/'));
  if (isGlob) return { path: resolve(base), matches: picomatch(full.split(sep).join('/')) };
  return { path: full, matches: (file) => file === full || (file.startsWith(full + sep) && recordings.test(file)) };
}

/** Follows files, and those that appear later. Each is a stream named after its path. */
export class Watch {
  readonly #streams: LiveStreams;
  readonly #tails = new Map<string, Tail>();
  readonly #watched: readonly Watched[];
  readonly #watcher: FSWatcher;
  readonly #timer: NodeJS.Timeout;
  /** Files and folders that did not exist when they were looked for. */
  readonly #missing = new Set<string>();

  constructor(streams: LiveStreams, paths: readonly string[]) {
    this.#streams = streams;
    this.#watched = paths.map(watchedOf);
    this.#watcher = watch([], { ignored: /(?:^|[/\\])(?:node_modules|\.git)(?:[/\\]|$)/ });
    for (const { path } of this.#watched) {
      if (existsSync(path)) this.#watcher.add(path);
      else this.#missing.add(path);
    }
    this.#watcher.on('add', (file) => void this.#found(file));
    this.#watcher.on('change', (file) => void this.#follow(file));
    this.#timer = setInterval(() => this.#poll(), pollMs);
  }

  /** Resolves when all that exists was found. */
  async ready(): Promise<void> {
    if (this.#missing.size < this.#watched.length) await once(this.#watcher, 'ready');
  }

  async #found(file: string): Promise<void> {
    const facts = await stat(file).catch(() => null);
    const isNamed = this.#watched.some(({ path }) => path === file);
    if (facts !== null && (isNamed || Date.now() - facts.mtimeMs < recentMs)) await this.#follow(file);
  }

  async #follow(file: string): Promise<void> {
    if (!this.#watched.some(({ matches }) => matches(file))) return;
    const tail = this.#tails.get(file) ?? this.#tailOf(file);
    // The files that changed last are at the end.
    this.#tails.delete(file);
    if (tail === undefined) return;
    this.#tails.set(file, tail);
    await tail.update();
  }

  #tailOf(file: string): Tail | undefined {
    const stream = this.#streams.open(nameOf(file), 'file');
    return stream && new Tail(file, stream);
  }

  #poll(): void {
    for (const path of this.#missing) {
      if (!existsSync(path)) continue;
      this.#missing.delete(path);
      this.#watcher.add(path);
    }
    for (const tail of [...this.#tails.values()].slice(-maxPolled)) void tail.update();
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
