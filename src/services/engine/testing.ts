import { methods } from '../../worker/methods.ts';
import { serve } from '../../worker/serve.ts';
import { createEngine, type Engine, type Spawned } from './client.ts';

/** The real engine in the test's own thread, behind a MessageChannel: for tests of panels and services. */
export function inProcessEngine(): Engine {
  return createEngine(spawnInProcess);
}

export function spawnInProcess(): Spawned {
  const { port1, port2 } = new MessageChannel();
  serve(port2, methods());
  // An unused port must not keep the test process alive.
  const close = () => {
    port1.close();
    port2.close();
  };
  return Object.assign(port1, { onerror: null, terminate: close });
}
