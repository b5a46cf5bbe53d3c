/** Changes a part of the view, as the `setState` of the whole store does. */
export type Change<Part> = (change: Partial<Part> | ((view: Part) => Partial<Part>)) => void;
