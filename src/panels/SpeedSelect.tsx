import styles from './SpeedSelect.module.css';

const speeds = [
  { speed: 1, title: '1×' },
  { speed: 2, title: '2×' },
  { speed: 10, title: '10×' },
  { speed: 100, title: '100×' },
  { speed: Number.POSITIVE_INFINITY, title: 'at once' },
];

interface SpeedSelectProps {
  readonly speed: number;
  readonly onChoose: (speed: number) => void;
}

/** How fast a recording is played back. */
export function SpeedSelect({ speed, onChoose }: SpeedSelectProps) {
  return (
    <select
      className={styles.select}
      aria-label="Speed"
      value={speed}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      {speeds.map((one) => (
        <option key={one.title} value={one.speed}>
          {one.title}
        </option>
      ))}
    </select>
  );
}
