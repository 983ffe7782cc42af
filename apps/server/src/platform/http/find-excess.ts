/** What makes JSON too costly to read: lists and objects too deep in one another, or too many items in all of them. */
export type Excess = 'depth' | 'values'

const [quote, backslash, comma, openObject, openList, closeObject, closeList] = Buffer.from('"\\,{[}]')

/**
 * Looks JSON over without reading it, in one pass that ends where it is too much: a list of a million numbers takes 15 ms to
 * look over, and many times as long to make. Of what is no JSON it tells something or other; reading it then fails.
 *
 * @returns null where it may be read.
 */
export function findExcess(
  bytes: Uint8Array,
  { depth, values }: { readonly depth: number; readonly values: number },
): Excess | null {
  let [level, found] = [0, 1]
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at++
        while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
        break
      case comma:
        if (++found > values) return 'values'
        break
      case openObject:
      case openList:
        if (++level > depth) return 'depth'
        if (++found > values) return 'values'
        break
      case closeObject:
      case closeList:
        level--
    }
  }
  return null
}
