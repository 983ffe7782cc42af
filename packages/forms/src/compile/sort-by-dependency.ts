export type Sorted =
  | { readonly ok: true; readonly order: readonly string[] }
  | { readonly ok: false; readonly cycle: readonly string[] }

/**
 * Sorts names so that each follows its dependencies, otherwise in the given order. Returns the names along a cycle if
 * there is one, with the first repeated at the end. Unknown dependencies are ignored.
 */
export function sortByDependency(names: readonly string[], dependenciesOf: (name: string) => Iterable<string>): Sorted {
  const known = new Set(names)
  const done = new Set<string>()
  const path: string[] = []

  const visit = (name: string): readonly string[] | null => {
    if (done.has(name) || !known.has(name)) return null
    const start = path.indexOf(name)
    if (start >= 0) return [...path.slice(start), name]
    path.push(name)
    for (const dependency of dependenciesOf(name)) {
      const cycle = visit(dependency)
      if (cycle !== null) return cycle
    }
    path.pop()
    done.add(name)
    return null
  }

  for (const name of names) {
    const cycle = visit(name)
    if (cycle !== null) return { ok: false, cycle }
  }
  return { ok: true, order: [...done] }
}
