/** Output that is held back while other output is being shown. */
export interface HeldOutput {
  /** Takes what a program printed: kept, or shown at once after the release. */
  readonly take: (part: Buffer) => void
  /** Shows all that was kept, in its order. */
  readonly release: () => void
}

export function holdOutput(show: (part: Buffer) => void): HeldOutput {
  const kept: Buffer[] = []
  let isReleased = false
  return {
    take: (part) => {
      if (isReleased) show(part)
      else kept.push(part)
    },
    release: () => {
      isReleased = true
      for (const part of kept.splice(0)) show(part)
    },
  }
}
