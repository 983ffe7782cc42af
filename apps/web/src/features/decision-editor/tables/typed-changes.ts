/** Milliseconds after the last key. */
const pause = 300

interface Waiting {
  readonly run: () => void
  readonly cancel: () => void
}

/** By the region that a file is open in, which outlives what is open there. */
const regions = new WeakMap<HTMLElement, Set<Waiting>>()

function waitingIn(region: HTMLElement): Set<Waiting> {
  const known = regions.get(region)
  if (known !== undefined) return known
  const waiting = new Set<Waiting>()
  region.addEventListener('focusout', () => endTyping(region))
  regions.set(region, waiting)
  return waiting
}

/** Makes what is being typed in a region a change at once. */
export function endTyping(region: HTMLElement): void {
  for (const one of [...waitingIn(region)]) one.run()
}

/**
 * For dmn-js: what is typed in one go is one change, which one press undoes. It is made a moment after the last key,
 * and at the latest when its place is left: whoever saves or undoes leaves it.
 */
export function typedChangesIn(region: HTMLElement) {
  const waiting = waitingIn(region)
  // Of a file that was open here before.
  for (const one of [...waiting]) one.cancel()
  const delay = <Given extends unknown[]>(change: (...given: Given) => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: Given
    const one: Waiting = {
      run: () => {
        one.cancel()
        change(...last)
      },
      cancel: () => {
        clearTimeout(timer)
        waiting.delete(one)
      },
    }
    return (...given: Given) => {
      last = given
      clearTimeout(timer)
      waiting.add(one)
      timer = setTimeout(one.run, pause)
    }
  }
  return { debounceInput: ['value', delay] }
}
