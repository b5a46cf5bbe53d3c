import styles from './Icon.module.css';

/** Drawn on a 16 px square with a stroke of 1.25 px. */
const paths = {
  open: 'M2.5 12.5v-9h4l1.5 2h5.5v7zM2.5 7.5h11',
  rail: 'M2.5 3h11v10h-11zM6 3v10',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 14 14',
  settings: 'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.8v3.4M6 9.8v3.4',
  help: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.6v.4',
  light:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1',
  dark: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z',
  contrast: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 2v12M10 3v10M12 4.5v7',
  auto: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM5.8 10.8 8 5l2.2 5.8M6.6 9h2.8',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  link: 'M6.5 9.5l3-3M7.5 4.5l1.6-1.6a2.8 2.8 0 0 1 4 4L11.5 8.5M8.5 11.5l-1.6 1.6a2.8 2.8 0 0 1-4-4L4.5 7.5',
  done: 'M3 8.5 6.5 12 13 4.5',
  down: 'M4 6.5 8 10.5l4-4',
  up: 'M4 9.5 8 5.5l4 4',
  right: 'M6.5 4 10.5 8l-4 4',
  undo: 'M4 7h6a3 3 0 0 1 0 6H7M4 7l3-3M4 7l3 3',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2v9.6L12.5 8z',
  restart: 'M3 8a5 5 0 1 0 1.6-3.7L3 5.8M3 2.5v3.3h3.3',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  newest: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  save: 'M8 2.5v7M5 6.5 8 9.5l3-3M2.5 10.5v3h11v-3',
  kept: 'M4.5 2.5h7v11L8 10.8l-3.5 2.7z',
  bell: 'M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.8 13.8h2.4',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.7h11M6.2 6.3V13',
  note: 'M3 2.5h10v7.5l-3.5 3.5H3zM5.5 5.8h5M5.5 8.5h3',
  edit: 'M3 13l.7-2.9L10.6 3.2l2.2 2.2-6.9 6.9zM9 4.8 11.2 7',
  warning: 'M8 2.5 14 13.5H2zM8 6.5v3.5M8 11.6v.4',
} as const;

export type IconName = keyof typeof paths;

/** Decoration beside a label; never the only sign of what a button does. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
