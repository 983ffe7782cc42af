/**
 * Rounds a number to at most `digits` digits after the point. A number that is exactly in the middle goes to the even
 * neighbour, as `decimal` of FEEL does (DMN 1.5, table 78). It works on the decimal digits of the number's text, so
 * 2.665 becomes 2.66 although the double is a little less.
 */
export function roundHalfEven(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const written = mantissa.replace('.', '')
  const surplus = written.length - 1 - Number(exponent) - digits
  if (surplus <= 0) return value
  const divisor = 10n ** BigInt(surplus)
  const whole = BigInt(written) / divisor
  const twice = (BigInt(written) % divisor) * 2n
  const isUp = twice > divisor || (twice === divisor && whole % 2n === 1n)
  const rounded = Number(`${isUp ? whole + 1n : whole}e${-digits}`)
  return value < 0 && rounded !== 0 ? -rounded : rounded
}
