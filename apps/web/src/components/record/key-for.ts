/** Derives a key from a name for forms and expressions: `costCentre` from `Cost centre`. */
export function keyFor(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const key = words
    .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join('')
  return (/^\d/.test(key) ? `c${key}` : key).slice(0, 50)
}

/** Returns a draft after a change: the key follows the name until it is edited. */
export function changeNamed<Key extends string, Draft extends { readonly [one in Key | 'name']: string }>(
  before: Draft,
  part: Partial<Draft>,
  key: Key,
): Draft {
  const isFollowed = part.name !== undefined && before[key] === keyFor(before.name)
  return { ...before, ...(isFollowed && { [key]: keyFor(part.name ?? '') }), ...part }
}
