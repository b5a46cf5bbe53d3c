import styles from './Kbd.module.css';

/** Keys: `Ctrl-K` together, `g g` one after the other. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key, index) => (
        <kbd key={index} className={styles.key}>
          {key.replace(/-\w$/, (last) => last.toUpperCase())}
        </kbd>
      ))}
    </span>
  );
}
