import type { Session } from '../../../model/session.ts';
import type { OperationCall } from '../../machine.ts';
import type { A2aEvent } from '../event.ts';
import type { A2aHeader } from '../header.ts';
import { a2aSamples } from '../samples.ts';
import { hello, sessionOfScript } from '../testing.ts';

/** The session of calls on a server that started with `hello`. */
export function scripted(calls: readonly OperationCall[]): Session<A2aHeader, A2aEvent> {
  const session = sessionOfScript({ title: 'x', given: hello, calls });
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

/** The session of a sample. */
export function sampled(id: string): Session<A2aHeader, A2aEvent> {
  const sample = a2aSamples.find((one) => one.id === id);
  const session = sample === undefined ? undefined : sessionOfScript(sample);
  if (session?.ok !== true) throw new Error(`no sample ${id}`);
  return session.value;
}
