import { notifications } from '@mantine/notifications'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '../../lib/i18n.ts'
import { lazyPart } from './lazy-part.tsx'

let hasLine = false
const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')

interface Props {
  readonly name: string
  readonly isOpen: boolean
}
const Arrived = ({ name }: Props) => <p>The part for {name}</p>
const Room = ({ name }: Props) => <p>Room for {name}</p>

/** A part that says what it got, and arrives when there is a line. */
function createPart() {
  const load = vi.fn(async () => {
    if (!hasLine) throw new Error('Failed to fetch dynamically imported module')
    return { default: Arrived }
  })
  return { load, Part: lazyPart(load, { Instead: Room, isAwaited: ({ isOpen }) => isOpen }) }
}

beforeEach(() => {
  hasLine = false
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  toasts.mockClear()
})

const wait = () => act(() => vi.advanceTimersByTimeAsync(5_000))

it('a part that does not arrive leaves what is around it, and is asked for again when the line is back', async () => {
  const { load, Part } = createPart()
  render(
    <main>
      The page <Part name="Ines" isOpen={false} />
    </main>,
  )
  await wait()
  expect(screen.getByRole('main').textContent).toBe('The page Room for Ines')
  expect([load.mock.calls.length, toasts.mock.calls.length]).toEqual([2, 0])
  hasLine = true
  act(() => void dispatchEvent(new Event('online')))
  await screen.findByText('The part for Ines')
})

it('a user who waits for it is reported, and has it asked for once more', async () => {
  const { Part } = createPart()
  const { rerender } = render(<Part name="Ines" isOpen />)
  await wait()
  expect(toasts).toHaveBeenCalledTimes(1)
  rerender(<Part name="Ines" isOpen={false} />)
  hasLine = true
  rerender(<Part name="Ines" isOpen />)
  await screen.findByText('The part for Ines')
})

it('a part that is there already is there at once', async () => {
  hasLine = true
  const { Part } = createPart()
  render(<Part name="Ines" isOpen />)
  await screen.findByText('The part for Ines')
  cleanup()
  render(<Part name="Noor" isOpen />)
  expect(screen.getByText('The part for Noor')).toBeDefined()
})

it('nothing of the shell is loaded in a way that takes the page away', () => {
  const sources = import.meta.glob<string>('../../app/**/*.tsx', { query: '?raw', import: 'default', eager: true })
  expect(Object.keys(sources).length).toBeGreaterThan(20)
  const lazy = Object.entries(sources).filter(([, text]) => /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(text))
  expect(lazy.map(([path]) => path)).toEqual([])
})
