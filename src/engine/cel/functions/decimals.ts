/** Doubles written in decimal, rounded as Go rounds them: by the exact value, halves to the even neighbour. */

/** With `digits` digits after the point and no exponent: `1.50`. */
export function fixedText(value: number, digits: number): string {
  const all = rounded(Math.abs(value), digits)
    .toString()
    .padStart(digits + 1, '0');
  const whole = all.slice(0, all.length - digits);
  return `${sign(value)}${whole}${digits === 0 ? '' : `.${all.slice(-digits)}`}`;
}

/** With one digit before the point, and `digits` after it: `1.50e+00`. */
export function exponentText(value: number, digits: number): string {
  const size = Math.abs(value);
  let exponent = size === 0 ? 0 : Number(size.toExponential().split('e')[1]);
  let all = rounded(size, digits - exponent).toString();
  // The shortest text of a double may be on the other side of a power of ten, and rounding may cross one too.
  if (size !== 0 && all.length !== digits + 1) {
    exponent += all.length > digits + 1 ? 1 : -1;
    all = rounded(size, digits - exponent).toString();
  }
  all = all.padEnd(digits + 1, '0');
  const power = `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  return `${sign(value)}${all.slice(0, 1)}${digits === 0 ? '' : `.${all.slice(1)}`}e${power}`;
}

/** In the fewest digits that read back as the same double, and without an exponent: `0.0000001`. */
export function plainText(value: number): string {
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(power) + 1;
  if (point <= 0) return `${sign(value)}${digits === '0' ? '0' : `0.${'0'.repeat(-point)}${digits}`}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  return `${sign(value)}${whole}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
}

const sign = (value: number): string => (value < 0 || Object.is(value, -0) ? '-' : '');

/** The whole number nearest to a non-negative finite double times a power of ten. */
function rounded(size: number, power: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, size);
  const bits = view.getBigUint64(0);
  const stored = bits >> 52n;
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = stored === 0n ? fraction : fraction | (1n << 52n);
  const exponent = (stored === 0n ? 1n : stored) - 1075n;
  const above = mantissa * 10n ** BigInt(Math.max(power, 0)) * (exponent > 0n ? 1n << exponent : 1n);
  const below = 10n ** BigInt(Math.max(-power, 0)) * (exponent < 0n ? 1n << -exponent : 1n);
  const whole = above / below;
  const twice = (above % below) * 2n;
  return twice > below || (twice === below && whole % 2n === 1n) ? whole + 1n : whole;
}
