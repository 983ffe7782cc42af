interface Naming {
  readonly max: number
  readonly word: string
  readonly gap: string
}

/** Finds a free name for a copy: `Order copy`, `Order copy 2`, …, shortened where it would be too long. */
export function findFree(name: string, { max, word, gap }: Naming, isTaken: (name: string) => boolean): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? word : `${word}${gap}${count}`
    const free = `${name.slice(0, max - end.length).trimEnd()}${end}`
    if (!isTaken(free)) return free
  }
}

/** Returns the pattern of SQL `like`, in lower case, that matches the names of all copies of an object. */
export function beginningOf(name: string, max: number): string {
  const stem = name
    .slice(0, max - 16)
    .trimEnd()
    .toLowerCase()
  return `${stem.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
