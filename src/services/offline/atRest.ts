/** Milliseconds without a key, a click, a turn of the wheel or a change of the view. */
const restMs = 20_000;

const inputs = ['keydown', 'pointerdown', 'wheel'] as const;

/** Resolves when nothing has happened for a while. `watch` calls back with each change of the view; what it returns ends that. */
export function atRest(target: EventTarget, watch: (changed: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      endWatch();
      for (const input of inputs) target.removeEventListener(input, begin, true);
      resolve();
    };
    let timer = setTimeout(over, restMs);
    const begin = () => {
      clearTimeout(timer);
      timer = setTimeout(over, restMs);
    };
    const endWatch = watch(begin);
    for (const input of inputs) target.addEventListener(input, begin, { capture: true, passive: true });
  });
}
