import type { Allowance } from '../../meter.ts'
import { Fault } from '../environment.ts'

/** The fewest and most arguments of a method, and what it does. */
type Method<Self> = readonly [fewest: number, most: number, call: (self: Self, ...args: unknown[]) => unknown]

/** One that charges what it does: its work does not follow from the sizes of what it is given. */
interface MeteredMethod<Self> {
  readonly arguments: readonly [fewest: number, most: number]
  readonly call: (allowance: Allowance, self: Self, ...args: unknown[]) => unknown
}

/** A white list of methods by name. */
export type MethodTable<Self> = Readonly<Record<string, Method<Self> | MeteredMethod<Self>>>

/** A method that charges what it does. */
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
  if ('arguments' in method) {
    checkCount(method.arguments, name, args)
    return method.call(allowance, self, ...args)
  }
  const [fewest, most, call] = method
  checkCount([fewest, most], name, args)
  return call(self, ...args)
}

function checkCount([fewest, most]: readonly [number, number], name: string, args: readonly unknown[]): void {
  if (args.length >= fewest && args.length <= most) return
  const wanted =
    fewest === most ? fewest : most === Number.POSITIVE_INFINITY ? `${fewest} or more` : `${fewest} to ${most}`
  throw new Fault(`Expected ${wanted} arguments for ${name}(), but got ${args.length}.`)
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
