import type { CallOptions, Connection, EngineClient } from '../../worker/connect.ts';
import type { Input, Method, Output, SourceId } from '../../worker/protocol.ts';

/** Methods that change a run. */
export type RunChange = 'startRun' | 'perform' | 'rewind' | 'branch' | 'renameRun' | 'editCall';

/** The changes to runs, in order. Repeating them rebuilds the same runs in a new worker, under the same ids. */
export interface Journal {
  /** The methods; each successful change is recorded in the journal. */
  methods(
    call: <M extends Method>(method: M, input: Input<M>, options?: CallOptions) => Promise<Output<M>>,
  ): Pick<EngineClient, RunChange>;
  repeat(connection: Connection): void;
  closed(source: SourceId): void;
}

interface Change {
  readonly source: SourceId;
  /** A branch needs the changes of the run it was made from. */
  readonly from: SourceId;
  repeat(connection: Connection): Promise<unknown>;
}

export function createJournal(): Journal {
  let changes: Change[] = [];
  const closed = new Set<SourceId>();

  const keep = <M extends RunChange>(method: M, input: Input<M>, source: SourceId, from = source) => {
    changes.push({ source, from, repeat: (connection) => connection.call(method, input) });
  };

  return {
    methods: (call) => ({
      async startRun(input, options) {
        const opened = await call('startRun', input, options);
        keep('startRun', { ...input, source: opened.source }, opened.source);
        return opened;
      },
      async branch(input, options) {
        const opened = await call('branch', input, options);
        keep('branch', { ...input, source: opened.source }, opened.source, sourceOf(input));
        return opened;
      },
      async perform(input, options) {
        const answer = await call('perform', input, options);
        if (answer.kind === 'performed') keep('perform', input, sourceOf(input));
        return answer;
      },
      async rewind(input, options) {
        const answer = await call('rewind', input, options);
        keep('rewind', input, sourceOf(input));
        return answer;
      },
      async renameRun(input, options) {
        const answer = await call('renameRun', input, options);
        keep('renameRun', input, sourceOf(input));
        return answer;
      },
      async editCall(input, options) {
        const answer = await call('editCall', input, options);
        if (answer.kind === 'performed') keep('editCall', input, sourceOf(input));
        return answer;
      },
    }),
    repeat(connection) {
      // If a change fails now, the next query about its run fails.
      for (const change of changes) change.repeat(connection).catch(() => undefined);
      for (const source of closed) connection.call('close', { source }).catch(() => undefined);
    },
    closed(source) {
      closed.add(source);
      const isNeeded = (of: SourceId): boolean =>
        !closed.has(of) || changes.some(({ from, source: made }) => from === of && made !== of && isNeeded(made));
      changes = changes.filter((change) => isNeeded(change.source));
      for (const gone of closed) if (!changes.some((change) => change.source === gone)) closed.delete(gone);
    },
  };
}

const sourceOf = ({ session }: Input<'perform' | 'rewind' | 'branch' | 'renameRun' | 'editCall'>): SourceId =>
  session.id.split(':', 1)[0] ?? '';
