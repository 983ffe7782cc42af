import { runInLanes } from './run-in-lanes.ts'
import { showInTurn } from './show-in-turn.ts'

/** A part of a run, such as the tests of the server. */
export interface PartOfRun {
  readonly name: string
  /**
   * Runs the part. What it hands to `take` is shown when it is the part's turn.
   *
   * @returns the names of what failed
   */
  readonly run: (take: (part: Buffer) => void) => Promise<readonly string[]>
}

/** A run of several parts that has started. */
export interface RunOfParts {
  /** The names of what failed, in the order of the parts. A part that throws has failed itself. */
  readonly failed: Promise<readonly string[]>
  /** Shows all that is held back, in its order, and from now on everything at once. */
  readonly showAll: () => void
}

/**
 * Runs parts, at most `lanes` of them at a time, and shows their outputs one after the other. When a part ends, a line
 * reports its result immediately, because its output may have to wait for that of a slower part. A failing part neither
 * stops the other parts nor hides their output.
 */
export function runParts(lanes: number, parts: readonly PartOfRun[], show: (part: Buffer) => void): RunOfParts {
  const outputs = showInTurn(parts.length, show)
  const runPart = async ({ name, run }: PartOfRun, index: number) => {
    const take = (part: Buffer) => outputs[index]?.take(part)
    let failed: readonly string[]
    try {
      failed = await run(take)
    } catch (error) {
      take(Buffer.from(`${error instanceof Error ? error.stack : String(error)}\n`))
      failed = [name]
    }
    show(Buffer.from(`Ended ${failed.length === 0 ? 'green' : 'red'}: ${name}\n`))
    outputs[index]?.end()
    return failed
  }
  return {
    failed: runInLanes(
      lanes,
      parts.map((part, index) => () => runPart(part, index)),
    ).then((results) => results.flat()),
    showAll: () => {
      for (const output of outputs) output.end()
    },
  }
}
