import { type AdminSettings, api, type SettingRow } from '@millrace/contract'
import { settingTexts } from '@millrace/contract/setting-texts'
import { defaultSettings, type SettingKey, settingKeys, settings } from '@millrace/contract/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const mikkel = { username: 'mikkel', displayName: 'Mikkel Holm' }

function rowOf(key: SettingKey, more: Partial<SettingRow> = {}): SettingRow {
  const { kind, scope } = settings[key]
  const isSecret = kind === 'secret'
  return {
    ...{ key, kind, scope },
    value: isSecret ? null : defaultSettings[key],
    default: isSecret ? null : defaultSettings[key],
    isSet: !isSecret,
    ...{ origin: 'default', environment: null, needsRestart: false, revision: 0, changedAt: null, changedBy: null },
    ...more,
  }
}

const changed = { origin: 'here', revision: 2, changedAt: '2026-11-18T13:20:00.000Z', changedBy: mikkel } as const
const list = (more: Partial<Record<SettingKey, Partial<SettingRow>>> = {}): AdminSettings => ({
  settings: settingKeys.map((key) => rowOf(key, more[key])),
})
const some = list({
  'mail.host': { value: 'smtp.halden.example', origin: 'environment', environment: 'MILLRACE_SMTP_URL' },
  'mail.password': { ...changed, isSet: true },
  'mail.from': { ...changed, value: 'flow@halden.example' },
  'budget.connections': { needsRestart: true },
})

async function open(path = '/admin/settings?group=mail', answers: readonly Answer[] = []) {
  return renderApp(path, {
    roles: ['RoleUser', 'RoleAdmin'],
    answers: [answer(api.settings.list, () => some), ...answers],
  })
}
const itemOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name })
  return within(heading.closest('li') as HTMLElement)
}

describe('the page of settings', () => {
  it('shows where each value comes from, and no secret', async () => {
    await open()
    const host = await itemOf('Mail server')
    host.getByText('MILLRACE_SMTP_URL')
    expect(host.getByRole('textbox', { name: 'Mail server' })).toHaveProperty('disabled', true)
    ;(await itemOf('Port')).getByText('Default, 587')
    ;(await itemOf('Sender address')).getByText(/^Changed by Mikkel Holm on 18\/11\/2026/)
    const password = await itemOf('Password')
    password.getByText('A value is set')
    password.getByRole('button', { name: 'Replace Password' })
    screen.getByText('2 changed')
    expect(await findViolations()).toEqual([])
  })

  it('finds settings of all groups by name, text and variable, and says that a restart is needed', async () => {
    const { user } = await open()
    await user.type(await screen.findByRole('searchbox', { name: 'Search settings' }), 'postgresql connections')
    const item = await itemOf('Connections')
    item.getByText('Needs a restart')
    expect(screen.queryByRole('heading', { level: 3, name: 'Port' })).toBeNull()
  })

  it('saves what was changed together, with the revision that was read', async () => {
    const { user, network } = await open(undefined, [
      answer(api.settings.change, () => list({ 'mail.port': { ...changed, value: 465 } })),
    ])
    const port = (await itemOf('Port')).getByRole('textbox', { name: 'Port' })
    await user.clear(port)
    await user.type(port, '465')
    await user.click((await itemOf('Sender address')).getByRole('button', { name: 'Reset Sender address' }))
    await screen.findByText('2 unsaved changes: Port, Sender address')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByText('2 settings saved')
    expect(network.callsTo(api.settings.change)[0]?.body).toEqual({
      changes: [
        { key: 'mail.port', value: 465, revision: 0 },
        { key: 'mail.from', value: null, revision: 2 },
      ],
    })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
  })

  it('marks a value that is not valid, and sends nothing', async () => {
    const { user, network } = await open()
    const from = (await itemOf('Sender address')).getByRole('textbox', { name: 'Sender address' })
    await user.clear(from)
    await user.type(from, 'nobody')
    await user.type(from, ' at all; really')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByText(/^Enter an email address/)
    expect(network.callsTo(api.settings.change)).toEqual([])
  })

  it('names what is not valid although it was not changed itself', async () => {
    const message = 'Expected the password for the mail server as it is to be now, but it was entered for another one.'
    const { user } = await open(undefined, [
      answer(api.settings.change, () =>
        refuse('setting.invalid', 'Expected valid values.', [{ where: 'mail.password', message }]),
      ),
    ])
    const port = (await itemOf('Port')).getByRole('textbox', { name: 'Port' })
    await user.clear(port)
    await user.type(port, '465')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Password: Enter the password for the mail server as it is to be now.')
  })

  it('shows both values when another user was faster, and lets the user choose', async () => {
    let now = some
    const { user, network } = await renderApp('/admin/settings?group=mail', {
      roles: ['RoleUser', 'RoleAdmin'],
      answers: [
        answer(api.settings.list, () => now),
        answer(api.settings.change, () => refuse('thing.changed', 'Expected mail.port as it was when you opened it.')),
      ],
    })
    const port = (await itemOf('Port')).getByRole('textbox', { name: 'Port' })
    await user.clear(port)
    await user.type(port, '465')
    now = list({ 'mail.port': { ...changed, value: 25 } })
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    const item = await itemOf('Port')
    await item.findByText('Mikkel Holm changed this setting in the meantime')
    item.getByText('Saved now: 25. Yours: 465.')
    await user.click(item.getByRole('button', { name: 'Keep mine' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(network.callsTo(api.settings.change).at(-1)?.body).toEqual({
        changes: [{ key: 'mail.port', value: 465, revision: 2 }],
      }),
    )
  })

  it('shows a failure with its cause', async () => {
    const failing = answer(api.settings.list, () => refuse('internal', 'A fault of the program.'))
    await renderApp('/admin/settings', { roles: ['RoleUser', 'RoleAdmin'], answers: [failing] })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching settings')
  })
})

describe('the test of single sign-on', () => {
  const result = {
    ...{ at: '2030-01-07T09:00:00.000Z', failure: null, username: 'sam', email: null, workplaces: null },
    ...{ roles: ['RoleUser' as const], claims: [{ name: 'groups', value: '["staff"]' }] },
  }
  const show = (test: { isConfigured: boolean; result: typeof result | null }) =>
    renderApp('/admin/settings?group=singleSignOn', {
      roles: ['RoleUser', 'RoleAdmin'],
      answers: [answer(api.settings.list, () => some), answer(api.ssoTest.get, () => test)],
    })

  it('shows the claims of the last one, and what they give', async () => {
    await show({ isConfigured: true, result })
    await screen.findByText('User name: sam')
    screen.getByText('Roles: RoleUser')
    screen.getByRole('cell', { name: '["staff"]' })
    screen.getByRole('button', { name: 'Start test' })
  })

  it('needs a provider first', async () => {
    await show({ isConfigured: false, result: null })
    await screen.findByText('Enter a provider address and a client ID and save them to test the sign-in.')
    expect(screen.queryByRole('button', { name: 'Start test' })).toBeNull()
  })
})

it('each setting has a name and a text of what it does, and each choice a name', () => {
  type Parts = Readonly<Record<string, Readonly<Record<string, string>>>>
  const [names, help, choices] = [
    settingTexts.settingName,
    settingTexts.settingHelp,
    settingTexts.settingChoice,
  ] as Parts[]
  for (const key of settingKeys.filter((one) => !one.startsWith('budget.'))) {
    const [subject = '', name = ''] = key.split('.')
    expect([key, names?.[subject]?.[name], help?.[subject]?.[name]]).not.toContain(undefined)
    const setting = settings[key]
    if (setting.kind === 'choice') expect(Object.keys(choices?.[name] ?? {})).toEqual([...setting.choices])
  }
})
