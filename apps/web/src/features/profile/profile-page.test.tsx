import { type AnswerOf, api, type Profile } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const profile: Profile = {
  user: { id: 'user-1', username: 'ines.duarte', firstName: 'Ines', lastName: 'Duarte', email: 'ines@example.org' },
  customer_reference: 'C-17',
  organisation_reference: null,
  themeCode: null,
  language: null,
}
const session = (id: string, more: object = {}): AnswerOf<typeof api.account.sessions>[number] => ({
  id,
  createdAt: '2026-11-19T08:00:00.000Z',
  lastSeenAt: '2026-11-19T09:00:00.000Z',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '192.0.2.7',
  isCurrent: false,
  method: 'password' as const,
  ...more,
})
const factors = (more: object = {}): AnswerOf<typeof api.secondFactors.list> => ({
  ...{ hasPassword: true, isRequired: false, factors: [], recoveryCodesLeft: 0 },
  ...more,
})
const phone = {
  id: 'f-1',
  kind: 'totp' as const,
  name: 'Phone',
  createdAt: '2026-11-19T08:00:00.000Z',
  lastUsedAt: null,
}
const token = {
  id: 'token-1',
  name: 'Nightly export',
  createdAt: '2026-11-19T08:00:00.000Z',
  expiresAt: '2027-02-17T08:00:00.000Z',
  lastUsedAt: null,
  scopes: ['read' as const],
  processKeys: null,
  topics: null,
}
const theme = { id: 'theme-1', code: 'nordic', name: 'Halden Nordic', variables: '{}', usedBy: 0 }

async function open(...answers: Answer[]) {
  return renderApp('/user/profile', {
    answers: [
      answer(api.profile.get, () => profile),
      answer(api.themes.list, () => ({ error: false, message: null, data: [theme] })),
      answer(api.account.sessions, () => [session('here', { isCurrent: true }), session('there')]),
      answer(api.account.tokens, () => [token]),
      answer(api.secondFactors.list, () => factors()),
      answer(api.absences.list, () => ({ own: [], standsInFor: [] })),
      answer(api.userProperties.valuesOfUser, () => []),
      answer(api.toolApprovals.list, () => []),
      ...answers,
    ],
  })
}

describe('the details of the profile', () => {
  it('are shown, with a user name that stays', async () => {
    await open()
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'First name' })).value).toBe('Ines')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'User name' }).readOnly).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Customer reference' }).value).toBe('C-17')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Theme' }).value).toBe(
      'Theme of the workplace: Default',
    )
  })

  it('are saved as far as they were changed; what is emptied is nothing', async () => {
    const { user, network } = await open(answer(api.profile.save, () => ({ ...profile, themeCode: 'nordic' })))
    await user.type(await screen.findByRole('textbox', { name: 'First name' }), ' Maria')
    await user.clear(screen.getByRole('textbox', { name: 'Customer reference' }))
    await user.click(screen.getByRole('combobox', { name: 'Theme' }))
    await user.click(await screen.findByRole('option', { name: 'Halden Nordic' }))
    screen.getByText('3 unsaved changes')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByText('Profile saved')
    expect(network.callsTo(api.profile.save)[0]?.body).toEqual({
      firstName: 'Ines Maria',
      customer_reference: null,
      themeCode: 'nordic',
    })
  })

  it('show what the server found at its field, and keep the input', async () => {
    const { user } = await open(
      answer(api.profile.save, () =>
        refuse('request.invalid', 'Expected a valid body.', [
          { where: 'email', message: 'Expected an email address.' },
        ]),
      ),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), '@')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByText('Enter an email address.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ines@example.org@')
  })
})

it('what is typed stays while other parts of the page, which could not be fetched, are asked for again', async () => {
  const never = new Promise<never>(() => {})
  const { user, network } = await open(answer(api.absences.list, () => refuse('internal', 'A fault.')))
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), ' Maria')
  network.answer(answer(api.absences.list, () => never))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Ines Maria')
})

describe('the password', () => {
  it('is changed after the one that holds, twice the same', async () => {
    const { user, network } = await open(answer(api.account.changePassword, () => undefined))
    await user.type(await screen.findByLabelText('Current password'), 'old secret')
    await user.type(screen.getByLabelText('New password'), 'new secret 1')
    await user.type(screen.getByLabelText('Repeat new password'), 'new secret')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('The passwords are different.')
    await user.type(screen.getByLabelText('Repeat new password'), ' 1')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password changed')
    expect(network.callsTo(api.account.changePassword).map(({ body }) => body)).toEqual([
      { currentPassword: 'old secret', newPassword: 'new secret 1' },
    ])
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('')
  })

  it.each([
    ['password.wrong', 'Expected your current password.', 'The current password is wrong, or the account is locked.'],
    ['password.weak', 'Expected at least 8 characters.', 'Enter at least 8 characters.'],
    [
      'password.elsewhere',
      'Expected a password to change, but you have none here.',
      'The password belongs to a company account. Change it there.',
    ],
  ] as const)('says why not: %s', async (code, message, shown) => {
    const { user } = await open(answer(api.account.changePassword, () => refuse(code, message)))
    for (const [label, text] of [
      ['Current password', 'a'],
      ['New password', 'b'],
      ['Repeat new password', 'b'],
    ] as const)
      await user.type(await screen.findByLabelText(label), text)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText(shown, { exact: false })
  })
})

describe('the sessions', () => {
  it('are listed, and another one is ended', async () => {
    const { user, network } = await open(answer(api.account.endSession, () => undefined))
    const table = within(await screen.findByRole('table', { name: 'Sessions' }))
    table.getByText('This session')
    expect(table.getAllByText('Firefox on Linux')).toHaveLength(2)
    network.answer(answer(api.account.sessions, () => [session('here', { isCurrent: true })]))
    await user.click(table.getByRole('button', { name: /^End session on Firefox on Linux/ }))
    await screen.findByText('1 session ended')
    expect(network.callsTo(api.account.endSession)[0]?.params).toEqual({ id: 'there' })
    await waitFor(() => expect(table.queryByRole('button')).toBeNull())
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
  })

  it('end all at once but this one', async () => {
    const { user } = await open(answer(api.account.endOtherSessions, () => ({ ended: 3 })))
    await user.click(await screen.findByRole('button', { name: 'End all other sessions' }))
    await screen.findByText('3 sessions ended')
  })

  it('show why they could not be loaded', async () => {
    await open(answer(api.account.sessions, () => refuse('right.missing', 'Expected a session of the browser.')))
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching sessions')
  })
})

describe('the API tokens', () => {
  it('begin with the way to make the first one', async () => {
    await open(answer(api.account.tokens, () => []))
    await screen.findByRole('heading', { name: 'No API tokens yet' })
  })

  it('are created, and shown once', async () => {
    const { user, network } = await open(answer(api.account.createToken, () => ({ ...token, token: 'mr_1234567890' })))
    await user.click(await screen.findByRole('button', { name: 'Create token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create token' }))
    await user.click(dialog.getByRole('button', { name: 'Create token' }))
    dialog.getByText('Enter a name.')
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Nightly export')
    await user.type(dialog.getByRole('textbox', { name: 'Valid for (days)' }), '9999')
    await user.click(dialog.getByRole('button', { name: 'Create token' }))
    dialog.getByText('Enter a whole number from 1 to 366.')
    await user.clear(dialog.getByRole('textbox', { name: 'Valid for (days)' }))
    await user.type(dialog.getByRole('textbox', { name: 'Valid for (days)' }), '30')
    await user.click(dialog.getByRole('button', { name: 'Create token' }))
    expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Token' })).value).toBe('mr_1234567890')
    expect(network.callsTo(api.account.createToken)[0]?.body).toEqual({
      name: 'Nightly export',
      expiresInDays: 30,
      scopes: ['read', 'start', 'work'],
    })
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByDisplayValue('mr_1234567890')).toBeNull()
  })

  it('go as far as is chosen, for the processes and topics that are named', async () => {
    const { user, network } = await open(answer(api.account.createToken, () => ({ ...token, token: 'mr_1' })))
    await user.click(await screen.findByRole('button', { name: 'Create token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create token' }))
    const group = within(dialog.getByRole('group', { name: /Scopes/ }))
    const boxes = group.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map((box) => [box.labels?.[0]?.textContent, box.checked])).toEqual([
      ['Read', true],
      ['Start', true],
      ['Work', true],
      ['Deploy', false],
      ['Operate', false],
      ['Administer', false],
      ['Provision', false],
    ])
    const send = () => user.click(dialog.getByRole('button', { name: 'Create token' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Scanner')
    for (const name of ['Read', 'Start', 'Work']) await user.click(group.getByRole('checkbox', { name }))
    await send()
    dialog.getByText('Choose at least one scope.')
    expect(document.activeElement).toBe(boxes[0])
    await user.keyboard(' ')
    await user.click(group.getByRole('checkbox', { name: 'Deploy' }))
    await user.type(
      dialog.getByRole('textbox', { name: 'Only these processes' }),
      ' order {enter}{enter}claim{enter}order',
    )
    await user.type(dialog.getByRole('textbox', { name: /^Only external tasks/ }), 'scan, print')
    await send()
    dialog.getByText('Deploy and Administer apply to all processes. Remove these scopes, or enter no processes.')
    dialog.getByText('Topics need the scope Work. Choose it, or enter no topics.')
    await user.click(group.getByRole('checkbox', { name: 'Deploy' }))
    await user.click(group.getByRole('checkbox', { name: 'Work' }))
    await send()
    await dialog.findByRole('textbox', { name: 'Token' })
    expect(network.callsTo(api.account.createToken).map(({ body }) => body)).toEqual([
      { name: 'Scanner', scopes: ['read', 'work'], processKeys: ['order', 'claim'], topics: ['scan, print'] },
    ])
  })

  it('are reported with how far they go', async () => {
    const limited = { ...token, id: 'token-2', name: 'Scanner', scopes: ['read' as const, 'work' as const] }
    await open(
      answer(api.account.tokens, () => [token, { ...limited, processKeys: ['order', 'claim'], topics: ['scan'] }]),
    )
    const table = within(await screen.findByRole('table', { name: 'API tokens' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
      'Read',
      'Read, WorkProcesses: order, claimTopics: scan',
    ])
  })

  it('that are limited more than can be are refused before they are sent', async () => {
    const { user, network } = await open(answer(api.account.createToken, () => ({ ...token, token: 'mr_1' })))
    await user.click(await screen.findByRole('button', { name: 'Create token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create token' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Scanner')
    await user.click(dialog.getByRole('textbox', { name: 'Only these processes' }))
    await user.paste(Array.from({ length: 51 }, (_, number) => `process${number}`).join('\n'))
    await user.click(dialog.getByRole('textbox', { name: /^Only external tasks/ }))
    await user.paste('x'.repeat(256))
    await user.click(dialog.getByRole('button', { name: 'Create token' }))
    dialog.getByText('Enter at most 50 lines.')
    dialog.getByText('Enter at most 255 characters per line.')
    expect(network.callsTo(api.account.createToken)).toEqual([])
  })

  it('stay in sight while one is created, so that there is none that nobody has seen', async () => {
    let make = () => {}
    const made = new Promise<AnswerOf<typeof api.account.createToken>>((resolve) => {
      make = () => resolve({ ...token, token: 'mr_1' })
    })
    const { user } = await open(answer(api.account.createToken, () => made))
    await user.click(await screen.findByRole('button', { name: 'Create token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create token' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Scanner')
    await user.click(dialog.getByRole('button', { name: 'Create token' }))
    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Close dialog' }))
    make()
    expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Token' })).value).toBe('mr_1')
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    const next = within(await screen.findByRole('dialog', { name: 'Create token' }))
    expect(next.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('')
  })

  it('give the focus on to the next one when one is removed, and to their title after the last', async () => {
    const second = { ...token, id: 'token-2', name: 'Scanner' }
    const { user, network } = await open(
      answer(api.account.removeToken, () => undefined),
      answer(api.account.tokens, () => [token, second]),
    )
    // What keeps the focus comes with what shows messages, when the browser has time.
    await waitFor(() => expect(document.querySelector('.mantine-Notifications-root')).not.toBeNull())
    const remove = async (name: string, left: (typeof token)[]) => {
      await user.click(await screen.findByRole('button', { name: `Remove token ${name}` }))
      const dialog = within(await screen.findByRole('dialog', { name: `Remove token ${name}?` }))
      network.answer(answer(api.account.tokens, () => left))
      await user.click(dialog.getByRole('button', { name: 'Remove token' }))
    }
    await remove('Nightly export', [second])
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove token Scanner'))
    await remove('Scanner', [])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('API tokens'))
  })

  it('are removed after a question', async () => {
    const { user, network } = await open(answer(api.account.removeToken, () => undefined))
    await user.click(await screen.findByRole('button', { name: 'Remove token Nightly export' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove token Nightly export?' }))
    network.answer(answer(api.account.tokens, () => []))
    await user.click(dialog.getByRole('button', { name: 'Remove token' }))
    await screen.findByRole('heading', { name: 'No API tokens yet' })
    expect(network.callsTo(api.account.removeToken)[0]?.params).toEqual({ id: 'token-1' })
  })
})

it('the page breaks no rule of accessibility', async () => {
  await open()
  await screen.findByRole('table', { name: 'API tokens' })
  await screen.findByRole('table', { name: 'Sessions' })
  expect(await findViolations()).toEqual([])
})

it('the dialog for a token breaks no rule of accessibility, with errors neither', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Create token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create token' }))
  expect(await findViolations()).toEqual([])
  for (const name of ['Read', 'Start', 'Work']) await user.click(dialog.getByRole('checkbox', { name }))
  await user.type(dialog.getByRole('textbox', { name: /^Only external tasks/ }), 'scan')
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  dialog.getByText('Choose at least one scope.')
  expect(await findViolations()).toEqual([])
})

describe('requests of assistants', () => {
  const approval = {
    ...{ id: 'approval-1', tool: 'cancel_instance' as const, client: 'helper/1.0' },
    ...{ input: '{"instanceId":"i-1","reason":"Ordered twice."}', createdAt: '2026-11-19T09:00:00.000Z' },
  }

  it('show what is asked, and are approved or refused', async () => {
    const waiting = [approval, { ...approval, id: 'approval-2', tool: 'start_process' as const }]
    const decided: unknown[] = []
    const { user } = await open(
      answer(api.toolApprovals.list, () =>
        waiting.filter(({ id }) => !decided.some((one) => String(one).startsWith(id))),
      ),
      answer(api.toolApprovals.decide, ({ params, body }) => {
        decided.push(`${params['id']} ${(body as { isApproved: boolean }).isApproved}`)
        return undefined
      }),
    )
    const article = await screen.findByRole('article', { name: 'Cancel an instance' })
    expect(article.textContent).toContain('helper/1.0')
    expect(article.textContent).toContain('"reason": "Ordered twice."')
    expect(await findViolations()).toEqual([])
    await user.click(within(article).getByRole('button', { name: 'Approve: Cancel an instance' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Cancel an instance' })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Refuse: Start a process' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Requests of assistants' })).toBeNull())
    expect(decided).toEqual(['approval-1 true', 'approval-2 false'])
  })
})

describe('the second factor', () => {
  const enrolment = {
    kind: 'totp' as const,
    ticket: 'ticket',
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Millrace:ines.duarte?secret=JBSWY3DPEHPK3PXP',
    options: null,
  }

  it('is added with the password and a code, and shows the recovery codes once', async () => {
    const { user, network } = await open(
      answer(api.secondFactors.start, () => enrolment),
      answer(api.secondFactors.add, () => ({ recoveryCodes: ['aaaa-bbbb-cccc-dddd'] })),
    )
    await user.click(await screen.findByRole('button', { name: 'Add authenticator app' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add authenticator app' }))
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    dialog.getByText('Enter your current password.')
    await user.type(dialog.getByLabelText('Current password'), 'secret{Enter}')
    await dialog.findByRole('img', { name: 'QR code with the key' })
    expect(dialog.getByLabelText<HTMLInputElement>('Key').value).toBe('JBSWY3DPEHPK3PXP')
    await user.click(dialog.getByRole('button', { name: 'Add second factor' }))
    dialog.getByText('Enter the code.')
    expect(await findViolations()).toEqual([])
    await user.type(dialog.getByLabelText('Code from the app'), '123456{Enter}')
    await dialog.findByText('aaaa-bbbb-cccc-dddd')
    expect(network.callsTo(api.secondFactors.add)[0]?.body).toEqual({
      ...{ ticket: 'ticket', name: 'Authenticator app', code: '123456' },
    })
    await user.click(dialog.getByRole('button', { name: 'I saved the codes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is removed with the password, and not the last one of a role that needs it', async () => {
    const { user, network } = await open(
      answer(api.secondFactors.list, () => factors({ factors: [phone], recoveryCodesLeft: 7 })),
      answer(api.secondFactors.remove, () => refuse('password.wrong', 'Expected your current password.')),
    )
    await screen.findByText('7 recovery codes left. Each one works once, if you lose your phone or passkey.')
    await user.click(screen.getByRole('button', { name: 'Remove Phone' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Phone?' }))
    await user.type(dialog.getByLabelText('Current password'), 'wrong{Enter}')
    await dialog.findByText('The current password is wrong, or the account is locked.')
    expect(network.callsTo(api.secondFactors.remove)[0]?.body).toEqual({ currentPassword: 'wrong' })
  })

  it('cannot be removed by a user whose roles need it', async () => {
    await open(answer(api.secondFactors.list, () => factors({ factors: [phone], isRequired: true })))
    await screen.findByText('Your roles need a second factor.')
    expect(screen.queryByRole('button', { name: 'Remove Phone' })).toBeNull()
    screen.getByRole('button', { name: 'Rename Phone' })
  })

  it('is elsewhere for a company account', async () => {
    await open(answer(api.secondFactors.list, () => factors({ hasPassword: false })))
    await screen.findByText('You sign in with a company account. Set up a second factor there.')
    expect(screen.queryByRole('button', { name: 'Add authenticator app' })).toBeNull()
  })
})
