import { ok } from '../../../base/result.ts';
import { malformed, type Read, type ReadSession } from '../../importing/importer.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { evalCasesIn, type EvalCase } from './format.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import type { AdkHeader } from '../../systems/adk/header.ts';
import { AdkLog } from '../../importing/adk/adk-log.ts';
import { fieldOf, inSnakeCase } from '../../importing/messages/gemini-content.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { addNewer, addOlder } from './invocations.ts';
import { numberAt, recordAt } from '../../importing/values/where.ts';

export const read: Read = ({ value }) => {
  const cases = evalCasesIn(value);
  if (cases === undefined || cases.length === 0) {
    return malformed('This looks like an ADK eval set, but it holds no case.');
  }
  return ok({
    sessions: cases.map((evalCase) => {
      const named = { ...evalCase, title: shortTitle(evalCase.title) };
      return { title: named.title, system: 'adk', open: () => ok(toSession(named)) };
    }),
  });
};

/** An agent's header, and the evaluation's facts about the whole run. */
interface RecordedAdkHeader extends AdkHeader {
  readonly recording?: RecordValue;
}

function toSession(evalCase: EvalCase): ReadSession {
  const report = createImportReport();
  const log = new AdkLog(report);
  const { body, invocations, form } = evalCase;
  report.note('info', 'adk-evalset/expected', null, () =>
    form === 'result'
      ? 'The result of an evaluation: shown is what the agent did, of which no tokens are kept; what was expected of it, and what each metric made of it, is in the file and in no turn.'
      : 'An eval set holds what is expected of an agent, made from a run or written by hand: calls without results, and no tokens.',
  );
  const areHeld = form !== 'older' && wereHeld(evalCase);
  for (const invocation of invocations) {
    const { value, place } = invocation;
    if (!isRecord(value)) {
      report.note('lost', 'import/event', place, '{# invocation} could not be read.');
    } else if (form === 'older') addOlder(invocation, log, report);
    else addNewer(invocation, areHeld ? fieldOf(value, 'creation_timestamp') : undefined, log, report);
  }
  if (form !== 'older' && !areHeld && invocations.length > 0) {
    const list = form === 'newer' ? [...evalCase.place, 'conversation'] : evalCase.place;
    report.note('info', 'adk-evalset/converted', list, () => {
      return 'The times of the invocations are those of the conversion of the file, not of a conversation: they are left out.';
    });
  }
  if (invocations.length === 0) {
    report.note('lost', 'adk-evalset/no-conversation', evalCase.place, () => {
      return form === 'result'
        ? 'The result of this case holds no invocation: only what the metrics made of it.'
        : 'The case holds no conversation: only a plan by which a user is simulated, or nothing.';
    });
  }
  const { events, sources } = log.finish();
  const header: RecordedAdkHeader = {
    title: evalCase.title,
    importer: 'adk-evalset',
    session: form === 'result' ? {} : sessionOf(body, form),
    ...(form === 'result' && { recording: recordingOf(body) }),
  };
  return { session: { system: 'adk', header, events, notes: report.notes() }, sources };
}

/** The result of the case, as its status and metrics. */
const recordingOf = (body: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(inSnakeCase(body)).filter(([key]) => resultFields.includes(key)));

const resultFields = ['eval_set_id', 'eval_id', 'final_eval_status', 'overall_eval_metric_results', 'error_message'];

/** `session_input` or, before, `initial_session`: what the case starts from. */
function sessionOf(body: RecordValue, form: EvalCase['form']): RecordValue {
  const input = recordAt(body, form === 'newer' ? 'session_input' : 'initial_session') ?? {};
  const kept = Object.entries(inSnakeCase(input)).filter(
    ([key, value]) => key === 'app_name' || key === 'user_id' || (key === 'state' && isRecord(value)),
  );
  return Object.fromEntries(kept);
}

/** People take longer than this between two messages, and a conversion of the file takes less for all of them. */
const seconds = 0.01;

/**
 * Whether the times are those of a conversation: in a converted file, the times of all invocations and of the case are
 * almost the same.
 */
function wereHeld({ body, invocations }: EvalCase): boolean {
  const times = [...invocations.map(({ value }) => value), body].flatMap(
    (holder) => numberAt(holder, 'creation_timestamp') ?? [],
  );
  const known = times.filter((time) => time > 0);
  const isLater = (time: number, index: number) => index === 0 || Math.abs(time - (known[index - 1] ?? 0)) > seconds;
  return known.length > 0 && known.every(isLater);
}
