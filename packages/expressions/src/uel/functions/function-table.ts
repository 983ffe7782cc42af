import type { Environment } from '../environment.ts'

/**
 * The functions that an expression may call, by name: minimum and maximum number of arguments, and the implementation.
 */
export type FunctionTable = Readonly<
  Record<
    string,
    readonly [fewest: number, most: number, call: (environment: Environment, ...args: unknown[]) => unknown]
  >
>
