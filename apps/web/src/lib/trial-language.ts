const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀćđéƒǵĥíĵķĺɱńóƥɋŕšťúṽŵẋýžÁƁĆĐÉƑǴĤÍĴĶĹṀŃÓƤɊŔŠŤÚṼŴẊÝŽ'
const letters = new Map([...plain].map((letter, index) => [letter, [...accented][index] ?? letter]))

/**
 * Returns texts with accents on their letters and in brackets, for tests of translations; placeholders are unchanged.
 */
export function accentAll(texts: object): object {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, typeof value === 'string' ? accent(value) : accentAll(value)]),
  )
}

function accent(text: string): string {
  const parts = text.split(/(\{\{\w+\}\})/)
  const turned = parts.map((part, index) => (index % 2 === 1 ? part : [...part].map(accentLetter).join('')))
  return `[${turned.join('')}]`
}

function accentLetter(letter: string): string {
  return letters.get(letter) ?? letter
}
