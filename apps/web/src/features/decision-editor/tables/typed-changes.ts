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

/** Applies the text that is being typed in a region as a change immediately. */
export function endTyping(region: HTMLElement): void {
  for (const one of [...waitingIn(region)]) one.run()
}

/**
 * Returns a module of dmn-js that applies continuous typing as a single change, with one undo step. The change is
 * applied shortly after the last key, and at the latest when the field loses the focus, which happens before saving and
 * undoing.
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
