import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import '../../lib/i18n.ts'
import '../../lib/design-texts.ts'
import '../../lib/page-texts.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { type Session, sessionQuery } from '../../lib/session/session.ts'
import { stubBrowser } from '../../testing/stub-browser.ts'
import type { Saving } from '../design-page/use-saving.ts'
import { DeployButton } from './deploy-button.tsx'

function renderButton(part: Partial<Saving>) {
  stubBrowser()
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, { roles: new Set(['RoleDesign']), reaches: {} } as unknown as Session)
  const saving = { isSaving: false, isChanged: true, canSave: true, isDirty: () => true, save: vi.fn(), ...part }
  const saveNow = vi.fn(async () => false)
  const application = { id: 'app-1', name: 'Orders' }
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <DeployButton application={application} saving={{ ...saving, saveNow }} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return saveNow
}

it('nothing is deployed when the save fails', async () => {
  const saveNow = renderButton({})
  await userEvent.setup().click(screen.getByRole('button', { name: 'Save and deploy' }))
  expect(saveNow).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('nothing is deployed without the unsaved changes, such as after another user has taken over the lock', () => {
  renderButton({ canSave: false })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Deploy' }).disabled).toBe(true)
})
