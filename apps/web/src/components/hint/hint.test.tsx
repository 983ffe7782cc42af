import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { overlaysId, theme } from '../../config/theme.ts'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { Hint } from './hint.tsx'

describe('a hint', () => {
  it('shows while the mouse rests on what has it, and goes with the mouse', async () => {
    const button = renderHint()
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    expect((await screen.findByRole('tooltip')).textContent).toBe('Collapse the menu')
    fireEvent.pointerLeave(button)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    await screen.findByRole('tooltip')
  })

  it('goes with Escape and with a press', async () => {
    const button = renderHint()
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    await screen.findByRole('tooltip')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    fireEvent.pointerLeave(button)
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    await screen.findByRole('tooltip')
    fireEvent.pointerDown(button)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  })

  it('keeps the very element that has it, and with it the focus', async () => {
    const button = renderHint()
    button.focus()
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    await screen.findByRole('tooltip')
    expect(document.activeElement).toBe(button)
    expect(screen.getByRole('button')).toBe(button)
  })
})

function renderHint(): HTMLElement {
  stubBrowser()
  render(
    <MantineProvider theme={theme} env="test">
      <Hint label="Collapse the menu">
        <button type="button">Menu</button>
      </Hint>
      <div id={overlaysId} />
    </MantineProvider>,
  )
  return screen.getByRole('button')
}
