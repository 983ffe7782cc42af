import type { Environment } from '../environment.ts'

/** A function that an expression may call by name: fewest and most arguments, and what it does. */
export type FunctionTable = Readonly<
  Record<
    string,
    readonly [fewest: number, most: number, call: (environment: Environment, ...args: unknown[]) => unknown]
  >
>
