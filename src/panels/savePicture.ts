import { download, fileNameOf } from './download.ts';
import type { PictureKind } from './SaveMenu.tsx';

/** What a drawing gets from the page's styles. */
const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const;

const namespace = 'http://www.w3.org/2000/svg';
const [margin, titleHeight] = [12, 24] as const;

interface About {
  /** The title of the session. */
  readonly session: string;
  /** What the picture shows. */
  readonly name: string;
  /** The styles of the page where the picture is. */
  readonly page: CSSStyleDeclaration;
  /** Puts stand-ins for private values in a text, such as the title of the session. */
  readonly hide: (text: string) => Promise<string>;
}

/** Downloads a drawing that needs no style sheet. */
export async function savePicture(drawing: SVGSVGElement, { session, name, page, hide }: About, kind: PictureKind) {
  await hideTexts(drawing, hide);
  const title = await hide(session);
  const file = await pictureOf(drawing, `${title}: ${name}`, page, kind);
  download(file, `${fileNameOf(`${title} ${name}`)}.${kind}`, mediaTypes[kind]);
}

/** Names of contexts and functions in a drawing come from the recording. */
export async function hideTexts(drawing: SVGSVGElement, hide: About['hide']): Promise<void> {
  const texts = [...drawing.querySelectorAll('text, title')].filter(({ childElementCount }) => childElementCount === 0);
  const hidden = await hideEach(
    texts.map(({ textContent }) => textContent ?? ''),
    hide,
  );
  for (const [at, text] of texts.entries()) if (hidden[at] !== text.textContent) text.textContent = hidden[at] ?? '';
}

/** Each on one line. Before a text is cut to its room, because half a private value is not recognised as one. */
export async function hideEach(texts: readonly string[], hide: About['hide']): Promise<readonly string[]> {
  const hidden = await hide(texts.map((text) => text.replaceAll('\n', ' ')).join('\n'));
  return hidden.split('\n');
}

const mediaTypes = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** The drawing as a file, on the ground of the page, with its title above it. */
export async function pictureOf(
  drawing: SVGSVGElement,
  title: string,
  page: CSSStyleDeclaration,
  kind: PictureKind,
): Promise<Blob> {
  const [width, height] = ['width', 'height'].map((side) => Number(drawing.getAttribute(side)));
  const whole = { width: (width ?? 0) + 2 * margin, height: (height ?? 0) + titleHeight + 2 * margin };
  const text = new XMLSerializer().serializeToString(framed(drawing, title, page, whole));
  return kind === 'svg' ? new Blob([text], { type: mediaTypes.svg }) : painted(text, whole);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function framed(drawing: SVGSVGElement, title: string, page: CSSStyleDeclaration, size: Size): SVGSVGElement {
  const { width, height } = size;
  const whole = element('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' });
  const name = element('title', {});
  name.textContent = title;
  const ground = element('rect', { width, height, fill: page.getPropertyValue('--surface').trim() || '#ffffff' });
  const heading = element('text', {
    x: margin,
    y: margin + 12,
    fill: page.getPropertyValue('--data').trim() || '#000000',
    'font-family': page.getPropertyValue('--text').trim() || 'sans-serif',
    'font-size': 13,
    'font-weight': 600,
  });
  heading.textContent = title;
  for (const [attribute, value] of [
    ['x', margin],
    ['y', margin + titleHeight],
    ['overflow', 'visible'],
  ] as const)
    drawing.setAttribute(attribute, String(value));
  whole.append(name, ground, heading, drawing);
  return whole;
}

/** A copy of a drawing of the page that needs no style sheet. */
export function inlined(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement; // a copy has the type of its original
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  for (const [at, part] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[at];
    if (original !== undefined) inline(part, getComputedStyle(original));
  }
  copy.setAttribute('width', String(drawing.width.baseVal.value));
  copy.setAttribute('height', String(drawing.height.baseVal.value));
  return copy;
}

function inline(part: Element, style: CSSStyleDeclaration): void {
  for (const name of drawn) {
    const value = style.getPropertyValue(name);
    if (value !== '') part.setAttribute(name, value);
  }
  part.removeAttribute('class');
  part.removeAttribute('style');
}

export function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: { readonly [name: string]: string | number },
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** The page's own fonts are in no file of a picture. */
export const pictureFont = { size: 12, family: 'system-ui, sans-serif' } as const;

/** Writes into a drawing that is made for a file. `ink`: a token of the page's theme. */
export const writerInto =
  (whole: SVGSVGElement, token: (name: string) => string) =>
  (text: string, x: number, y: number, ink: string, weight = 400): SVGTextElement => {
    const written = element('text', {
      x,
      y,
      fill: token(ink),
      'font-family': pictureFont.family,
      'font-size': pictureFont.size,
      'font-weight': weight,
    });
    written.textContent = text;
    whole.append(written);
    return written;
  };

/** Two pixels for one, so that it is sharp on every screen. */
const sharpness = 2;

async function painted(text: string, { width, height }: Size): Promise<Blob> {
  const image = new Image();
  // The page's policy allows pictures from `data:`, and none from `blob:`.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * sharpness;
  canvas.height = height * sharpness;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('The browser made no PNG of the picture.')) : resolve(blob),
    );
  });
}
