import { limits, patterns } from '@millrace/contract'

/**
 * Returns a valid name for a process or decision, from the name or key in its file, without characters that names may
 * not have.
 *
 * @param instead the name when no valid character remains.
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
