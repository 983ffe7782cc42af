import type { SimulationModel } from './model.ts'

/** Returns the nodes from which a token can reach each gateway that waits for all tokens which can arrive. */
export function findReach({ nodes }: SimulationModel): ReadonlyMap<number, ReadonlySet<number>> {
  const sources = nodes.map((): number[] => [])
  for (const [index, { flows, boundary }] of nodes.entries())
    for (const { node } of [...flows, ...boundary]) sources[node]?.push(index)
  const reach = new Map<number, ReadonlySet<number>>()
  for (const [index, { waitsFor }] of nodes.entries()) {
    if (waitsFor !== 'all that can arrive') continue
    const found = new Set<number>()
    for (const open = [index]; open.length > 0; )
      for (const source of sources[open.pop() as number] ?? []) {
        if (found.has(source)) continue
        found.add(source)
        open.push(source)
      }
    found.delete(index)
    reach.set(index, found)
  }
  return reach
}
