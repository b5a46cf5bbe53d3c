import type { Session } from '../../../model/session.ts';
import type { OperationCall } from '../../machine.ts';
import type { A2aEvent } from '../event.ts';
import type { A2aHeader } from '../header.ts';
import { a2aSamples } from '../samples.ts';
import { sessionOfScript } from '../session-of-script.ts';
import { hello } from '../testing.ts';

/** What calls on a server that has begun with `hello` come to. */
export function scripted(calls: readonly OperationCall[]): Session<A2aHeader, A2aEvent> {
  const session = sessionOfScript({ title: 'x', given: hello, calls });
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

/** A sample, as it went. */
export function sampled(id: string): Session<A2aHeader, A2aEvent> {
  const sample = a2aSamples.find((one) => one.id === id);
  const session = sample === undefined ? undefined : sessionOfScript(sample);
  if (session?.ok !== true) throw new Error(`no sample ${id}`);
  return session.value;
}
