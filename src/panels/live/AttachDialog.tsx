import { useQuery } from '@tanstack/react-query';
import { serverAddress, streamAddress, streamsQuery } from '../../services/live.ts';
import { useView } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/EmptyState.tsx';
import { ago, bytes, counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useCurrentSecond } from '../../ui/useNow.ts';
import type { StreamFacts, StreamSource, UnusedRequest } from '../../worker/live-protocol.ts';
import { isConnected } from '../attachLive.ts';
import { PlayBackForm } from './PlayBackForm.tsx';
import styles from './AttachDialog.module.css';
import { Connect } from './Connect.tsx';
import { CopyLine } from './CopyLine.tsx';
import { FollowFile } from './FollowFile.tsx';
import { useAttach } from './useAttach.ts';

/** The live streams that the server receives, and how to send it more. */
export function AttachDialog({ onClose }: { readonly onClose: () => void }) {
  const streams = useQuery(streamsQuery());
  return (
    <Dialog title="Attach to a running agent" size="large" onClose={onClose}>
      <PlayBackForm onClose={onClose} />
      {streams.isPending && <Skeleton lines={3} label="Looking for live sessions" />}
      {streams.isError && <Failure message={streams.error.message} />}
      {streams.isSuccess && (
        <>
          <h3 className={styles.heading}>Arriving here</h3>
          {streams.data.streams.length === 0 ? (
            <p className={styles.about}>Nothing has arrived yet. Send something in one of these ways:</p>
          ) : (
            <ul className={styles.streams} aria-label="Live streams">
              {streams.data.streams.map((stream) => (
                <Stream key={stream.name} stream={stream} onClose={onClose} />
              ))}
            </ul>
          )}
          {streams.data.unused.length > 0 && <Unused requests={streams.data.unused} />}
          <h3 className={styles.heading}>Send records</h3>
          <Ways />
        </>
      )}
      {!streams.isPending && <FollowFile onClose={onClose} />}
      {!streams.isPending && <Connect reachable={streams.data?.reachable ?? []} onClose={onClose} />}
    </Dialog>
  );
}

/** Requests that became no record: the usual sign of a wrong set-up. */
function Unused({ requests }: { readonly requests: readonly UnusedRequest[] }) {
  const now = useCurrentSecond();
  return (
    <>
      <h3 className={styles.heading}>Refused or ignored</h3>
      <ul className={styles.streams} aria-label="Requests that became no record">
        {requests.toReversed().map(({ what, reason, count, last }) => (
          <li key={`${what} ${reason}`} className={styles.unused}>
            <code className={styles.name}>{what}</code>
            <span className={styles.facts}>
              {counted(count, 'request')}, last {ago(now - Date.parse(last) / 1000)}
            </span>
            <p className={styles.reason}>{reason}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

const sources: { readonly [S in StreamSource]: string } = {
  relay: 'posted',
  otlp: 'OpenTelemetry',
  file: 'file',
};

function Stream({ stream, onClose }: { readonly stream: StreamFacts; readonly onClose: () => void }) {
  const { name, source, records, lastRecord, isEnded } = stream;
  const attached = useView(({ sources: open }) => open.find((one) => isConnected(one) && one.name === name));
  const now = useCurrentSecond();
  const attach = useAttach(onClose);
  return (
    <li className={styles.stream}>
      <span className={styles.name}>{name}</span>
      <span className={styles.facts}>
        {sources[source]}, {counted(records, 'record')}, {bytes(stream.bytes)}
        {lastRecord !== null && `, last ${ago(now - Date.parse(lastRecord) / 1000)}`}
        {isEnded && ', ended'}
        {stream.deleted > 0 && `, ${counted(stream.deleted, 'record')} deleted to make room`}
      </span>
      {attached !== undefined ? (
        <span className={styles.facts}>attached</span>
      ) : (
        <Button
          onClick={() => attach({ kind: 'relay', address: streamAddress(name) }, name)}
          aria-label={`Attach to ${name}`}
        >
          Attach
        </Button>
      )}
      {attached?.live?.problem != null && <p className={styles.reason}>{attached.live.problem.message}</p>}
    </li>
  );
}

/** Lines that a user can copy into a terminal. */
function Ways() {
  const server = serverAddress();
  const ways = [
    {
      title: 'An agent with OpenTelemetry: set these before it starts.',
      lines: [`export OTEL_EXPORTER_OTLP_ENDPOINT=${server}`, 'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf'],
    },
    {
      title: 'A log that an agent writes: start Contextscope with it.',
      lines: ['npm start -- --watch ~/.claude/projects'],
    },
    {
      title: 'Anything else: post each record to a name of your choice.',
      lines: [`curl ${server}/live/my-agent -d '{"role": "user", "content": "Hello"}'`],
    },
    {
      title: 'A recording, sent from a terminal as if its agent were running now.',
      lines: [`npm run -s cli -- send public/samples/phone-call.ctx.json --to ${server} --speed 10`],
    },
  ];
  return (
    <ul className={styles.ways}>
      {ways.map(({ title, lines }) => (
        <li key={title}>
          <p className={styles.about}>{title}</p>
          {lines.map((line) => (
            <CopyLine key={line} line={line} />
          ))}
        </li>
      ))}
    </ul>
  );
}
