import type { Sources } from '../importing/importer.ts';
import type { History } from '../model/history.ts';
import type { Path } from '../model/path.ts';
import type { Note, TextRange } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import { withSnapshot } from '../model/snapshot-moment.ts';
import type { ImporterName } from '../opening/open-text.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Document } from '../readers/document.ts';
import { Lines } from '../readers/lines.ts';
import type { System } from '../systems/system.ts';
import type { CallsMade } from '../systems/moment.ts';
import { printCall } from './console/print.ts';
import type { Run } from './run.ts';
import { scriptOf } from './script.ts';

/** The other parts of an open session. Its source text is the calls, one per line. Made on request. */
export class RunAsSession implements OpenSession {
  readonly session: Session;
  readonly history: History;
  readonly importer: ImporterName = byHand;
  readonly #run: Run;
  #printed: Printed | undefined;

  constructor(run: Run, session: Session, history: History) {
    this.#run = run;
    this.session = session;
    this.history = withSnapshot(history, session.events.length, [], 'no turn so far');
  }

  get system(): System {
    return this.#run.system;
  }

  get notes(): readonly Note[] {
    return this.session.notes;
  }

  get sources(): Sources {
    return this.#source.sources;
  }

  get document(): Document {
    return this.#source.document;
  }

  get lines(): Lines {
    return this.#source.lines;
  }

  get calls(): CallsMade {
    const { steps, opening } = this.#run;
    return {
      length: steps.length,
      at(index) {
        const step = steps.at(index);
        return step && { call: step.call, outcome: step.outcome, upTo: opening.events.length + step.after.count };
      },
    };
  }

  get #source(): Printed {
    this.#printed ??= printed(this.#run);
    return this.#printed;
  }
}

interface Printed {
  readonly document: Document;
  readonly lines: Lines;
  readonly sources: Sources;
}

function printed(run: Run): Printed {
  const ranges: TextRange[] = [];
  const printedCalls: string[] = [];
  const paths: (Path | null)[] = run.opening.events.map(() => null);
  let text = '';
  const { do: calls } = scriptOf(run);
  for (const [index, step] of [...run.steps].entries()) {
    const line = printCall(calls[index] ?? step.call, run.system);
    ranges.push({ start: text.length, end: text.length + line.length });
    text += `${line}\n`;
    printedCalls.push(line);
    for (let i = 0; i < step.events.length; i++) paths.push([index]);
  }
  const document: Document = {
    syntax: 'python',
    text,
    value: printedCalls,
    notes: [],
    typeName: () => undefined,
    locate: ([step]) => (typeof step === 'number' ? (ranges[step] ?? null) : null),
  };
  return { document, lines: new Lines(text), sources: paths };
}

/** A run has no document. */
const byHand: ImporterName = { id: 'run', title: 'Run' };
