import { type AnswerOf, api } from '@millrace/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findViolations } from '../../../testing/find-violations.ts'
import { answer } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'

type Init = AnswerOf<typeof api.shell.init>

const init: Init = {
  ...{ ROLES: ['RoleUser'], MONITOR_ENABLED: false, MONITOR_URL: null, HELP_URL: null, TOKEN_REFRESH_MINUTES: 4 },
  ...{ ENABLE_PRIVACY_POLICY: false, PRIVACY_POLICY_LINK_NAME: null, PRIVACY_POLICY_LINK_URL: null },
  USER_INFO: { username: 'ines.duarte', id: 'user-1' },
  BANNERS: [
    { kind: 'maintenance', text: 'Back at 14:00.' },
    { kind: 'info', text: 'Fire drill at noon' },
  ],
}

it('shows above the page that the installation is in maintenance, and the banner of the workplace', async () => {
  const { network } = await renderApp('/user/profile', { answers: [answer(api.shell.init, () => init)] })
  await screen.findByText('Fire drill at noon')
  screen.getByText(/Back at 14:00\. You can read everything/)
  // The start has asked already.
  expect(network.callsTo(api.shell.init)).toHaveLength(1)
  expect(await findViolations()).toEqual([])
})
