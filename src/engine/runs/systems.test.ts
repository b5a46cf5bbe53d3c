import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../model/decisions.ts';
import { materialise } from '../model/materialise.ts';
import { writeSessionFile } from '../model/session-file.ts';
import type { RecordValue, Value } from '../model/value.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { openNow } from '../testing.ts';
import { readDocument } from '../readers/read-document.ts';
import { isRecord } from '../model/value.ts';
import { systemOf } from '../systems/systems.ts';
import { systems } from '../systems/registry.ts';
import { OpenRun } from './open-run.ts';
import type { Run } from './run.ts';
import { readScript, runOf, scriptOf, writeScript, type Script } from './script.ts';

/** The behaviour vectors of a system, as scripts. */
function scriptsOf(id: string): readonly Script[] {
  const folder = new URL(`../systems/${id}/fixtures/`, import.meta.url);
  const file = readdirSync(folder).find((name) => name.endsWith('.json'));
  const read = readDocument(readFileSync(new URL(file ?? '', folder), 'utf8'));
  const vectors = read.ok && isRecord(read.value.value) ? read.value.value['vectors'] : undefined;
  return (Array.isArray(vectors) ? vectors : []).flatMap((vector: RecordValue) => {
    const script = readScript({ ...vector, system: id });
    // Vectors name a wait by the number of its step; a script names it by its token.
    return script.ok && script.value.do.every(({ op }) => op !== 'probe_pending') ? [script.value] : [];
  });
}

async function ran(script: Script): Promise<Run> {
  const run = await runOf(script, systemOf(script.system));
  if (!run.ok) throw new Error(run.problem.message);
  return run.value;
}

function seen({ session, system, history }: OpenSession): Value {
  const state = system.stateAt(session, history, history.turns.length - 1, defaultDecisions);
  return [history.turns.length, materialise(state)];
}

function reopened(text: string): OpenSession {
  const opened = openNow(text);
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const outcomes = (run: Run) => [...run.steps].map(({ outcome }) => outcome);

describe.each(systems.map(({ id }) => id))('runs of %s', (id) => {
  const scripts = scriptsOf(id);

  it('run, and are the same when they are performed again from their script', async () => {
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      const run = await ran(script);
      const text = writeScript(run);
      const document = readDocument(text);
      const again = document.ok ? readScript(document.value.value) : document;
      if (!again.ok) throw new Error(again.problem.message);
      expect(again.value).toEqual(scriptOf(run));
      // Secrets are no longer there, so messages may differ.
      const isWhole = (systemOf(id).transient ?? []).every((name) => !JSON.stringify(script).includes(name));
      expect(outcomes(isWhole ? await ran(again.value) : run)).toEqual(outcomes(run));
    }
  });

  it('are sessions, whose files open again as the same sessions', async () => {
    for (const script of scripts) {
      const open = new OpenRun(await ran({ ...script, do: [] }));
      for (const call of script.do) {
        open.session();
        await open.perform(call);
      }
      const session = open.session();
      expect(seen(session)).toEqual(seen(new OpenRun(open.run).session()));
      const again = seen(reopened(writeSessionFile(session.session)));
      expect(again).toEqual(seen(session));
    }
  });
});

describe('a run with secrets', () => {
  it('writes them into no script and into no session', async () => {
    const request_context = { authorization: 'Bearer s3cret' };
    const message = { message_id: 'm-1', parts: [{ text: 'hi' }] };
    const open = new OpenRun(
      await ran({
        system: 'a2a',
        given: { message, request_context },
        do: [
          { op: 'request_input', args: { question: 'which?' } },
          { op: 'follow_up', as: 'second', args: { message: { ...message, message_id: 'm-2' }, request_context } },
          { op: 'get', on: 'second', args: { field: 'request_context' } },
        ],
      }),
    );
    expect(open.run.steps.at(2)?.outcome).toEqual({ returns: request_context });
    expect(writeScript(open.run)).not.toContain('s3cret');
    expect(writeSessionFile(open.session().session)).not.toContain('s3cret');
    expect(open.session().document.text).not.toContain('s3cret');
  });
});
