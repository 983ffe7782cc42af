import { afterEach, describe, expect, it, vi } from 'vitest'
import { typedChangesIn } from './typed-changes.ts'

afterEach(() => void vi.useRealTimers())

function openRegion() {
  vi.useFakeTimers()
  const region = document.body.appendChild(document.createElement('div'))
  const cell = region.appendChild(document.createElement('input'))
  const made: string[] = []
  const open = () => {
    const [, delay] = typedChangesIn(region).debounceInput as [
      string,
      (change: (text: string) => void) => (text: string) => void,
    ]
    return delay((text) => void made.push(text))
  }
  return { cell, made, open }
}

describe('what is typed', () => {
  it('is one change a moment after the last key', () => {
    const { made, open } = openRegion()
    const type = open()
    for (const text of ['B', 'Br', 'Bro']) type(text)
    vi.advanceTimersByTime(299)
    expect(made).toEqual([])
    vi.advanceTimersByTime(1)
    type('Broth')
    vi.advanceTimersByTime(300)
    expect(made).toEqual(['Bro', 'Broth'])
  })

  it('is a change at once when its place is left, and no second one later', () => {
    const { cell, made, open } = openRegion()
    const type = open()
    cell.focus()
    type('Broth')
    cell.blur()
    expect(made).toEqual(['Broth'])
    vi.advanceTimersByTime(1_000)
    expect(made).toEqual(['Broth'])
  })

  it('into a file that was closed since is no change of the next one', () => {
    const { made, open } = openRegion()
    open()('Broth')
    open()
    vi.advanceTimersByTime(1_000)
    expect(made).toEqual([])
  })
})
