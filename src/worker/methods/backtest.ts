import { quiet, type Pace, Stopped } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { RuleOverSession } from '../../engine/backtest/backtest.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { openText } from '../../engine/opening/open-text.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import type { Policy, PolicyRule } from '../../engine/policies/policy.ts';
import type { Rule } from '../../engine/rules/rule.ts';
import type { BacktestApi, BacktestedSession, BacktestRule, Recording } from '../backtest-protocol.ts';
import type { Input } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { type Look, lookAt, lookInto } from '../look.ts';
import type { Mapping } from '../mapping-protocol.ts';
import type { OpenSources } from './open-sources.ts';
import { mappingsOf } from './sessions.ts';

/** Loaded at the first call: users with one session do not need it. */
const engine = () => import('../../engine/backtest/backtest.ts');
const contents = () => import('../../engine/backtest/content-id.ts');
const archives = () => import('../../engine/readers/archives/zip-directory.ts');
const files = () => import('./recordings.ts');
const policies = () => import('../../engine/policies/index.ts');

/** Time limit for one reply; the page requests the next one. */
const windowMs = 120;
const sliceMs = 8;

/** Judges rules on recordings that are read for the purpose, and on texts that are already open. */
export function backtestMethods(sources: OpenSources): Pick<Methods, keyof BacktestApi> {
  const reading = new Reading(sources);
  const manifest = new LatestManifest();
  return {
    async listArchive({ archive }) {
      const { readDirectory } = await archives();
      const members = await readDirectory(archive);
      return members.ok ? ok({ members: members.value }) : members;
    },
    async readRecording({ recording }) {
      if (recording.kind === 'open') return err(alreadyOpen);
      const { contentOfRecording } = await files();
      return contentOfRecording(recording);
    },
    async backtest({ recording, from, rules, policy, remembered, decisions }, pace) {
      const open = await reading.of(recording, remembered, pace);
      if (!open.ok) return open;
      const rulesIn = await manifest.rulesOf(rules, policy);
      if (!rulesIn.ok) return rulesIn;
      const isReceived = recording.kind === 'open' && recording.revision !== undefined;
      const judge = await judging(rulesIn.value, decisions, isReceived, pace);
      const total = open.value.entries.length;
      const began = pace.now();
      let breathed = began;
      const sessions: BacktestedSession[] = [];
      let entry = from;
      for (; entry < total && (entry === from || pace.now() - began < windowMs); entry++) {
        sessions.push({
          entry,
          ...(await judge(await open.value.session(entry), open.value.entries[entry]?.title ?? '')),
        });
        if (pace.now() - breathed >= sliceMs) {
          await pace.breathe();
          if (pace.stopped) throw new Stopped();
          breathed = pace.now();
        }
      }
      const next = entry < total ? entry : null;
      if (next === null) reading.done();
      return ok({ importerTitle: open.value.importer.title, total, sessions, next });
    },
  };
}

type Judged =
  | Omit<Extract<BacktestedSession, { kind: 'judged' }>, 'entry'>
  | Omit<Extract<BacktestedSession, { kind: 'unreadable' }>, 'entry'>;

/** What judges a session: rules, and policies as a whole. */
type RulesIn = (session: OpenSession) => readonly (Rule | Policy)[];

async function judging(rulesIn: RulesIn, decisions: Input<'backtest'>['decisions'], isReceived: boolean, pace: Pace) {
  const { backtest, decidedOverSession } = await engine();
  const { contentIdOf } = await contents();
  // The progress of one rule in one session says nothing about the whole.
  return async (session: Result<OpenSession, Problem>, title: string): Promise<Judged> => {
    if (!session.ok) return { kind: 'unreadable', title, problem: session.problem };
    const { history, session: read } = session.value;
    const rules: RuleOverSession[] = [];
    for (const one of rulesIn(session.value)) {
      if ('document' in one) {
        const { decidedOver } = await policies();
        const { codes, problem } = await decidedOver(session.value, one, decisions, quiet(pace));
        rules.push(decidedOverSession(codes, problem));
      } else rules.push(...(await backtest(session.value, [one], decisions, quiet(pace))));
    }
    // It would be another with each record, after reading the whole text.
    const content = isReceived ? null : contentIdOf(session.value);
    return {
      kind: 'judged',
      title: read.header.title,
      content,
      system: read.system,
      turns: history.turns.length,
      rules,
    };
  };
}

/** The recording that is being read: the next window continues with it, and only one is in memory at a time. */
class Reading {
  readonly #sources: OpenSources;
  readonly #mappings = new LatestMappings();
  #id = '';
  #look: Look | null = null;

  constructor(sources: OpenSources) {
    this.#sources = sources;
  }

  async of(recording: Recording, remembered: readonly string[], pace: Pace): Promise<Result<Look, Problem>> {
    if (recording.kind === 'open') {
      await this.#sources.settled(recording.source);
      return this.#sources.look(recording.source);
    }
    if (this.#id === recording.id && this.#look !== null) return ok(this.#look);
    this.done();
    const look = await lookAtRecording(recording, await this.#mappings.of(remembered), pace);
    if (!look.ok) return look;
    this.#id = recording.id;
    this.#look = look.value;
    return look;
  }

  done(): void {
    this.#id = '';
    this.#look = null;
  }
}

async function lookAtRecording(
  recording: Exclude<Recording, { kind: 'open' }>,
  remembered: readonly Mapping[],
  pace: Pace,
): Promise<Result<Look, Problem>> {
  const { contentOfRecording } = await files();
  const content = await contentOfRecording(recording);
  if (pace.stopped) throw new Stopped();
  if (!content.ok) return content;
  if (content.value.kind === 'archive') {
    const { openArchive } = await import('../../engine/opening/archives/open-archive.ts');
    const archive = await openArchive(content.value.archive, pace, { remembered });
    return archive.ok ? ok(lookInto(archive.value)) : archive;
  }
  const text = await openText(content.value.text, { remembered });
  return text.ok ? ok(lookAt(text.value)) : text;
}

/** The mappings are the same for thousands of recordings, although each call brings a copy. */
class LatestMappings {
  #key = '';
  #mappings: readonly Mapping[] = [];

  async of(texts: readonly string[]): Promise<readonly Mapping[]> {
    const key = JSON.stringify(texts);
    if (key !== this.#key) {
      this.#mappings = texts.length === 0 ? [] : await mappingsOf(texts);
      this.#key = key;
    }
    return this.#mappings;
  }
}

/** The manifest is the same for thousands of recordings. */
class LatestManifest {
  #text: string | null = null;
  #policy: Policy | null = null;

  /** The rules as they are in a session, in the requested order. */
  async rulesOf(asked: readonly BacktestRule[], text: string | null): Promise<Result<RulesIn, Problem>> {
    const inEditor = asked.flatMap((one) => (one.kind === 'rule' ? [one.rule] : []));
    if (inEditor.length === asked.length) return ok(() => inEditor);
    const { loadPolicy, ruleOf, withRule } = await policies();
    if (text !== this.#text || this.#policy === null) {
      const read = await loadPolicy(text ?? '');
      if (!read.ok) return read;
      this.#text = text;
      this.#policy = read.value;
    }
    const policy = this.#policy;
    const found: ((session: OpenSession) => Rule | Policy)[] = [];
    for (const one of asked) {
      if (one.kind === 'rule') {
        found.push(() => one.rule);
        continue;
      }
      const place = one.kind === 'policy' ? one : one.edited;
      const rule = place === undefined ? null : policyRuleOf(policy, place);
      if (place !== undefined && rule === null) return err(noSuchRule(place.id));
      if (rule !== null && one.kind === 'policy') found.push(({ history }) => ruleOf(policy, rule, history.functions));
      else {
        const whole = rule === null ? policy : withRule(policy, rule);
        found.push(() => whole);
      }
    }
    return ok((session) => found.map((ruleIn) => ruleIn(session)));
  }
}

function policyRuleOf(
  { rules }: Policy,
  { id, expression }: Omit<Extract<BacktestRule, { kind: 'policy' }>, 'kind'>,
): PolicyRule | null {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) return null;
  return expression === undefined ? rule : { ...rule, expression };
}

const noSuchRule = (id: string): Problem => ({
  code: 'backtest/no-such-rule',
  message: `The policy has no rule ${id} any more. Choose the rules again.`,
});

const alreadyOpen: Problem = {
  code: 'backtest/already-open',
  message: 'That recording is open already. Choose it in the list of sessions.',
};
