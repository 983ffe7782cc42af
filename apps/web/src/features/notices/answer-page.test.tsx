import { type AnswerOf, api, type ErrorCode } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const task: AnswerOf<typeof api.answers.get> = {
  ...{
    name: 'Approve purchase request',
    title: 'Laptops',
    description: 'Three of them.',
    dueAt: null,
    taskId: 'task-1',
  },
  ...{ person: 'Ann Example', expiresAt: '2026-11-27T08:00:00.000Z', hash: 'h1' },
  outcomes: [
    { id: 'choice:yes', label: 'Approve' },
    { id: 'choice:no', label: 'Reject' },
  ],
}
const asked = answer(api.answers.get, () => task)
const nobody = [
  answer(api.shell.init, () => refuse('session.missing', 'Nobody is signed in.')),
  answer(api.auth.refresh, () => refuse('session.missing', 'Nobody is signed in.')),
]
const address = '/standalone/external/task/answer?link=token-1&outcome=choice%3Ayes'

describe('the page of a mailed answer', () => {
  it('asks a user who came by the link once more, and answers when its button is pressed', async () => {
    const { user, network } = await renderApp(address, {
      answers: [...nobody, asked, answer(api.answers.answer, () => undefined)],
    })
    await screen.findByRole('heading', { name: 'Approve purchase request' })
    screen.getByText('Send the answer “Approve”?')
    screen.getByText('Ann Example')
    expect(network.callsTo(api.answers.answer)).toEqual([])
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    await screen.findByText('Your answer was saved')
    expect(network.callsTo(api.answers.answer)).toMatchObject([
      { params: { token: 'token-1' }, body: { outcome: 'choice:yes', hash: 'h1' } },
    ])
  })

  it('offers the other answers and the task itself too', async () => {
    const { user, network } = await renderApp(address, {
      answers: [...nobody, asked, answer(api.answers.answer, () => undefined)],
      width: 360,
    })
    expect((await screen.findByRole('link', { name: 'Open the task instead' })).getAttribute('href')).toBe(
      '/standalone/secure/tasks/viewtask/task-1',
    )
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(network.callsTo(api.answers.answer)[0]?.body).toMatchObject({ outcome: 'choice:no' }))
  })

  it.each<[ErrorCode, RegExp]>([
    ['thing.not-found', /This link does not exist/],
    ['answer.expired', /has expired/],
    ['answer.used', /already answered with this link/],
    ['answer.moved-on', /has changed since the email was sent/],
    ['answer.not-yours', /no longer valid/],
    ['answer.needs-form', /has a form/],
  ])('says clearly when it answers nothing: %s', async (code, words) => {
    await renderApp(address, { answers: [...nobody, answer(api.answers.get, () => refuse(code, 'Expected another.'))] })
    await screen.findByText('This link cannot be used')
    screen.getByText(words)
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('says so when the task has moved on while the page was open', async () => {
    const { user } = await renderApp(address, {
      answers: [...nobody, asked, answer(api.answers.answer, () => refuse('answer.moved-on', 'Expected another.'))],
    })
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await screen.findByText('This link cannot be used')
  })
})
