import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { unreachable } from '../../base/unreachable.ts';
import type { ArtifactContent, ContentBlock } from '../../engine/systems/a2a/views/artifact-content.ts';
import type { ArtifactKey } from '../../engine/systems/a2a/views/artifacts.ts';
import { artifactContentQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { bytes, counted } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import styles from './ArtifactsView.module.css';

/** The parts of an artifact after the turn at the cursor; content from that turn is marked. */
export function Content({ artifact }: { readonly artifact: ArtifactKey }) {
  const { ref: session } = useSession();
  const turn = useCalmCursor();
  const decisions = useDecisions();
  const result = useQuery(artifactContentQuery(useEngine(), { session, turn, decisions, artifact }));
  if (result.isError) return <Failure message={result.error.message} />;
  if (result.data === undefined) return <Skeleton lines={4} label="Loading: Content" />;
  if (result.data === null) return null;
  const { blocks, hidden } = result.data;
  return (
    <div className={styles.content}>
      <About content={result.data} />
      {blocks.map((block, index) => (
        <Fragment key={index}>
          {hidden?.before === index && <p className={styles.gap}>⋯ {counted(hidden.parts, 'part')} not shown ⋯</p>}
          <Block block={block} turn={turn} />
        </Fragment>
      ))}
    </div>
  );
}

function About({ content: { description, metadata, extensions } }: { readonly content: ArtifactContent }) {
  if (description === null && metadata === null && extensions.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {description !== null && (
        <>
          <dt>description</dt>
          <dd>
            <MiddleCut text={description} limit={200} />
          </dd>
        </>
      )}
      {metadata !== null && (
        <>
          <dt>metadata</dt>
          <dd>
            <pre className={styles.text}>{metadata}</pre>
          </dd>
        </>
      )}
      {extensions.length > 0 && (
        <>
          <dt>extensions</dt>
          <dd>{extensions.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

function Block({ block, turn }: { readonly block: ContentBlock; readonly turn: number }) {
  switch (block.kind) {
    case 'text':
      return (
        <section className={styles.block} aria-label="Text">
          <p className={styles.kind}>{kindWords('text', block.mediaType, block.parts)}</p>
          <pre className={styles.text}>
            {block.pieces.map(({ text, isNew }, index) =>
              isNew ? <Fresh key={index} text={text} turn={turn} /> : <Fragment key={index}>{text}</Fragment>,
            )}
          </pre>
        </section>
      );
    case 'data':
      return (
        <section className={styles.block} data-here={block.isNew} aria-label="Data">
          <p className={styles.kind}>
            {kindWords('data', block.mediaType, 1)}
            {block.isCut && ', cut'}
            {block.isNew && <Came turn={turn} />}
          </p>
          <pre className={styles.text}>{block.json}</pre>
        </section>
      );
    case 'file': {
      const { filename, url, size, isNew } = block;
      const name = filename ?? url ?? 'without a name';
      return (
        <section className={styles.block} data-here={isNew} aria-label="File">
          <p className={styles.kind}>
            {kindWords('file', block.mediaType, 1)}
            {size === null ? ', by its address' : `, ${bytes(size)}`}
            {isNew && <Came turn={turn} />}
          </p>
          <p className={styles.file}>
            <MiddleCut text={name} />
          </p>
          {filename !== null && url !== null && (
            <p className={styles.aside}>
              <MiddleCut text={url} />
            </p>
          )}
        </section>
      );
    }
    default:
      return unreachable(block);
  }
}

/** Text that was added at the cursor's turn, among earlier text. */
function Fresh({ text, turn }: { readonly text: string; readonly turn: number }) {
  return (
    <mark className={styles.fresh} title={`added at turn ${turn}`}>
      <span className="visually-hidden">{`(added at turn ${turn}) `}</span>
      {visible(text)}
    </mark>
  );
}

function Came({ turn }: { readonly turn: number }) {
  return (
    <>
      , <span className={styles.here}>added at turn {turn}</span>
    </>
  );
}

const kindWords = (kind: string, mediaType: string | null, parts: number): string =>
  `${parts === 1 ? kind : `${parts} ${kind} parts, shown as one`}${mediaType === null ? '' : `, ${mediaType}`}`;
