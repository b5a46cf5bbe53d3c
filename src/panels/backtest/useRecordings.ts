import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { samplesQuery, sampleSourceQuery } from '../../services/samples.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useOptionalSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import type { Recording } from '../../worker/backtest-protocol.ts';
import { samplePrefix } from './rows.ts';

/** All recordings to judge: the samples, the open sessions, and the added files. */
export function useRecordings(): readonly Recording[] {
  const samples = useSampleRecordings();
  const sources = useView((view) => view.sources);
  const files = useView((view) => view.backtest.recordings);
  const shown = useOptionalSession()?.outline;
  const run = shown?.isRun === true ? shown.ref : null;
  return useMemo(() => {
    const ids = new Set(files.map(({ id }) => id));
    const open = sources
      // A file that was added and then opened is one recording, not two.
      .filter(({ recording }) => recording === undefined || !ids.has(recording))
      .map(({ name, live, opened: { source } }): Recording => {
        const isReceived = live !== undefined && live.state !== 'ended' && !live.isStopped;
        // The run on the page may continue while it is judged.
        const revision = isReceived
          ? live.number
          : run?.id.startsWith(`${source}:`) === true
            ? run.revision
            : undefined;
        return { id: source, name, kind: 'open', source, ...(revision !== undefined && { revision }) };
      });
    return [...open, ...files, ...samples];
  }, [samples, sources, files, run]);
}

function useSampleRecordings(): readonly Recording[] {
  const engine = useEngine();
  const samples = useQuery(samplesQuery()).data;
  const sources = useQueries({
    queries: (samples ?? []).map((sample) => sampleSourceQuery(engine, sample)),
    combine: sourcesOf,
  });
  return useMemo(
    () =>
      (samples ?? []).flatMap(({ id }, at): readonly Recording[] => {
        const source = sources[at];
        return source === undefined ? [] : [{ id: `${samplePrefix}${id}`, name: 'sample', kind: 'open', source }];
      }),
    [samples, sources],
  );
}

const sourcesOf = (answers: readonly { readonly data: { readonly source: string } | undefined }[]) =>
  answers.map(({ data }) => data?.source);
