import { liveRoutes } from '../live/routes.ts';
import type { Permissions } from '../live/requests.ts';
import { deleteRecordsOfDeadServers, LiveStreams, usualLimits } from '../live/streams.ts';
import { Watch } from '../live/watch/watch.ts';
import { type OpenedFile, openedRoute } from './opened.ts';
import { listen, listenAt } from './listen.ts';
import { createPageServer, type Route } from './server.ts';

/** Where exporters of OpenTelemetry send to unless they are configured otherwise. */
export const otlpPort = 4318;

export interface ServeChoices {
  readonly host: string;
  /** The first port to try; 0 for any free one. */
  readonly port: number;
  /** Files, folders and patterns to follow. */
  readonly watch: readonly string[];
  readonly allowed: Permissions;
  /** The folder in which the records are kept while the server runs, and how many bytes of them. */
  readonly records: string;
  readonly recordsLimit: number;
  /** Files that the page shows when it opens. */
  readonly opened: readonly OpenedFile[];
}

interface RunningServer {
  /** The address of the page. */
  readonly address: string;
  /** Whether exporters reach it at their usual port, too. */
  readonly isAtOtlpPort: boolean;
  close(): void;
}

/** Serves the folder of the built page, relays live sessions and receives OTLP, all at one address. */
export async function startServer(
  page: string,
  { host, port, watch, allowed, records, recordsLimit, opened }: ServeChoices,
): Promise<RunningServer> {
  deleteRecordsOfDeadServers(records);
  const streams = new LiveStreams({ ...usualLimits, total: recordsLimit }, records);
  const routes = liveRoutes(streams, allowed);
  const openedFiles = openedRoute(opened, allowed);
  const pageRoutes: Route = async (...asked) => (await openedFiles(...asked)) || routes(...asked);
  const servers = [createPageServer(page, pageRoutes, allowed), createPageServer(null, routes)] as const;
  for (const server of servers) streams.unused.watchProtocol(server);
  const [own, otlp] = servers;
  const deleteRecords = () => streams.close();
  process.on('exit', deleteRecords);
  const address = await listen(own, host, port);
  const isAtOtlpPort = await listenAt(otlp, host, otlpPort);
  const watching = watch.length > 0 ? new Watch(streams, watch) : null;
  return {
    address,
    isAtOtlpPort,
    close() {
      void watching?.close();
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      streams.close();
      process.off('exit', deleteRecords);
    },
  };
}
