import { api } from '@millrace/contract'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
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
  it('goes on to the secure page where the form is for those who are signed in', async () => {
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

  it('says so when the server cannot tell', async () => {
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
