/** Returns a method `getX` for each property `x`. */
export function gettersOf(properties: Record<string, () => unknown>): Record<string, () => unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, read]) => [`get${name[0]?.toUpperCase()}${name.slice(1)}`, read]),
  )
}

export function dateOf(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso)
}

export function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
