/**
 * Returns the digits after the point of an amount in a currency (ISO 4217, minor units). It uses its own table, because
 * `Intl` differs between browsers and servers. 2 for an unknown currency.
 */
export function findMinorDigits(currency: string | undefined): number {
  return (currency === undefined ? undefined : exceptions.get(currency)) ?? 2
}

const exceptions: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([digits, currencies]) => currencies.split(' ').map((one) => [one, Number(digits)] as const)),
)
