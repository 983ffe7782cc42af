import { api, type InstanceDetail, type TriedMoves } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createInstance, modelWithoutDrawing } from '../../testing/things.ts'

const address = '/processengine/processes/processinstance/instance-1/variables'
const possible: TriedMoves = {
  ...{ lines: [null, null], problem: null, outcome: null },
  starts: [{ elementId: 'fork', id: null }],
  ends: [{ elementId: 'delivery', id: 'activity-1' }],
}

function open(search: string, instance: Partial<InstanceDetail>, ...answers: Answer[]) {
  return renderApp(`${address}${search}`, {
    roles: ['RoleProcessAdmin'],
    answers: [
      answer(api.processes.instance, () => createInstance(instance)),
      answer(api.processes.activities, () => ({
        items: [
          {
            ...{ id: 'activity-1', parentId: null, elementId: 'delivery', name: 'Confirm delivery date' },
            ...{ type: 'userTask', state: 'active' as const, startedAt: '2026-11-19T08:00:00.000Z', endedAt: null },
            ...{ assignee: null, taskId: null, calledInstanceId: null },
          },
        ],
        isCapped: false,
      })),
      answer(api.processes.history, () => ({ items: [], isCapped: false, next: null })),
      answer(api.processes.diagram, () => ({
        ...{ xml: modelWithoutDrawing, processKey: 'purchase', isSuspended: false, takenFlows: [] },
        elements: [{ elementId: 'delivery', active: 1, completed: 0, cancelled: 0, incidents: 1 }],
      })),
      answer(api.processes.incidents, () => ({ items: [], isCapped: false })),
      answer(api.processes.variables, () => ({ items: [], isCapped: false })),
      ...answers,
    ],
  })
}

async function plan(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Add step' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a step to the plan' }))
  await user.selectOptions(dialog.getByLabelText('To'), 'fork')
  await user.click(dialog.getByRole('button', { name: 'Add step' }))
}

describe('moving tokens of an instance', () => {
  it('plans without a mouse, says what happens, and applies it with a reason', async () => {
    const { user, network } = await open(
      '',
      {},
      answer(api.processes.tryMoves, () => possible),
      answer(api.processes.moveTokens, () => undefined),
    )
    await user.click(await screen.findByRole('button', { name: 'Move tokens' }))
    await screen.findByText('Add steps to the plan.')
    screen.getByText('No steps yet. Add a step, for example to move a token.')
    expect(screen.queryByText(/Drag a token/)).toBeNull()
    await plan(user)
    await screen.findByText('Move 1 token to fork')
    await screen.findByText('Confirm delivery date ends.')
    screen.getByText('1 incident of Confirm delivery date is removed.')
    screen.getByText('fork starts.')
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Apply to 1 instance' }))
    await screen.findByText('Enter a reason.')
    await user.type(screen.getByLabelText('Reason'), 'Stuck')
    await user.click(screen.getByRole('button', { name: 'Apply to 1 instance' }))
    await screen.findByText('Tokens moved')
    expect(network.callsTo(api.processes.moveTokens).map(({ body }) => body)).toEqual([
      {
        moves: [
          { kind: 'start', at: 'before', id: 'fork', ancestorId: null },
          { kind: 'cancel', by: 'key', id: 'delivery', isOfBefore: true },
        ],
        variables: [],
        skipsListeners: false,
        skipsIoMappings: false,
        note: 'Stuck',
      },
    ])
    await screen.findByRole('button', { name: 'Move tokens' })
  })

  it('shows the REST request that does the same', async () => {
    const { user } = await open(
      '?mode=move',
      {},
      answer(api.processes.tryMoves, () => possible),
    )
    await plan(user)
    await user.click(await screen.findByRole('button', { name: 'Copy as request' }))
    const dialog = await screen.findByRole('dialog', { name: 'REST request' })
    expect(dialog.textContent).toContain('POST /engine-rest/process-instance/instance-1/modification')
    expect(dialog.textContent).toContain('"cancelCurrentActiveActivityInstances": true')
  })

  it('cannot apply what is impossible, and says why at its step', async () => {
    const { user } = await open(
      '?mode=move',
      {},
      answer(api.processes.tryMoves, () => ({
        ...possible,
        ...{ starts: [], ends: [], lines: ['Expected one flow, but there are 2.', null] },
      })),
    )
    await plan(user)
    await screen.findByText('Not possible')
    screen.getByText('Not possible: Expected one flow, but there are 2.')
    expect(screen.getByRole('button', { name: 'Apply to 1 instance' })).toHaveProperty('disabled', true)
  })

  it('keeps the plan when it was not applied', async () => {
    const { user } = await open(
      '?mode=move',
      {},
      answer(api.processes.tryMoves, () => possible),
      answer(api.processes.moveTokens, () => refuse('instance.over', 'Expected a running instance, but it is over.')),
    )
    await plan(user)
    await screen.findByText('fork starts.')
    await user.type(screen.getByLabelText('Reason'), 'Stuck')
    const apply = screen.getByRole('button', { name: 'Apply to 1 instance' })
    await waitFor(() => expect(apply).toHaveProperty('disabled', false))
    await user.click(apply)
    await screen.findByText('The plan was not applied')
    screen.getByText('Move 1 token to fork')
  })

  it('is offered only while the instance runs, a restart only after its end', async () => {
    const permissions = {
      cancel: false,
      retry: false,
      restart: true,
      seeVariables: true,
      seeIncidents: true,
      seeJobs: true,
      seeBatches: true,
    }
    await open('', { endedAt: '2026-11-20T08:00:00.000Z', state: 'cancelled', permissions })
    await screen.findByRole('button', { name: 'Restart' })
    expect(screen.queryByRole('button', { name: 'Move tokens' })).toBeNull()
  })
})
