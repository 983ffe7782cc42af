import { type PackageDifference, packageLimits } from '@millrace/contract'

/**
 * Lists the differences between the content of an object here and in a package, field by field; texts are compared line
 * by line.
 */
export function listDifferences(before: object, after: object): { differences: PackageDifference[]; count: number } {
  const found: PackageDifference[] = []
  let count = 0
  const add = (field: string, from: unknown, to: unknown) => {
    count++
    if (found.length < packageLimits.differences) found.push({ field, before: show(from), after: show(to) })
  }
  compare('', before, after)
  return { differences: found, count }

  function compare(field: string, from: unknown, to: unknown): void {
    if (Object.is(from, to)) return
    if (isTree(from) && isTree(to) && Array.isArray(from) === Array.isArray(to)) {
      const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
      for (const name of names) compare(field === '' ? name : `${field}.${name}`, own(from, name), own(to, name))
      return
    }
    if (typeof from === 'string' && typeof to === 'string' && (from.includes('\n') || to.includes('\n')))
      compareLines(field, from.split('\n'), to.split('\n'))
    else add(field, from, to)
  }

  /** Lines between what both begin and end with: enough to see where a text differs, and linear. */
  function compareLines(field: string, from: readonly string[], to: readonly string[]): void {
    const shorter = Math.min(from.length, to.length)
    let start = 0
    while (start < shorter && from[start] === to[start]) start++
    let end = 0
    while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end++
    const lines = Math.max(from.length, to.length) - start - end
    for (let line = start; line < start + lines; line++) {
      const old = line < from.length - end ? from[line] : undefined
      const next = line < to.length - end ? to[line] : undefined
      if (old !== next) add(`${field}, line ${line + 1}`, old, next)
    }
  }
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** A name such as `constructor` is that of a field, never of what every object has. */
function own(tree: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(tree, name) ? tree[name] : undefined
}

function show(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value)
  return text.length > packageLimits.shown ? `${text.slice(0, packageLimits.shown)}…` : text
}
