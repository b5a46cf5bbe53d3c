import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { turnKinds } from '../../engine/model/history.ts';
import { worstOfParts } from '../../engine/model/verdict.ts';
import { turnColumnsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import type { SessionOutline, Sweep } from '../../worker/protocol.ts';
import { SmallRibbon, useVerdictInk } from '../SmallRibbon.tsx';
import styles from './SessionsPanel.module.css';

/** In CSS pixels; the same for all sessions, so that what is beside them is aligned. */
export const mapSize = { width: 64, height: 12 } as const;
const { width, height } = mapSize;

interface SessionMapProps {
  readonly outline: SessionOutline;
  /** Undefined while the rule is judged. */
  readonly sweep: Sweep | undefined;
}

/** A session in the width of a word: its verdicts, or the kinds of its turns where the rule judges none. */
export function SessionMap({ outline, sweep }: SessionMapProps) {
  return (
    <span className={styles.map} style={{ width, height }}>
      {sweep !== undefined &&
        (sweep.counts.eligible > 0 ? <Ribbon codes={sweep.codes} /> : <Kinds outline={outline} />)}
    </span>
  );
}

function Ribbon({ codes }: { readonly codes: Uint8Array }) {
  const cells = useMemo(() => worstOfParts(codes, Math.min(codes.length, width)), [codes]);
  return <SmallRibbon cells={cells} room={width} height={height} maxCellWidth={width} ink={useVerdictInk()} />;
}

/** The columns of a longer session are not worth reading for so small a picture. */
const mostTurns = 5000;

/** The kinds, the one to show first where several share a pixel, each with its height. */
export const kindBars = [
  { kind: 'input', height: 10 },
  { kind: 'capability', height: 6 },
  { kind: 'llm', height: 2 },
] as const;

function Kinds({ outline: { ref, turns } }: { readonly outline: SessionOutline }) {
  const columns = useQuery({ ...turnColumnsQuery(useEngine(), ref), enabled: turns <= mostTurns }).data;
  const paths = useMemo(() => (columns === undefined ? [] : kindPaths(columns.kinds)), [columns]);
  return (
    <svg width={width} height={height} aria-hidden="true">
      {paths.map(({ kind, path }) => (
        <path key={kind} className={styles.kind} data-kind={kind} d={path} />
      ))}
    </svg>
  );
}

/** A path per kind of turn, with a bar for each of its turns, or for each pixel that has one. */
export function kindPaths(kinds: Uint8Array) {
  const cells = Math.min(kinds.length, width);
  const paths = kindBars.map(({ kind }) => ({ kind, path: '' }));
  for (let cell = 0; cell < cells; cell++) {
    const [from, to] = [Math.floor((cell * kinds.length) / cells), Math.floor(((cell + 1) * kinds.length) / cells)];
    const inside = kinds.subarray(from, to);
    const first = kindBars.findIndex(({ kind }) => inside.includes(turnKinds.indexOf(kind)));
    const [bar, path] = [kindBars[first], paths[first]];
    if (bar === undefined || path === undefined) continue;
    const [left, right] = [Math.round((cell * width) / cells), Math.round(((cell + 1) * width) / cells)];
    const gap = right - left >= 4 ? 1 : 0;
    path.path += `M${left} ${height - 1}v${-bar.height}h${right - left - gap}v${bar.height}z`;
  }
  return paths.filter(({ path }) => path !== '');
}
