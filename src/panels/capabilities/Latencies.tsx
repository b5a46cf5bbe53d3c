import { milliseconds } from '../../ui/format.ts';
import type { CapabilityRow, Latency } from '../../worker/protocol.ts';
import styles from './Latencies.module.css';
import type { LatencyScale } from './latencyScale.ts';

const height = 24;

/** Room at both ends for a whole dot, in percent. */
const margin = 3;

const percent = (fraction: number) => `${margin + fraction * (100 - 2 * margin)}%`;

interface StripProps {
  /** Null where no time is recorded. */
  readonly latency: Latency | null;
  readonly scale: LatencyScale;
}

/** A dot for each call, a line at p50, and a dashed one at p95. The cells beside it say the same in words. */
export function Strip({ latency, scale }: StripProps) {
  return (
    <svg className={styles.strip} width="100%" height={height} aria-hidden="true">
      <Marks latency={latency} scale={scale} />
    </svg>
  );
}

function Marks({ latency, scale }: StripProps) {
  return (
    <>
      {scale.ticks.map(({ at }) => (
        <line key={at} className={styles.tick} x1={percent(at)} x2={percent(at)} y1="0" y2={height} />
      ))}
      {latency?.times.map((time, at) => (
        <circle key={at} className={styles.dot} cx={percent(scale.at(time))} cy={height / 2} r="3" />
      ))}
      {latency !== null &&
        (['p50', 'p95'] as const).map((share) => {
          const x = percent(scale.at(latency[share]));
          return <line key={share} className={styles[share]} x1={x} x2={x} y1="4" y2={height - 4} />;
        })}
    </>
  );
}

/** The scale of all strips, with its unit. */
export function Axis({ scale }: { readonly scale: LatencyScale }) {
  return (
    <svg className={styles.strip} width="100%" height="20" role="img" aria-label="latency, one dot per call">
      <AxisTexts scale={scale} />
    </svg>
  );
}

function AxisTexts({ scale }: { readonly scale: LatencyScale }) {
  return scale.ticks.map(({ at, text }) => (
    <text
      key={at}
      className={styles.text}
      x={percent(at)}
      y="14"
      textAnchor={at < 0.1 ? 'start' : at > 0.9 ? 'end' : 'middle'}
    >
      {text}
    </text>
  ));
}

/** What the marks mean. */
export function Legend() {
  return (
    <span className={styles.legend}>
      <LegendMark isDot /> one call
      <LegendMark /> p50
      <LegendMark isDashed /> p95
    </span>
  );
}

function LegendMark({ isDot = false, isDashed = false }: { readonly isDot?: boolean; readonly isDashed?: boolean }) {
  return (
    <svg className={styles.key} width="8" height="12" aria-hidden="true">
      {isDot ? (
        <circle className={styles.dot} cx="4" cy="6" r="3" />
      ) : (
        <line className={isDashed ? styles.p95 : styles.p50} x1="4" x2="4" y1="0" y2="12" />
      )}
    </svg>
  );
}

const [nameWidth, stripWidth, wordsWidth] = [200, 320, 72] as const;

interface DrawingProps {
  readonly rows: readonly CapabilityRow[];
  readonly scale: LatencyScale;
}

/** All strips with their names and figures, as one drawing to save. */
export function LatencyDrawing({ rows, scale }: DrawingProps) {
  const timed = rows.flatMap(({ function: name, latency }) => (latency === null ? [] : [{ name, latency }]));
  const right = nameWidth + stripWidth;
  return (
    <svg data-drawing="" width={right + 2 * wordsWidth} height={(timed.length + 1) * height}>
      <svg x={nameWidth} width={stripWidth} height="20">
        <AxisTexts scale={scale} />
      </svg>
      {(['p50', 'p95'] as const).map((share, at) => (
        <text key={share} className={styles.text} x={right + (at + 1) * wordsWidth} y="14" textAnchor="end">
          {share}
        </text>
      ))}
      {timed.map(({ name, latency }, at) => (
        <svg key={name} y={(at + 1) * height} width={right + 2 * wordsWidth} height={height}>
          <text className={styles.name} y="16">
            {name.length > 26 ? `${name.slice(0, 14)}…${name.slice(-11)}` : name}
          </text>
          <svg x={nameWidth} width={stripWidth} height={height}>
            <Marks latency={latency} scale={scale} />
          </svg>
          <text className={styles.text} x={right + wordsWidth} y="16" textAnchor="end">
            {milliseconds(latency.p50)}
          </text>
          <text className={styles.text} x={right + 2 * wordsWidth} y="16" textAnchor="end">
            {milliseconds(latency.p95)}
          </text>
        </svg>
      ))}
    </svg>
  );
}
