import { api, type NoticeSettings } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setPreference } from '../../lib/preferences.ts'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const open = (...answers: Answer[]) =>
  renderApp('/user/profile', {
    answers: [
      answer(api.account.sessions, () => []),
      answer(api.account.tokens, () => []),
      answer(api.absences.list, () => ({ own: [], standsInFor: [] })),
      ...answers,
    ],
  })
const saved = answer(api.notices.saveSettings, ({ body }) => body as NoticeSettings)

afterEach(() => {
  vi.unstubAllGlobals()
  setPreference('browserNotices', false)
})

describe('how one is reported', () => {
  it('is chosen by kind, in the product and by mail, at once or once a day', async () => {
    const { user, network } = await open(saved)
    await user.click(await screen.findByRole('checkbox', { name: 'a task of mine is overdue: By email' }))
    await user.click(screen.getByRole('checkbox', { name: 'a task is assigned to me: In the product' }))
    screen.getByText('You have no email address, so no emails are sent. Enter an address under Details.')
    await user.click(screen.getByRole('radio', { name: 'One email per day' }))
    await user.click(screen.getByRole('combobox', { name: 'At' }))
    await user.click(await screen.findByRole('option', { name: '17:00' }))
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save notifications' }))
    await screen.findByText('Notifications saved')
    expect(network.callsTo(api.notices.saveSettings)[0]?.body).toEqual({
      ...{ inProduct: ['dueSoon', 'overdue', 'mentioned', 'ended'], byMail: ['overdue'], rhythm: 'daily', hour: 17 },
      ...{ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, hasAnswers: true },
    })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save notifications' })).toBeNull())
  })

  it('stays as it was typed when it could not be saved', async () => {
    const { user } = await open(answer(api.notices.saveSettings, () => refuse('internal', 'A fault of the program.')))
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'a comment mentions me: By email' })
    await user.click(box)
    await user.click(screen.getByRole('button', { name: 'Save notifications' }))
    await screen.findByText('The notification settings were not saved')
    expect(box.checked).toBe(true)
  })
})

describe('notifications of the browser', () => {
  const stub = (permission: string, answered = permission) => {
    const requestPermission = vi.fn(async () => answered)
    vi.stubGlobal('Notification', Object.assign(vi.fn(), { permission, requestPermission }))
    return requestPermission
  }

  it('are asked for by a button alone, and can be stopped', async () => {
    const ask = stub('default', 'granted')
    const { user } = await open()
    const button = await screen.findByRole('button', { name: 'Show notifications in this browser' })
    expect(ask).not.toHaveBeenCalled()
    await user.click(button)
    await user.click(await screen.findByRole('button', { name: 'Stop notifications in this browser' }))
    await screen.findByRole('button', { name: 'Show notifications in this browser' })
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('cannot be had where the browser refuses them', async () => {
    stub('denied')
    await open()
    await screen.findByText(/blocks notifications/)
    expect(screen.queryByRole('button', { name: 'Show notifications in this browser' })).toBeNull()
  })
})
