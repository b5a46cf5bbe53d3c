import { type KeyboardEvent, useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemError } from '../../worker/connect.ts';
import type { AgentFacts, AgentRequest } from '../../worker/live-protocol.ts';
import type { SourceId } from '../../worker/protocol.ts';
import styles from './SessionsPanel.module.css';

const words: { readonly [W in AgentFacts['waitsFor']]: string } = {
  nothing: 'is ready for a message',
  agent: 'is working',
  answer: 'waits for your answer',
  'sign-in': 'waits until you sign in at the address that it sent',
};

/** What the user writes to the agent of a live session. The answers are in the session. */
export function AgentForm({ source, agent }: { readonly source: SourceId; readonly agent: AgentFacts }) {
  const engine = useEngine();
  const { notify } = useNoticeActions();
  const [text, setText] = useState('');
  const { title, description, waitsFor } = agent;
  const canSend = waitsFor !== 'agent' && text.trim() !== '';
  const ask = (request: AgentRequest) => {
    engine.askAgent({ source, request }).catch((cause: unknown) => {
      if (!(cause instanceof ProblemError)) throw cause;
      notify(cause.problem.message, { tone: 'failure' });
    });
  };
  const send = () => {
    if (!canSend) return;
    ask({ kind: 'message', text });
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.agent}>
      <p role="status" title={description}>
        {title} {words[waitsFor]}
      </p>
      <textarea
        aria-label={`Message to ${title}`}
        placeholder={waitsFor === 'answer' ? 'Your answer' : 'Message'}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.agentButtons}>
        <Button onClick={send} aria-disabled={!canSend}>
          Send
        </Button>
        {waitsFor !== 'nothing' && <Button onClick={() => ask({ kind: 'cancel' })}>Cancel the task</Button>}
      </div>
    </div>
  );
}
