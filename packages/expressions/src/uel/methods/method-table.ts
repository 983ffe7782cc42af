import { Fault } from '../environment.ts'

/** A white list of methods: by name the fewest and most arguments, and what the method does. */
export type MethodTable<Self> = Readonly<
  Record<string, readonly [fewest: number, most: number, call: (self: Self, ...args: unknown[]) => unknown]>
>

/**
 * Calls a method of a white list.
 * @throws Fault when it is not in the list or takes another number of arguments.
 */
export function callListed<Self>(
  table: MethodTable<Self>,
  self: Self,
  name: string,
  args: readonly unknown[],
): unknown {
  const [fewest, most, call] = table[name]!
  if (args.length < fewest || args.length > most) {
    const wanted =
      fewest === most ? fewest : most === Number.POSITIVE_INFINITY ? `${fewest} or more` : `${fewest} to ${most}`
    throw new Fault(`Expected ${wanted} arguments for ${name}(), but got ${args.length}.`)
  }
  return call(self, ...args)
}

export function isListed(table: MethodTable<never>, name: string): boolean {
  return Object.hasOwn(table, name)
}

export function unknownMethod(kind: string, name: string, tables: readonly MethodTable<never>[]): Fault {
  const known = ['toString', ...tables.flatMap((table) => Object.keys(table))].sort()
  return new Fault(
    `Expected a method of ${kind}, but it has no '${name}' (unknown method); it has ${known.join(', ')}.`,
  )
}
