import { createContext, Script } from 'node:vm';
import { unhurried } from '../../base/pace.ts';
import type { Within } from '../../engine/engines/engine.ts';
import { TookTooLong } from '../../engine/engines/judged-by.ts';
import { engines, loadEngines, otherEngines } from '../../engine/engines/registry.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { RecordValue } from '../../engine/model/value.ts';
import { type Portability, portabilityOf } from '../../engine/model/portability.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { agreementsOn } from '../../engine/portability/portable.ts';
import type { Rule } from '../../engine/rules/rule.ts';
import { Refusal } from './command.ts';

/** Options of a command whose rules another engine may judge. */
export const engineOptions = { engine: { type: 'string' }, portable: { type: 'boolean' } } as const;

const ids = engines.map(({ id }) => id);

export const engineUsage = `[--engine ${ids.join('|')}] [--portable]`;

/** The engine that was chosen, loaded; nothing where none was. With `portable`, all others are loaded, too. */
export async function loadChosen({
  engine,
  portable = false,
}: {
  readonly engine?: string | undefined;
  readonly portable?: boolean | undefined;
}): Promise<Pick<Decisions, 'engine'>> {
  if (engine !== undefined && !ids.includes(engine))
    throw new Refusal(`There is no engine "${engine}". Engines: ${ids.join(', ')}.`);
  const wanted = portable ? otherEngines.map(({ id }) => id) : [];
  await loadEngines(engine === undefined ? wanted : [engine, ...wanted], withinTime);
  return engine === undefined ? {} : { engine };
}

/** Milliseconds for one evaluation at one turn. */
const longestMs = 2000;

const host: { run: () => unknown } = { run: () => undefined };
const context = createContext(host);
const script = new Script('run()');

/** Ends an evaluation that takes too long: Node ends what runs inside a script, whatever it calls. */
const withinTime: Within = <T>(run: () => T): T => {
  host.run = run;
  try {
    return script.runInContext(context, { timeout: longestMs }) as T; // the script's value is that of its only call
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
    throw new TookTooLong(
      `one evaluation took longer than ${longestMs / 1000} seconds and was ended; its regular expressions may need exponential time`,
    );
  }
};

/** Whether all engines, which are loaded, judge a rule alike in a session. Null for a rule that does not parse. */
export async function portabilityIn(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
): Promise<Portability | null> {
  const agreements = await agreementsOn(session, rule, decisions, unhurried);
  return agreements === null ? null : portabilityOf(agreements);
}

/** Fields of a rule in the output of `--portable`. */
export const portabilityAsJson = ({ portable, reason, engines: compared }: Portability): RecordValue => ({
  portable,
  ...(reason !== null && { portableReason: reason }),
  engines: compared.map((one) => ({ ...one })),
});

export const portabilityInWords = ({ portable, reason }: Portability): string =>
  `portable: ${portable}${reason === null ? '' : ` (${reason})`}`;
