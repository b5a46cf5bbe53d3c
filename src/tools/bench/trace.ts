import type { Browser, CDPSession } from '@playwright/test';
import * as v from 'valibot';

/** The events of Chromium’s trace that are used; times in microseconds. */
const TraceEvents = v.array(
  v.looseObject({
    name: v.string(),
    pid: v.number(),
    tid: v.number(),
    /** Processor time of the thread. */
    tdur: v.optional(v.number(), 0),
    args: v.optional(v.looseObject({ name: v.optional(v.string()) }), {}),
  }),
);

type TraceEvent = v.InferOutput<typeof TraceEvents>[number];

/** Milliseconds of processor time of each task, of a page's main thread and of its busiest worker. */
export interface Tasks {
  readonly page: readonly number[];
  readonly worker: readonly number[];
}

/** Starts to record the tasks of a browser's only page; the returned function ends it. */
export async function traced(browser: Browser): Promise<() => Promise<Tasks>> {
  const cdp: CDPSession = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...v.parse(TraceEvents, value)));
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'] } });
  return async () => {
    const complete = new Promise<unknown>((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    await cdp.detach();
    return { page: tasksOf(events, 'CrRendererMain'), worker: tasksOf(events, 'DedicatedWorker thread') };
  };
}

/** The lengths of the tasks, in milliseconds, of the busiest thread with this name. */
function tasksOf(events: readonly TraceEvent[], thread: string): readonly number[] {
  const byThread = new Map<string, number[]>();
  const idOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  for (const event of events)
    if (event.name === 'thread_name' && event.args.name === thread) byThread.set(idOf(event), []);
  for (const event of events)
    if (event.name === 'ThreadControllerImpl::RunTask') byThread.get(idOf(event))?.push(event.tdur / 1000);
  return [...byThread.values()].toSorted((a, b) => sum(b) - sum(a))[0] ?? [];
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
