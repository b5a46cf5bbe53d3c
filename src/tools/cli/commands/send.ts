import { basename } from 'node:path';
import { longestGapMs, type Playback, recordsToPlay, usualGapMs } from '../../../worker/live/records-to-play.ts';
import { oneFile, wholeNumber } from '../args.ts';
import { parse } from '../parse.ts';
import { type Command, Refusal } from '../command.ts';
import { loadFile, loadWithTurns } from '../load.ts';
import { sendRecords } from '../send-records.ts';

export const send: Command = {
  name: 'send',
  usage: 'send FILE --to URL [--name NAME] [--speed N|--every MS|--at-once] [--session K] [--mapping FILE|auto]',
  about: 'sends the records of a recording to a running Contextscope, as if they were live',
  async run(args) {
    const { values, positionals } = parse(args, {
      to: { type: 'string' },
      name: { type: 'string' },
      speed: { type: 'string' },
      every: { type: 'string' },
      'at-once': { type: 'boolean' },
      session: { type: 'string' },
      mapping: { type: 'string' },
    });
    const file = oneFile(positionals, this.usage);
    const server = serverIn(values.to, this.usage);
    const pace = paceIn(values);
    const entry = wholeNumber(values.session, 'session');
    const opened = await loadFile(file, values.mapping);
    const session = await loadWithTurns(file, opened, entry ?? 0);
    // The server reads the records without the mapping, so they are sent as a session file.
    const playback = recordsToPlay(session, entry === undefined && values.mapping === undefined);
    if (playback.kind === 'events' && entry === undefined && opened.entries.length > 1) {
      say(`${file} holds ${opened.entries.length} sessions; this is session 0. Choose with --session K.`);
    }
    const records = playback.records.map(({ text, gap }) => ({ text, gap: gapAt(pace, gap) }));
    const name = values.name ?? (file === '-' ? 'standard input' : basename(file));
    const what = `${records.length} ${playback.kind === 'lines' ? 'lines' : 'records of the session file'}`;
    say(`Sending ${what} to ${server} as “${name}”, ${paceInWords(pace, playback)}.`);
    const isTerminal = process.stderr.isTTY;
    await sendRecords({ server, name }, records, {
      say,
      sent: (count) => void (isTerminal && process.stderr.write(`\r${count} of ${records.length}`)),
    });
    say(`${isTerminal ? '\r' : ''}${records.length} records were sent; the session has ended.`);
    return 0;
  },
};

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

function serverIn(address: string | undefined, usage: string): string {
  if (address === undefined) throw new Refusal(`Say where to send: ${usage}`);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Refusal(`--to takes the address of a server, such as http://127.0.0.1:4173, not "${address}".`);
  }
  return new URL('.', url.href.endsWith('/') ? url : `${url.href}/`).href;
}

type Pace =
  | { readonly kind: 'recorded'; readonly speed: number }
  | { readonly kind: 'every'; readonly gapMs: number }
  | { readonly kind: 'at-once' };

function paceIn(given: {
  readonly speed?: string | undefined;
  readonly every?: string | undefined;
  readonly 'at-once'?: boolean | undefined;
}): Pace {
  if ([given.speed, given.every, given['at-once']].filter((one) => one !== undefined).length > 1) {
    throw new Refusal('Give one of --speed, --every and --at-once.');
  }
  if (given['at-once'] === true) return { kind: 'at-once' };
  const every = wholeNumber(given.every, 'every');
  if (every !== undefined) return { kind: 'every', gapMs: every };
  const speed = Number(given.speed ?? 1);
  if (!(speed > 0 && Number.isFinite(speed))) {
    throw new Refusal(`--speed takes a number above 0, such as 10, not "${given.speed}".`);
  }
  return { kind: 'recorded', speed };
}

const gapAt = (pace: Pace, recorded: number): number =>
  pace.kind === 'at-once' ? 0 : pace.kind === 'every' ? pace.gapMs : recorded / pace.speed;

function paceInWords(pace: Pace, { isTimed, shortened }: Playback): string {
  if (pace.kind === 'at-once') return 'at once';
  if (pace.kind === 'every') return `one every ${pace.gapMs} ms`;
  const speed = pace.speed === 1 ? '' : `, ${pace.speed} times as fast`;
  if (!isTimed) return `one every ${usualGapMs} ms because they have no times${speed}`;
  const cut = shortened === 0 ? '' : ` (gaps of more than ${longestGapMs / 1000} s, shortened to that: ${shortened})`;
  return `at their own pace${cut}${speed}`;
}
