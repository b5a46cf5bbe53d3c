import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { toJson } from '../../model/json.ts';
import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { inspect } from '../../importers/inspect/index.ts';
import { openText } from '../open-text.ts';
import { json } from '../../readers/json/index.ts';
import type { ArchivedEntry, OpenArchive } from './archived.ts';
import { contentOf } from '../../readers/archives/content.ts';
import { Latest } from './latest.ts';
import type { Member } from '../../readers/archives/members.ts';

/**
 * A log of Inspect: an archive with each sample in a file of its own, and the rest of the log in `header.json`, or in
 * `_journal/start.json` while the evaluation still runs.
 * https://inspect.aisi.org.uk/eval-logs.html#sec-log-format
 */
export const isInspectLog = (members: readonly Member[]): boolean =>
  members.some(isAbout) && members.some((member) => sampleOf(member) !== undefined);

const isAbout = ({ path }: Member): boolean => path === 'header.json' || path === '_journal/start.json';

interface Sample {
  readonly member: Member;
  readonly id: string;
  readonly epoch: number;
}

function sampleOf(member: Member): Sample | undefined {
  const [, id, epoch] = /^samples\/(.{1,300})_epoch_(\d{1,9})\.json$/s.exec(member.path) ?? [];
  return id === undefined ? undefined : { member, id, epoch: Number(epoch) };
}

/**
 * Lists the samples from the directory alone. Each sample is opened as a log with that one sample, with the facts of
 * the whole log around it.
 */
export async function openInspectLog(members: readonly Member[]): Promise<Result<OpenArchive, Problem>> {
  const about = await readAbout(members);
  if (!about.ok) return about;
  const texts = new Latest(async (member: Member) => {
    const sample = await textOf(member);
    return sample.ok ? openText(`${about.value.before}${sample.value}]\n}\n`) : sample;
  });
  const samples = members.flatMap((member) => sampleOf(member) ?? []).toSorted(inOrder);
  const entries = samples.map(({ member, id, epoch }): ArchivedEntry => {
    const again = epoch === 1 ? '' : `, epoch ${epoch}`;
    const title = `${about.value.task}, sample ${id}${again}`;
    return {
      title,
      system: 'task',
      async open() {
        const text = await texts.of(member);
        return text.ok ? ok({ text: text.value, index: 0 }) : text;
      },
    };
  });
  return ok({ importer: inspect, entries, refused: [] });
}

/** In the log's own order: epoch by epoch, then ids, numbers by value. */
const inOrder = (a: Sample, b: Sample): number =>
  a.epoch - b.epoch || a.id.localeCompare(b.id, 'en', { numeric: true });

interface About {
  readonly task: string;
  /** The text of the log up to its first sample. */
  readonly before: string;
}

async function readAbout(members: readonly Member[]): Promise<Result<About, Problem>> {
  const header = members.find(({ path }) => path === 'header.json');
  const member = header ?? members.find(isAbout);
  const text = member === undefined ? err(noHeader) : await textOf(member);
  if (!text.ok) return text;
  const read = json.read(text.value);
  const log = read.ok ? read.value.value : undefined;
  if (log === undefined || !isRecord(log)) return err(noHeader);
  const named = inside(log, 'eval', 'task');
  return ok({ task: typeof named === 'string' ? named : 'Inspect', before: textBefore(log) });
}

async function textOf(member: Member): Promise<Result<string, Problem>> {
  const bytes = await member.bytes();
  const content = bytes.ok ? await contentOf(bytes.value, member.path) : bytes;
  if (!content.ok) return content;
  return content.value.kind === 'text' ? ok(content.value.text) : err(noSample(member.path));
}

/**
 * The header is written again, so that a cut-off header becomes valid. A log that is still being written has no status
 * yet.
 */
function textBefore({ samples: _samples, ...log }: RecordValue): string {
  const text = toJson({ status: 'started', ...log }, 2);
  return `${text.slice(0, text.lastIndexOf('}')).trimEnd()},\n  "samples": [`;
}

function inside(record: RecordValue, ...keys: readonly string[]): Value | undefined {
  let value: Value | undefined = record;
  for (const key of keys) value = value !== undefined && isRecord(value) ? entry(value, key) : undefined;
  return value;
}

const noSample = (path: string): Problem => ({
  code: 'archive/inspect-sample',
  message: `${path} is an archive, but a log of Inspect holds only texts. Unpack it and open its content.`,
});

const noHeader: Problem = {
  code: 'archive/inspect-header',
  message:
    'This looks like a log of Inspect, but its header (header.json) cannot be read. Unpack it and open a file of its “samples”.',
};
