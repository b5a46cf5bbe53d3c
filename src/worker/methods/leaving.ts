import type { Pace } from '../../base/pace.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SessionId } from '../../engine/model/session.ts';
import type { Leaving } from '../../engine/leaving/leave.ts';
import type { LeavingApi, LeavingInput, LeavingPage } from '../leaving-protocol.ts';
import type { Methods } from '../serve.ts';
import type { OpenSources } from './open-sources.ts';
import type { PolicyTexts } from './policy-texts.ts';
import { randomSeed } from './random-seed.ts';
import { fileNameOf } from './sessions.ts';

/** Loaded late: most visits share nothing. */
const engine = () => import('../../engine/leaving/index.ts');

/** Characters of a page. */
const pageLength = 16_000;
/** Changes that are sent; their number is sent too. */
const mostChanges = 1_000;

interface Made {
  /** The input that it was made of. */
  readonly of: string;
  readonly left: Leaving;
}

/** The session that leaves: prepared, shown and handed over. */
export function leavingMethods(sources: OpenSources, policies: PolicyTexts): Pick<Methods, keyof LeavingApi> {
  const latest = new Map<SessionId, Made>();

  async function made(
    { session, choice, rules, policy, decisions, seed }: LeavingInput,
    pace: Pace,
  ): Promise<Result<Leaving, Problem>> {
    const of = JSON.stringify([session, choice, rules, policy, decisions, seed]);
    const known = latest.get(session.id);
    if (known?.of === of) return ok(known.left);
    const open = await sources.resolve(session, pace);
    if (!open.ok) return open;
    const read = policy === null ? ok(null) : await policies.of(policy);
    if (!read.ok) return read;
    const { leave } = await engine();
    const left = await leave(open.value, choice, { rules, policy: read.value, decisions }, seed, pace);
    if (left.ok) latest.set(session.id, { of, left: left.value });
    return left;
  }

  /** A method about the text that leaves. */
  const asked =
    <I extends LeavingInput, O>(answer: (left: Leaving, input: I, pace: Pace) => Promise<Result<O, Problem>>) =>
    async (input: I, pace: Pace): Promise<Result<O, Problem>> => {
      const left = await made(input, pace);
      return left.ok ? answer(left.value, input, pace) : left;
    };

  return {
    prepareLeaving: asked(async (left) => {
      const { text, standIns: _, changes, ...report } = left;
      return ok({
        ...report,
        fileName: `${fileNameOf(report.title)}.ctx.json`,
        characters: text.length,
        bytes: new TextEncoder().encode(text).length,
        changes: changes.slice(0, mostChanges),
      });
    }),
    leavingPage: asked(async ({ text, standIns }, { from }) => {
      const { placeOf } = await engine();
      const wanted = typeof from === 'number' ? null : placeOf(text, from);
      const start = typeof from === 'number' ? from : Math.max(0, (wanted?.start ?? 0) - pageLength / 4);
      return ok(await pageOf(text, start, standIns, wanted));
    }),
    async hideInText({ text, field = null }, pace) {
      const { hideInText } = await engine();
      return ok(await hideInText(text, field, randomSeed(), pace));
    },
    leavingText: asked(async ({ text }) => ok({ text })),
    leavingReview: asked(async ({ text }, { rule, baseline, decisions }, pace) => {
      const { reviewOf } = await engine();
      const review = await reviewOf(text, { rule, baseline, decisions }, pace);
      return review.ok ? ok({ text: review.value }) : review;
    }),
  };
}

async function pageOf(
  text: string,
  from: number,
  standIns: ReadonlySet<string>,
  wanted: LeavingPage['wanted'],
): Promise<LeavingPage> {
  const { marksIn } = await engine();
  const start = lineStart(text, Math.max(0, Math.min(from, text.length - 1)));
  const page = text.slice(start, start + pageLength);
  return {
    text: page,
    start,
    characters: text.length,
    standIns: marksIn(page, standIns),
    wanted: wanted === null ? null : { start: wanted.start - start, end: wanted.end - start },
  };
}

/** The start of the line, if that is near: a page begins with a whole line where it can. */
function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return at - start < pageLength / 8 ? start : at;
}
