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

/** A drawing of the page as a file, in the colours of the page, with its title above it. */
export async function pictureOf(drawing: SVGSVGElement, title: string, kind: 'svg' | 'png'): Promise<Blob> {
  const size = { width: drawing.width.baseVal.value, height: drawing.height.baseVal.value };
  const whole = { width: size.width + 2 * margin, height: size.height + titleHeight + 2 * margin };
  const text = new XMLSerializer().serializeToString(standalone(drawing, title, whole));
  return kind === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : painted(text, whole);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A copy that needs no style sheet. */
function standalone(drawing: SVGSVGElement, title: string, { width, height }: Size): SVGSVGElement {
  const page = getComputedStyle(drawing);
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
  const copy = drawing.cloneNode(true) as SVGSVGElement; // a copy has the type of its original
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  for (const [at, part] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[at];
    if (original !== undefined) inline(part, getComputedStyle(original));
  }
  for (const [attribute, value] of [
    ['x', margin],
    ['y', margin + titleHeight],
    ['overflow', 'visible'],
  ] as const)
    copy.setAttribute(attribute, String(value));
  whole.append(name, ground, heading, copy);
  return whole;
}

function inline(part: Element, style: CSSStyleDeclaration): void {
  for (const name of drawn) {
    const value = style.getPropertyValue(name);
    if (value !== '') part.setAttribute(name, value);
  }
  part.removeAttribute('class');
  part.removeAttribute('style');
}

function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: { readonly [name: string]: string | number },
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

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
