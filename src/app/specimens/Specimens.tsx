import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { bytes, count, milliseconds } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { Region } from '../../ui/Region.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { Toast } from '../../ui/Toast.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { marks, VerdictMark } from '../../ui/VerdictMark.tsx';
import { GridSpecimen, TreeSpecimen } from './lists.tsx';
import styles from './Specimens.module.css';

const themes = ['light', 'dark', 'contrast'] as const;

/** Every part of the design system, in every theme, side by side. */
export function Specimens() {
  return (
    <main className={styles.page}>
      {themes.map((theme) => (
        <div key={theme} className={styles.sheet} data-theme={theme}>
          <h1 className={styles.title}>{theme}</h1>
          <Sheet />
        </div>
      ))}
    </main>
  );
}

function Specimen({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.specimen}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </div>
  );
}

function Sheet() {
  const [tab, setTab] = useState<'state' | 'changes' | 'raw'>('state');
  const [choice, setChoice] = useState<'context' | 'system'>('context');
  const [text, setText] = useState('input.amount > 1000');
  const [dialog, setDialog] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  return (
    <>
      <Specimen name="Verdict marks">
        <div className={styles.row}>
          {marks.map((mark) => (
            <span key={mark} className={styles.mark}>
              <VerdictMark mark={mark} />
              <span style={{ color: `var(--${mark.replace('/', '-')}-ink)` }}>{mark}</span>
            </span>
          ))}
        </div>
      </Specimen>
      <Specimen name="Text">
        <p>
          Chrome recedes, <strong className={styles.data}>data is brightest</strong>: {count(1_234_567)} of{' '}
          {count(9_000_000)}, {milliseconds(88)}, {milliseconds(4210)}, {bytes(1_200_000)}.
        </p>
        <code>context.capabilities.refund.outputs[0] 0O 1lI</code>
      </Specimen>
      <Specimen name="Buttons">
        <div className={styles.row}>
          <Button look="main" icon="open">
            Open session
          </Button>
          <Button>Plain</Button>
          <Button look="quiet">Quiet</Button>
          <Button disabled>Disabled</Button>
          <IconButton icon="settings" label="Settings" />
          <CopyButton label="Copy" text="copied" />
          <Kbd keys="Ctrl-K" />
          <Kbd keys="g g" />
        </div>
      </Specimen>
      <Specimen name="Fields and choices">
        <div className={styles.row}>
          <TextField label="Filter" look="data" value={text} onChange={setText} />
          <ChoiceRow
            label="Root"
            chosen={choice}
            onChoose={setChoice}
            choices={[
              { id: 'context', title: 'context' },
              { id: 'system', title: 'task' },
            ]}
          />
        </div>
        <TextField label="Faulty filter" look="data" fault value="input.amount >" onChange={() => {}} />
        <ChoiceRow
          label="A question with sentences for answers"
          look="list"
          chosen={choice}
          onChoose={setChoice}
          choices={[
            { id: 'context', title: 'newest first: outputs[0] is the most recent' },
            { id: 'system', title: 'oldest first: outputs[0] is the first' },
          ]}
        />
      </Specimen>
      <Specimen name="Long value">
        <code>
          <MiddleCut text={`{"order": "${'4711-'.repeat(40)}", "ok": true}`} limit={60} />
        </code>
      </Specimen>
      <Specimen name="Tabs">
        <div className={styles.box}>
          <Tabs
            label="Views"
            tabs={[
              { id: 'state', title: 'State' },
              { id: 'changes', title: 'Changes' },
              { id: 'raw', title: 'Raw' },
            ]}
            selected={tab}
            onSelect={setTab}
          >
            <EmptyState title={`Nothing in ${tab}`}>Say what would change that.</EmptyState>
          </Tabs>
        </div>
      </Specimen>
      <Specimen name="Grid of 100 000 rows">
        <GridSpecimen />
      </Specimen>
      <Specimen name="Tree">
        <TreeSpecimen />
      </Specimen>
      <Specimen name="Regions in a split">
        <div className={styles.box}>
          <SplitPane
            direction="row"
            panes={[
              {
                id: 'waiting',
                name: 'waiting',
                size: 50,
                least: 80,
                content: (
                  <Region name="Waiting">
                    <Skeleton lines={4} label="Loading" />
                  </Region>
                ),
              },
              {
                id: 'failed',
                name: 'failed',
                size: 50,
                least: 80,
                content: (
                  <Region name="Failed">
                    <Failure message="The text ends inside a string at line 3. Paste the rest of it." />
                  </Region>
                ),
              },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="Dialog and message">
        <div className={styles.row}>
          <Button onClick={() => setDialog(true)}>Show a dialog</Button>
          <Button onClick={() => setMessage('Task context snapshot: 10 turns. 2 notes.')}>Show a message</Button>
        </div>
        <Toast message={message} onClose={() => setMessage(null)} />
        {dialog && (
          <Dialog title="A dialog" onClose={() => setDialog(false)}>
            <p>The browser keeps the focus in here, closes it on Escape and gives the focus back.</p>
          </Dialog>
        )}
      </Specimen>
    </>
  );
}
