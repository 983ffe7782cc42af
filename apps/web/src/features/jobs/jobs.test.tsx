import { api, type JobDetail, type JobRow } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage } from '../../testing/things.ts'

const open = (path: string, ...answers: Answer[]) => renderApp(path, { roles: ['RoleProcessAdmin'], answers })
const row: JobRow = {
  ...{ id: 'job-1', name: 'Book it', elementId: 'book', kind: 'work', state: 'failed', isSuspended: false },
  process: { id: 'definition-1', key: 'trip', name: 'Trip', version: 3 },
  instance: { id: 'instance-1', title: 'TR-1' },
  ...{ dueAt: null, retries: 0, priority: 50, lockedBy: null, lockedUntil: null },
  ...{ createdAt: '2026-11-19T08:00:00.000Z', error: 'The booking office does not answer' },
}
const job: JobDetail = { ...row, detail: 'Error: no answer\n  at book.js:7', isTimer: false }
const around = [
  answer(api.jobs.listCount, () => ({ total: 1, isCapped: false, isPartial: false })),
  answer(api.jobs.filters, () => ({ processes: [{ key: 'trip', name: 'Trip' }] })),
]
const done = () => undefined

describe('the list of jobs', () => {
  const address = '/processengine/jobs'

  it('says of each what it is, where it is, and why it failed', async () => {
    await open(
      address,
      answer(api.jobs.list, () => createPage([row])),
      ...around,
    )
    const found = within(await screen.findByRole('row', { name: /Book it/ }))
    for (const text of [
      'HTTP call or mail',
      'Failed',
      'Trip',
      'As soon as possible',
      'The booking office does not answer',
    ])
      found.getByText(text)
    expect(found.getByRole('link', { name: 'Book it' }).getAttribute('href')).toBe('/processengine/jobs/job-1')
    expect(found.getByRole('link', { name: 'TR-1' }).getAttribute('href')).toBe(
      '/processengine/processes/processinstance/instance-1/variables',
    )
  })

  it('is narrowed by a view, and says so when there is nothing or it fails', async () => {
    const { user, network } = await open(
      address,
      answer(api.jobs.list, () => refuse('internal', 'A fault.')),
      ...around,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching jobs')
    network.answer(answer(api.jobs.list, () => createPage([])))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'No jobs' })
    await user.click(screen.getByRole('link', { name: /^Without retries/ }))
    await waitFor(() => expect(network.callsTo(api.jobs.list).at(-1)?.query).toEqual({ state: 'failed' }))
  })
})

describe('the page of a job', () => {
  const address = '/processengine/jobs/job-1'
  const one = answer(api.jobs.get, () => job)

  it('shows the last failure with its stack, and leads to instance and definition', async () => {
    await open(address, one)
    await screen.findByRole('heading', { level: 1, name: 'Book it' })
    screen.getByText('The booking office does not answer')
    expect(screen.getByLabelText('Stack trace').textContent).toContain('at book.js:7')
    expect(screen.getByRole('link', { name: 'Trip' }).getAttribute('href')).toBe(
      '/processengine/processdefinitions/definition-1',
    )
    screen.getByRole('link', { name: 'TR-1' })
    expect(await findViolations()).toEqual([])
  })

  it('sets retries, and keeps what is typed when the job is read again', async () => {
    const { user, network } = await open(address, one, answer(api.jobs.setRetries, done), answer(api.jobs.run, done))
    const field = await screen.findByRole('textbox', { name: 'Retries' })
    await user.clear(field)
    await user.type(field, 'x')
    screen.getByText('Enter a whole number.')
    await user.click(screen.getByRole('button', { name: 'Set retries' }))
    await user.clear(field)
    await user.type(field, '4')
    const asked = network.callsTo(api.jobs.get).length
    await user.click(screen.getByRole('button', { name: 'Run now' }))
    await screen.findByText('Job executed')
    await waitFor(() => expect(network.callsTo(api.jobs.get).length).toBeGreaterThan(asked))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Retries' }).value).toBe('4')
    await user.click(screen.getByRole('button', { name: 'Set retries' }))
    await screen.findByText('Job changed')
    expect(network.callsTo(api.jobs.setRetries).map(({ body }) => body)).toEqual([{ retries: 4 }])
  })

  it('sets the due date, and refuses a text that is no time', async () => {
    const { user, network } = await open(address, one, answer(api.jobs.setDue, done))
    const field = await screen.findByRole('textbox', { name: 'Due' })
    await user.type(field, '1 May')
    await user.click(screen.getByRole('button', { name: 'Set due date' }))
    await screen.findByText('Enter a day and a time as DD/MM/YYYY hh:mm.')
    await user.clear(field)
    await user.type(field, '01/05/2031 08:00')
    await user.click(screen.getByRole('button', { name: 'Set due date' }))
    await screen.findByText('Job changed')
    expect(network.callsTo(api.jobs.setDue).map(({ body }) => body)).toEqual([
      { dueAt: new Date('2031-05-01T08:00').toISOString() },
    ])
  })

  it('that is dead and suspended says both, and can be activated', async () => {
    await open(
      '/processengine/jobs/job-1',
      ...around,
      answer(api.jobs.get, () => ({ ...job, isSuspended: true })),
    )
    await screen.findByRole('button', { name: 'Activate' })
    expect(screen.getAllByText('Failed').length).toBeGreaterThan(0)
    expect(screen.getAllByText('Suspended').length).toBeGreaterThan(0)
  })

  it('says why a run failed, and that the job no longer exists', async () => {
    const { user, network } = await open(
      address,
      one,
      answer(api.jobs.run, () => refuse('process.refused', 'The booking office is closed.')),
    )
    await user.click(await screen.findByRole('button', { name: 'Run now' }))
    await screen.findByText('The job failed')
    network.answer(
      answer(api.jobs.suspend, done),
      answer(api.jobs.get, () => refuse('thing.not-found', 'Expected a job.')),
    )
    await user.click(screen.getByRole('button', { name: 'Suspend' }))
    await screen.findByText('Job not found')
  })
})
