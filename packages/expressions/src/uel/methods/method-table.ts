import type { Allowance } from '../../meter.ts'
import { Fault } from '../environment.ts'

/** The fewest and most arguments of a method, and what it does. */
type Method<Self> = readonly [fewest: number, most: number, call: (self: Self, ...args: unknown[]) => unknown]

/** A method that charges its own work, because it does not follow from the sizes of its arguments. */
interface MeteredMethod<Self> {
  readonly arguments: readonly [fewest: number, most: number]
  readonly call: (allowance: Allowance, self: Self, ...args: unknown[]) => unknown
}

/** A white list of methods by name. */
export type MethodTable<Self> = Readonly<Record<string, Method<Self> | MeteredMethod<Self>>>

/** Creates a method that charges for its work. */
export function metered<Self>(
  fewest: number,
  most: number,
  call: (allowance: Allowance, self: Self, ...args: unknown[]) => unknown,
): MeteredMethod<Self> {
  return { arguments: [fewest, most], call }
}

/**
 * Calls a method of a white list.
 * @throws Fault when it is not in the list or takes another number of arguments.
 */
export function callListed<Self>(
  table: MethodTable<Self>,
  self: Self,
  name: string,
  { args, allowance }: { args: readonly unknown[]; allowance: Allowance },
): unknown {
  const method = table[name]!
  const isMetered = 'arguments' in method
  const counts = isMetered ? method.arguments : method
  if (args.length < counts[0] || args.length > counts[1]) throw wrongCount(counts, name, args)
  return isMetered ? method.call(allowance, self, ...args) : method[2](self, ...args)
}

function wrongCount(
  [fewest, most]: readonly [number, number, ...unknown[]],
  name: string,
  args: readonly unknown[],
): Fault {
  const wanted =
    fewest === most ? fewest : most === Number.POSITIVE_INFINITY ? `${fewest} or more` : `${fewest} to ${most}`
  return new Fault(`Expected ${wanted} arguments for ${name}(), but got ${args.length}.`)
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
