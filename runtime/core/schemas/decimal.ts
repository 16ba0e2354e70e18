/** Whether `value` is a whole number of times `step`, as people reckon: 19.99 is a multiple of 0.01. */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const one = decimalOf(value);
  const other = decimalOf(step);
  const exponent = Math.min(one.exponent, other.exponent);
  return scaled(one, exponent) % scaled(other, exponent) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The decimal number that is written for a floating-point one. */
function decimalOf(value: number): Decimal {
  const [mantissa = "0", power = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
