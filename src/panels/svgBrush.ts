import { element } from './savePicture.ts';
import type { TextBrush } from './textBrush.ts';

/** A brush that draws into an SVG group instead of on a canvas. */
export class SvgBrush implements TextBrush {
  fillStyle: TextBrush['fillStyle'] = '';
  font = '';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  readonly group = element('g', {});
  readonly #ground: string;
  /** Rectangles of one colour that follow each other are one path. */
  #path: { readonly fill: string; readonly strokes: string[]; readonly drawn: SVGPathElement } | null = null;

  constructor(ground: string) {
    this.#ground = ground;
  }

  /** What is cleared has the colour of the ground. */
  clearRect(x: number, y: number, width: number, height: number): void {
    if (this.group.childElementCount > 0) this.#fill(this.#ground, x, y, width, height);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#fill(String(this.fillStyle).trim(), x, y, width, height);
  }

  fillText(text: string, x: number, y: number): void {
    const [, weight = '400', size = '12', family = 'sans-serif'] = /^(\d+) ([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const written = element('text', {
      x,
      y,
      fill: String(this.fillStyle).trim(),
      'font-family': family,
      'font-size': size,
      'font-weight': weight,
    });
    written.textContent = text;
    this.group.append(written);
    this.#path = null;
  }

  measureText(text: string): { readonly width: number } {
    measuring ??= document.createElement('canvas').getContext('2d');
    // Tests have no canvas.
    if (measuring === null) return { width: 6.5 * text.length };
    measuring.font = this.font;
    return measuring.measureText(text);
  }

  #fill(fill: string, x: number, y: number, width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    if (this.#path?.fill !== fill) {
      this.#path = { fill, strokes: [], drawn: element('path', { fill }) };
      this.group.append(this.#path.drawn);
    }
    this.#path.strokes.push(`M${x} ${y}h${width}v${height}h${-width}z`);
    this.#path.drawn.setAttribute('d', this.#path.strokes.join(''));
  }
}

let measuring: CanvasRenderingContext2D | null = null;
