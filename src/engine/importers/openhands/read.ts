import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Read, ReadSession, SessionEntry } from '../../importing/importer.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { SdkEvent, SdkTool } from './format.ts';
import type { PlacedEvent } from './order.ts';
import { readOldEvents } from './old-events.ts';
import { readSdkEvents } from './sdk-events.ts';
import { recordingsIn, type Recording } from './shapes.ts';

export const read: Read = ({ value }) => {
  const found = recordingsIn(value);
  if (found.length === 0) {
    const message = 'This looks like a log of OpenHands, but it holds no events.';
    return err({ code: 'import/malformed', message });
  }
  return ok({ sessions: found.map(entryOf) });
};

const entryOf = (recording: Recording): SessionEntry => ({
  title: shortTitle(recording.title),
  system: 'task',
  open: () => ok(toSession(recording)),
});

function toSession({ form, title, events, isReordered, about }: Recording): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const readEvents = form === 'old' ? readOldEvents : readSdkEvents;
  readEvents(events, matcher, report);
  if (isReordered) {
    report.note(
      'assumed',
      'openhands/order',
      events.at(-1)?.place ?? null,
      () => 'The events are not listed in the order in which they happened: their numbers and times say which that is.',
    );
  }
  const steps = matcher.entries();
  const first = steps.find((step) => step.kind === 'input' || step.kind === 'model');
  return toTaskSession(
    {
      title: shortTitle(title),
      importer: 'openhands',
      agent: 'OpenHands',
      startedAt: first?.at,
      declared: toolsIn(events),
      recording: about,
      entries: steps,
    },
    report,
  );
}

/** The agent's tools are listed with its instructions: the SDK's tools have a title, those of MCP a name. */
function toolsIn(events: readonly PlacedEvent[]): readonly string[] {
  return events.flatMap(({ value }) => {
    const event = v.safeParse(SdkEvent, value);
    if (!event.success || !event.output.kind.startsWith('SystemPrompt')) return [];
    return (event.output.tools ?? []).flatMap((tool) => {
      const named = v.safeParse(SdkTool, tool);
      return named.success ? (named.output.title ?? named.output.name ?? named.output.function?.name ?? []) : [];
    });
  });
}
