import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { awaitPart } from './await-part.ts'

class Boundary extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null }
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render() {
    return this.state.message ?? this.props.children
  }
}

function makeWord(load: () => Promise<string>) {
  const usePart = awaitPart(load)
  // biome-ignore lint/correctness/noComponentHookFactories: each test has one
  return function Word() {
    return <p>{usePart() ?? 'on its way'}</p>
  }
}

it('a part is asked for once, and is there at once for a user who comes later', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const load = vi.fn(() => promise)
  const Word = makeWord(load)
  render(<Word />)
  expect(screen.getByText('on its way')).toBeTruthy()
  await act(async () => resolve('here'))
  expect(screen.getByText('here')).toBeTruthy()
  const { container } = render(<Word />)
  expect(container.textContent).toBe('here')
  expect(load).toHaveBeenCalledTimes(1)
})

it('a part that fails is reported to the page, and asked for again by a user who comes next', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce('here')
  const Word = makeWord(load)
  // React tells of what a boundary catches unless it is told where to.
  render(
    <Boundary>
      <Word />
    </Boundary>,
    { onCaughtError: () => {} },
  )
  await screen.findByText('lost')
  render(<Word />)
  await screen.findByText('here')
  expect(load).toHaveBeenCalledTimes(2)
})
