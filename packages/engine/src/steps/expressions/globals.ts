import type { Globals } from '../../definition.ts'
import { NeedsMore } from '../../outcome.ts'
import type { Step } from '../../step.ts'

/** The name by which expressions and scripts read global properties, unless a variable that they see has it. */
export const globalsName = 'globals'

/** Reads the global properties; undefined where none are available. */
export function readGlobals({ sources }: Step): Globals | undefined {
  if (sources.globals === undefined) return undefined
  const globals = sources.globals()
  if (globals === undefined) throw new NeedsMore({ kind: 'globals' })
  return globals
}
