import { api, type LicenceState } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ines } from '../../testing/things.ts'

const roles = ['RoleUser', 'RoleAdmin'] as const
const page = '/admin/licenceManagement'
const none: LicenceState = {
  ...{ state: 'none', installation: 'aaaa bbbb', canUpload: true, licence: null, daysLeft: null },
  ...{ applicationsInUse: 2, usersEnabled: 7, clockBehind: null },
}
const licensed: LicenceState = {
  ...none,
  state: 'valid',
  daysLeft: 200,
  licence: {
    ...{ number: 'L-1', holder: 'Halden Works', applicationKeys: ['orders'], applications: 5, users: 10 },
    ...{ issuedOn: '2026-01-01', expiresOn: '2027-06-30', uploadedAt: '2026-01-02T09:00:00.000Z', uploadedBy: ines },
  },
}
const shown = (licence: LicenceState) => answer(api.licence.get, () => licence)

describe('the page of the licence', () => {
  it('shows what the licence covers and how much of it is in use', async () => {
    await renderApp(page, { roles, answers: [shown(licensed)] })
    await screen.findByText('L-1')
    screen.getByText('2 of 5 in use')
    screen.getByText('7 of 10 in use')
    screen.getByText('30/06/2027')
    screen.getByText('The licence is valid')
    expect(await findViolations()).toEqual([])
  })

  it('says that no licence is needed', async () => {
    await renderApp(page, { roles, answers: [shown({ ...none, canUpload: false })] })
    await screen.findByText('No licence is needed')
    screen.getByText(/MILLRACE_LICENCE_KEY/)
  })

  it('keeps the field to renew it when it has expired, and says that a clock was set back', async () => {
    const expired: LicenceState = {
      ...licensed,
      state: 'expired',
      daysLeft: null,
      clockBehind: '2027-07-01T08:00:00.000Z',
    }
    const upload = answer(api.licence.upload, () => licensed)
    const { user, network } = await renderApp(page, { roles, answers: [shown(expired), upload] })
    await screen.findByText('The licence has expired')
    screen.getByText(/01\/07\/2027 08:00 UTC/)
    expect(await findViolations()).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Licence file' }), 'new licence')
    await user.click(screen.getByRole('button', { name: 'Upload licence' }))
    await waitFor(() => expect(network.callsTo(api.licence.upload)[0]?.body).toEqual({ file: 'new licence' }))
  })

  it('counts the days until the end', async () => {
    await renderApp(page, { roles, answers: [shown({ ...licensed, state: 'expiring', daysLeft: 1 })] })
    await screen.findByText('The licence expires in 1 day')
  })

  it('says why a licence is refused, and keeps the field when the rest cannot be fetched', async () => {
    const failing = answer(api.licence.get, () => refuse('internal', 'A fault of the program.'))
    const forged = answer(api.licence.upload, () => refuse('licence.invalid', 'It was changed.'))
    const { user } = await renderApp(page, { roles, answers: [failing, forged] })
    await screen.findByText('Error while fetching the licence')
    await user.type(screen.getByRole('textbox', { name: 'Licence file' }), 'forged')
    await user.click(screen.getByRole('button', { name: 'Upload licence' }))
    await screen.findByText('The licence was not accepted')
  })
})
