import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SessionId, SessionRef } from '../../engine/model/session.ts';
import type { LeavingApi, LeavingPage } from '../leaving-protocol.ts';
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
  readonly made: number;
  readonly text: string;
  readonly standIns: ReadonlySet<string>;
}

/** The session that leaves: prepared, shown and handed over. */
export function leavingMethods(sources: OpenSources, policies: PolicyTexts): Pick<Methods, keyof LeavingApi> {
  const latest = new Map<SessionId, Made>();
  let count = 0;
  const madeOf = ({ id }: SessionRef, made: number): Result<Made, Problem> => {
    const found = latest.get(id);
    return found?.made === made ? ok(found) : err(madeAnew);
  };
  return {
    async prepareLeaving({ session, choice, rules, policy, decisions, seed }, pace) {
      const open = await sources.resolve(session);
      if (!open.ok) return open;
      const read = policy === null ? ok(null) : await policies.of(policy);
      if (!read.ok) return read;
      const { leave } = await engine();
      const left = await leave(open.value, choice, { rules, policy: read.value, decisions }, seed, pace);
      if (!left.ok) return left;
      const { text, standIns, changes, ...report } = left.value;
      const made = ++count;
      latest.set(session.id, { made, text, standIns });
      return ok({
        ...report,
        made,
        fileName: `${fileNameOf(report.title)}.ctx.json`,
        characters: text.length,
        bytes: new TextEncoder().encode(text).length,
        changes: changes.slice(0, mostChanges),
      });
    },
    leavingPage: async ({ session, made, from }) => {
      const found = madeOf(session, made);
      if (!found.ok) return found;
      const { placeOf } = await engine();
      const { text, standIns } = found.value;
      const wanted = typeof from === 'number' ? null : placeOf(text, from);
      const start = typeof from === 'number' ? from : Math.max(0, (wanted?.start ?? 0) - pageLength / 4);
      return ok(await pageOf(text, start, standIns, wanted));
    },
    async hideInText({ text, field = null }, pace) {
      const { hideInText } = await engine();
      return ok(await hideInText(text, field, randomSeed(), pace));
    },
    leavingText: async ({ session, made }) => {
      const found = madeOf(session, made);
      return found.ok ? ok({ text: found.value.text }) : found;
    },
    leavingReview: async ({ session, made, ...reviewed }, pace) => {
      const found = madeOf(session, made);
      if (!found.ok) return found;
      const { reviewOf } = await engine();
      const text = await reviewOf(found.value.text, reviewed, pace);
      return text.ok ? ok({ text: text.value }) : text;
    },
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

const madeAnew: Problem = {
  code: 'leaving/made-anew',
  message: 'This preview is no longer current. Close the dialog and open it again.',
};
