import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { stubBrowser } from '../../testing/stub-browser.ts'
import { ToastView } from './toast-view.tsx'

it('what toasts offer is taken once each, also while the one that was taken is on its way out', async () => {
  stubBrowser()
  const user = userEvent.setup()
  const taken: string[] = []
  const toastOf = (name: string) => ({
    kind: 'success' as const,
    title: name,
    action: { label: `Undo ${name}`, run: () => void taken.push(name) },
  })
  const [older, newer] = [toastOf('older'), toastOf('newer')]
  // Closing them takes nothing away yet, as in the moment in which they fade.
  render(
    <MantineProvider>
      <ToastView toast={older} onClose={() => {}} />
      <ToastView toast={newer} onClose={() => {}} />
    </MantineProvider>,
  )
  await user.keyboard('{Alt>}zz{/Alt}')
  expect(taken).toEqual(['newer', 'older'])
  await user.click(screen.getByRole('button', { name: 'Undo newer' }))
  await user.keyboard('{Alt>}z{/Alt}')
  expect(taken).toEqual(['newer', 'older'])
})
