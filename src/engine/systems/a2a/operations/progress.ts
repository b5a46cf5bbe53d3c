import type { Chunk } from '../artifact.ts';
import type { ArtifactEmitted, StatusSent } from '../event.ts';
import type { Part } from '../part.ts';
import { flushCount, flushMilliseconds } from '../state.ts';
import { isTerminal } from '../task-state.ts';
import type { Args } from './args.ts';
import { agentMessage, done, placed, refused, type A2aDecided, type CalledOnTurn } from './called.ts';

/** The task stays in `working`. After the end of the turn the call only writes a warning to the server's log. */
export function sendStatus(called: CalledOnTurn): A2aDecided {
  const { turn, task, args } = called;
  if (turn.ended) return { kind: 'ignored' };
  const text = args.text('message');
  const event: StatusSent = { type: 'status-sent', ...placed(called) };
  if (text === undefined) return done([event]);
  if (isTerminal(task.state)) {
    return refused('terminal_state', `The task is ${task.state} already: its status message stays as it is.`);
  }
  return done([{ ...event, message: agentMessage(called, [{ text }]) }]);
}

export function emitText(called: CalledOnTurn): A2aDecided {
  return emit(called, { artifact_id: idOf(called.args), parts: [{ text: called.args.text('text') ?? '' }] });
}

export function emitData(called: CalledOnTurn): A2aDecided {
  const { args } = called;
  const data = args.value('data');
  const media_type = args.text('media_type') ?? 'application/json';
  // The requested media type goes into the metadata, not into the part.
  const parts: readonly Part[] = data === undefined ? [] : [{ data, media_type: 'application/json' }];
  return emit(called, { artifact_id: idOf(args), parts, metadata: { media_type } });
}

export function emitAny(called: CalledOnTurn): A2aDecided {
  const { args } = called;
  const [name, description, metadata] = [args.text('name'), args.text('description'), args.record('metadata')];
  const extensions = args.texts('extensions');
  return emit(called, {
    artifact_id: args.text('artifact_id') ?? '',
    parts: partsOf(args),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata }),
    ...(extensions.length > 0 && { extensions }),
  });
}

const idOf = (args: Args): string => args.text('artifact_id') ?? 'answer';

/** The page requires exactly one content; the code accepts several, in this order. */
function partsOf(args: Args): readonly Part[] {
  const [text, data, raw, url] = [
    args.text('text'),
    args.value('data'),
    args.text('file_bytes_base64'),
    args.text('file_url'),
  ];
  const [media_type, filename] = [args.text('media_type'), args.text('filename')];
  const typed = media_type === undefined ? {} : { media_type };
  const file = { ...typed, ...(filename !== undefined && { filename }) };
  return [
    ...(text === undefined ? [] : [{ text, ...typed }]),
    ...(data === undefined ? [] : [{ data, media_type: media_type ?? 'application/json' }]),
    ...(raw === undefined ? [] : [{ raw, ...file }]),
    ...(url === undefined ? [] : [{ url, ...file }]),
  ];
}

function emit(called: CalledOnTurn, artifact: Chunk): A2aDecided {
  const { turn, args } = called;
  if (turn.ended) return { kind: 'ignored' };
  if (artifact.parts.length === 0) {
    return refused('value_error', 'An artifact needs content: text, data, file bytes or a file URL.');
  }
  const place = placed(called);
  const event: ArtifactEmitted = {
    type: 'artifact-emitted',
    ...place,
    artifact,
    append: args.flag('append'),
    last_chunk: args.flag('last_chunk'),
  };
  return done(isFlushDue(called) ? [event, { type: 'artifacts-written', ...place }] : [event]);
}

/** Whether the buffer is written to storage with the next chunk. */
function isFlushDue({ state, turn }: CalledOnTurn): boolean {
  if (turn.request.returnsImmediately) return false;
  if (turn.pending.length + 1 >= flushCount) return true;
  return state.now !== undefined && turn.lastFlush !== undefined && state.now - turn.lastFlush >= flushMilliseconds;
}
