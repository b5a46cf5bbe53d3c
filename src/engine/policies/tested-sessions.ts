import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { SystemId } from '../model/session.ts';
import { openText } from '../opening/open-text.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import type { System } from '../systems/system.ts';
import type { PolicyTest } from './policy-test.ts';

/** Finds a session by title or file name. */
export type NamedSessions = (name: string) => OpenSession | undefined;

/** The code of the system that a session names. */
export type SystemFinder = (id: SystemId) => System | Promise<System>;

/** The sessions of tests. A session in the policy's text is opened once and kept while a test uses it. */
export class TestedSessions {
  readonly #systemOf: SystemFinder;
  #opened = new Map<string, Promise<Result<OpenSession, Problem>>>();

  constructor(systemOf: SystemFinder) {
    this.#systemOf = systemOf;
  }

  /** In this session `now` at the test's turn has the value of the test. */
  async of({ session, turn, now }: PolicyTest, named: NamedSessions): Promise<Result<OpenSession, Problem>> {
    const found = 'name' in session ? namedBy(session.name, named) : await this.#open(session.text);
    return found.ok && now !== null ? ok(withNow(found.value, turn, now)) : found;
  }

  /** Removes the texts that none of these tests has. */
  keepOnly(tests: readonly PolicyTest[]): void {
    const texts = new Set(tests.flatMap(({ session }) => ('text' in session ? [session.text] : [])));
    this.#opened = new Map([...this.#opened].filter(([text]) => texts.has(text)));
  }

  #open(text: string): Promise<Result<OpenSession, Problem>> {
    const opened = this.#opened.get(text) ?? this.#openAnew(text);
    this.#opened.set(text, opened);
    return opened;
  }

  async #openAnew(text: string): Promise<Result<OpenSession, Problem>> {
    const opened = await openText(text);
    if (!opened.ok) return opened;
    const system = await this.#systemOf(opened.value.entries[0]?.system ?? 'task');
    return openEntry(opened.value, 0, () => system);
  }
}

function namedBy(name: string, named: NamedSessions): Result<OpenSession, Problem> {
  const found = named(name);
  return found === undefined ? err(noSession(name)) : ok(found);
}

const noSession = (name: string): Problem => ({
  code: 'policy/no-session',
  message: `No session “${name.slice(0, 80)}” was opened. Use its file name or its title.`,
});

/** The session in which `now` at a turn is a given time. */
function withNow(session: OpenSession, turn: number, now: string): OpenSession {
  const { history, system, session: recorded, sources, document, lines, importer, notes } = session;
  const turns = history.turns.map((each) => (each.index === turn ? { ...each, at: now } : each));
  return { session: recorded, system, sources, document, lines, importer, notes, history: { ...history, turns } };
}
