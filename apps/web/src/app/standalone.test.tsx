import { api } from '@millrace/contract'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../testing/find-violations.ts'
import { answer, refuse } from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'

const forUsers = { standaloneForm: 'true', secureForm: 'true' } as const
const forEverybody = { standaloneForm: 'true', secureForm: 'false' } as const
const nothing = { standaloneForm: 'false', secureForm: 'true' } as const

const nobody = [
  answer(api.shell.init, () => refuse('session.missing', 'Nobody is signed in.')),
  answer(api.auth.refresh, () => refuse('session.missing', 'Nobody is signed in.')),
]

describe('a link to one form', () => {
  it('continues to the secure page where the form is for users who are signed in', async () => {
    const { network } = await renderApp('/standalone/external/tasks/viewtask/42?from=mail', {
      answers: [answer(api.standalone.checkTask, () => forUsers)],
    })
    expect(location.pathname + location.search).toBe('/standalone/secure/tasks/viewtask/42?from=mail')
    expect(network.callsTo(api.standalone.checkTask).map(({ params }) => params)).toEqual([{ taskId: '42' }])
  })

  it('asks to sign in there, and keeps the address', async () => {
    await renderApp('/standalone/external/processes/viewprocess/7', {
      answers: [...nobody, answer(api.standalone.checkProcess, () => forUsers)],
    })
    expect(location.pathname).toBe('/login')
    expect(sessionStorage.getItem('returnUrl')).toBe('/standalone/secure/processes/viewprocess/7')
  })

  it('is shown to everybody where the form is for everybody', async () => {
    const { network } = await renderApp('/standalone/external/processes/viewprocess/7', {
      answers: [...nobody, answer(api.standalone.checkProcess, () => forEverybody)],
    })
    expect(location.pathname).toBe('/standalone/external/processes/viewprocess/7')
    expect(network.callsTo(api.shell.init)).toEqual([])
  })

  it('is no page where there is no form', async () => {
    await renderApp('/standalone/external/tasks/viewtask/42', {
      answers: [answer(api.standalone.checkTask, () => nothing)],
    })
    screen.getByRole('heading', { level: 1, name: 'Page not found' })
  })

  it('says so when the server cannot report', async () => {
    await renderApp('/standalone/external/tasks/viewtask/42', {
      answers: [answer(api.standalone.checkTask, () => refuse('internal', 'A fault of the program.'))],
    })
    screen.getByRole('heading', { level: 1, name: 'Not authorized' })
    await screen.findByText('Could not process your request')
  })

  it('waits for the server where it cannot be reached', async () => {
    await renderApp('/standalone/external/tasks/viewtask/42', {
      answers: [
        answer(api.standalone.checkTask, () => {
          throw new TypeError('Failed to fetch')
        }),
      ],
    })
    expect(location.pathname).toBe('/applicationError')
    expect(sessionStorage.getItem('previousUrl')).toBe('/standalone/external/tasks/viewtask/42')
  })

  it('asks nothing for the page that says that a form was sent', async () => {
    await renderApp('/standalone/external/tasks/success', { answers: nobody })
    screen.getByRole('heading', { level: 1, name: 'Sent' })
  })
})

describe('the page of a receipt', () => {
  const address = '/standalone/external/process/success?link=l&receipt=w.1'
  const about = {
    reference: 'K7M2QRT',
    name: 'Complaint',
    sentAt: new Date(2030, 0, 7).toISOString(),
    thanks: null,
    onwards: null,
  }

  it.each([
    ['open', /Your reference is K7M2QRT\..*Complaint: in progress/],
    ['ended', /Your reference is K7M2QRT\..*Complaint: finished/],
  ] as const)('reports by which name to ask, and that it is %s', async (state, shown) => {
    await renderApp(address, { answers: [...nobody, answer(api.openForms.getReceipt, () => ({ ...about, state }))] })
    await screen.findByText(shown)
    screen.getByRole('heading', { level: 1, name: 'Sent' })
  })

  it('says what the link says after sending, as text, and offers the page to continue to', async () => {
    const more = { thanks: 'We call you back.\n<b>Soon</b>', onwards: 'https://www.example.org/thanks' }
    await renderApp(address, {
      answers: [...nobody, answer(api.openForms.getReceipt, () => ({ ...about, ...more, state: 'open' as const }))],
    })
    await screen.findByText(/^We call you back\.\s<b>Soon<\/b>$/)
    const link = screen.getByRole('link', { name: 'Continue to www.example.org' })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://www.example.org/thanks',
      '_top',
      'noreferrer',
    ])
    expect(await findViolations()).toEqual([])
  })

  it('that there is none of says so, and not that anything has arrived', async () => {
    const gone = answer(api.openForms.getReceipt, () =>
      refuse('thing.not-found', 'Expected the receipt of a form, but there is none like this.'),
    )
    await renderApp(address, { answers: [...nobody, gone] })
    await screen.findByText('Receipt not found')
    screen.getByText(/^Check that the address is complete\..*180 days/)
    screen.getByRole('heading', { level: 1, name: 'Receipt of a form' })
    expect(screen.queryByText(/was received/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(await findViolations()).toEqual([])
  })

  it('that cannot be fetched can be asked for again', async () => {
    let isAway = true
    const asked = answer(api.openForms.getReceipt, () =>
      isAway ? refuse('server.busy', 'Expected room, but there is none.') : { ...about, state: 'open' as const },
    )
    const { user } = await renderApp(address, { answers: [...nobody, asked] })
    await screen.findByText('The state of the form could not be loaded')
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText(/Your reference is K7M2QRT/)
  })
})
