import type { Language } from '../cel/check/index.ts';
import type { Library, Scope } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { EnvironmentId, HookId } from '../model/hooks.ts';
import type { Path } from '../model/path.ts';
import type { OpenSession } from '../opening/open-session.ts';

/** What a host gives to a rule when it runs. What the rule's author sees of it is a `LanguageOf`. */
export interface Environment<H extends HookId = HookId> {
  readonly id: EnvironmentId;
  /** The variables at a hook. */
  scope(session: OpenSession, hook: H, decisions: Decisions): HookScope;
  /** The functions at a hook: those of the language, and the environment's own. */
  library(session: OpenSession, hook: H): Library;
  /** The turn that wrote a place, as a rule reads it at a turn; null where no turn did, or none is known. */
  writtenAt(session: OpenSession, hook: H, path: Path, turn: TurnIndex, decisions: Decisions): TurnIndex | null;
}

/**
 * The variables a rule sees at a hook, turn by turn. One scope walks forward through a whole sweep: a value read from
 * it is valid only until the next move.
 */
export interface HookScope extends Scope {
  /** Moves to the turn that is judged; the hook decides whether the state includes that turn. */
  moveTo(turn: TurnIndex): this;
}

/** Where a rule is written. */
export interface Place<H extends HookId = HookId> {
  readonly session: OpenSession;
  readonly hook: H;
  readonly decisions: Decisions;
  readonly expects: Language['expects'];
  /** The turns at which the rule would run, ascending. */
  readonly turns: () => Int32Array;
}

/** The same where no session may be open: then the environment’s own declarations are all that is known. */
export type AnyPlace<H extends HookId = HookId> = Omit<Place<H>, 'session'> & { readonly session: OpenSession | null };
