import { holdOutput } from './hold-output.ts'

/** What a part of a run prints, among the outputs of others that run at the same time. */
export interface OutputInTurn {
  /** Takes what the part printed: shown at once when it is its turn, and otherwise as soon as it is. */
  readonly take: (part: Buffer) => void
  /** Says that the part has ended: the next one is shown, and after it all that have ended, too. */
  readonly end: () => void
}

/** Shows the outputs of parts one after the other, in the order of the parts, although they run at the same time. */
export function showInTurn(count: number, show: (part: Buffer) => void): readonly OutputInTurn[] {
  const held = Array.from({ length: count }, () => holdOutput(show))
  const ended = new Set<number>()
  let shown = 0
  held[shown]?.release()
  return held.map(({ take }, index) => ({
    take,
    end: () => {
      ended.add(index)
      while (ended.has(shown)) held[++shown]?.release()
    },
  }))
}
