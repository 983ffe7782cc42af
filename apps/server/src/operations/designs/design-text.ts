import { limits, patterns } from '@millrace/contract'

/**
 * What a process or a decision can be called of what its file says: the pattern of names knows fewer signs than files do.
 *
 * @param instead where nothing is left of what it says.
 */
export function toName({ name, key }: { readonly name: string | null; readonly key: string }, instead: string): string {
  const clean = (text: string) =>
    text
      .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, ' ')
      .trim()
      .slice(0, limits.name)
      .trimEnd()
  const found = clean(name ?? '') || clean(key) || instead
  return patterns.name.regex.test(found) ? found : instead
}
