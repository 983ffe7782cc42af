import { api } from '@millrace/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createDeployment, createPage, modelWithoutDrawing } from '../../testing/things.ts'

const roles = ['RoleProcessAdmin'] as const
const list = answer(api.deployments.list, () => createPage([createDeployment()]))
const diagram = answer(api.processes.definitionDiagram, () => ({ xml: modelWithoutDrawing, processKey: 'purchase' }))
const complete = answer(api.deployments.needs, () => [])
const one = answer(api.deployments.get, () => createDeployment())
const missing = (kind: 'binding' | 'group' | 'form', name: string) => ({
  fileName: 'purchase.bpmn',
  elementId: name,
  needs: { kind, name },
  code: '',
  message: `Expected ${name}, but it is not there.`,
})
const model = () => new File(['<definitions/>'], 'purchase.bpmn20.xml', { type: 'text/xml' })

describe('the deployments', () => {
  it('are listed with their content', async () => {
    await renderApp('/processengine/deployment', { roles, answers: [list] })
    const row = await screen.findByRole('row', { name: /Purchasing/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Purchasing', 'purchase.bpmn ', '1', '0', expect.stringMatching(/^19\/11/), 'Ines Duarte', 'millrace'])
    within(row).getByText('Ines Duarte')
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/processengine/deployment/deployment-1')
  })

  it('begin with the way to make the first one', async () => {
    await renderApp('/processengine/deployment', {
      roles,
      answers: [answer(api.deployments.list, () => createPage([]))],
    })
    await screen.findByRole('heading', { name: 'No deployments yet' })
    expect(screen.getAllByRole('button', { name: 'Deploy' })).toHaveLength(1)
  })

  it('show a failure with its cause', async () => {
    await renderApp('/processengine/deployment', {
      roles,
      answers: [answer(api.deployments.list, () => refuse('internal', 'A fault of the program.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching deployments')
  })

  it('take files, and open what was deployed', async () => {
    const { user, network } = await renderApp('/processengine/deployment', {
      roles,
      answers: [
        list,
        one,
        diagram,
        complete,
        answer(api.deployments.deploy, () => ({ deployment: createDeployment(), warnings: [] })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Deploy' }))
    const dialog = await screen.findByRole('dialog', { name: 'Deploy files' })
    await user.upload(findFileInput(), model())
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Purchasing')
    await user.click(within(dialog).getByRole('button', { name: 'Deploy' }))

    await screen.findByRole('heading', { level: 1, name: 'Purchasing' })
    const body = network.callsTo(api.deployments.deploy)[0]?.body
    if (!(body instanceof FormData)) throw new Error('Expected a form, but the body is none.')
    expect([...body.keys()]).toEqual(['name', 'file'])
    expect(body.get('name')).toBe('Purchasing')
  })

  it('show each error of a refused file with its element', async () => {
    const { user } = await renderApp('/processengine/deployment', {
      roles,
      answers: [
        list,
        answer(api.deployments.deploy, () =>
          refuse('deployment.invalid', 'Expected files that can be deployed, but 2 faults were found.', [
            {
              where: 'a#b.bpmn#Gateway_1',
              message: 'Expected a condition, but there is none.',
              code: 'flow.condition-missing',
            },
            { where: 'purchase.bpmn', message: 'Expected a start event, but there is none.', code: 'start.none' },
          ]),
        ),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Deploy' }))
    await screen.findByRole('dialog')
    await user.upload(findFileInput(), model())
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Deploy' }))
    await screen.findByText('2 problems')
    const rows = within(screen.getByRole('table', { name: 'Problem' })).getAllByRole('row')
    expect(
      rows.slice(1).map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['a#b.bpmn', 'Gateway_1', 'Needs a condition, but there is none.flow.condition-missing'],
      ['purchase.bpmn', 'Whole file', 'Needs a start event, but there is none.start.none'],
    ])
  })

  it('show warnings before they open what was deployed', async () => {
    const { user } = await renderApp('/processengine/deployment', {
      roles,
      answers: [
        list,
        one,
        diagram,
        complete,
        answer(api.deployments.deploy, () => ({
          deployment: createDeployment(),
          warnings: [
            {
              fileName: 'purchase.bpmn',
              elementId: 'notify',
              needs: { kind: 'binding' as const, name: 'org.example.Archive' },
              code: 'bpmn.needs-binding',
              message: 'Expected a binding.',
            },
          ],
        })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Deploy' }))
    await screen.findByRole('dialog')
    await user.upload(findFileInput(), model())
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Deploy' }))
    await screen.findByText('Deployed with warnings')
    screen.getByText('notify')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await screen.findByRole('heading', { level: 1, name: 'Purchasing' })
  })

  it('offer no way to where the user is already', async () => {
    const { user } = await renderApp('/processengine/deployment', {
      roles,
      answers: [
        list,
        answer(api.deployments.deploy, () => ({
          deployment: createDeployment(),
          warnings: [missing('form', 'approve.html'), missing('binding', 'org.example.Archive')],
        })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Deploy' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.upload(findFileInput(), model())
    await user.click(dialog.getByRole('button', { name: 'Deploy' }))
    await dialog.findByText('Deployed with warnings')
    expect(dialog.getAllByRole('link').map((link) => link.textContent)).toEqual(['Add binding'])
  })

  it('refuse other files before they are sent, in the words of the catalogue', async () => {
    const { user, network } = await renderApp('/processengine/deployment', { roles, answers: [list] })
    await user.click(await screen.findByRole('button', { name: 'Deploy' }))
    await screen.findByRole('dialog')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Deploy' }))
    await screen.findByText('Choose at least one file.')
    await user.upload(findFileInput(), new File(['x'], 'notes.xml'))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Deploy' }))
    await screen.findByText('notes.xml: You cannot upload file with type xml')
    expect(network.callsTo(api.deployments.deploy)).toEqual([])
  })
})

describe('a deployment', () => {
  it('shows its definitions and files', async () => {
    await renderApp('/processengine/deployment/deployment-1', { roles, answers: [one, diagram, complete] })
    await screen.findByRole('heading', { level: 1, name: 'Purchasing' })
    const file = screen.getByRole('link', { name: 'purchase.bpmn' })
    expect(file.getAttribute('href')).toBe('/api/processengine/deployments/deployment-1/files/file-1')
    await screen.findByText('This process has no diagram')
  })

  it('says what its models name and nobody has made known, and where that is done', async () => {
    const needs = [
      missing('binding', 'org.example.Archive'),
      missing('group', 'bookkeeping'),
      missing('form', 'approve.html'),
    ]
    await renderApp('/processengine/deployment/deployment-1', {
      roles: ['RoleProcessAdmin', 'RoleUserAdmin'],
      answers: [one, diagram, answer(api.deployments.needs, () => needs)],
    })
    const region = within(await screen.findByRole('region', { name: 'Missing parts' }))
    region.getByText('3 warnings')
    expect(region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Add binding', '/processengine/bindings?name=org.example.Archive'],
      ['Show tasks', '/processengine/tasks?stuck=true'],
      ['Deploy', '/processengine/deployment'],
    ])
    expect(await findViolations()).toEqual([])
  })

  it('says nothing of what is missing where nothing is, and says so when that cannot be fetched', async () => {
    const { network } = await renderApp('/processengine/deployment/deployment-1', {
      roles,
      answers: [one, diagram, complete],
    })
    await waitFor(() => expect(network.callsTo(api.deployments.needs)).toHaveLength(1))
    await screen.findByText('This process has no diagram')
    expect(screen.queryByRole('region', { name: 'Missing parts' })).toBeNull()
    cleanup()
    await renderApp('/processengine/deployment/deployment-1', {
      roles,
      answers: [one, diagram, answer(api.deployments.needs, () => refuse('internal', 'A fault.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Error while fetching the missing parts')
  })

  it('whose deletion is answered late leaves the user where they have gone meanwhile', async () => {
    let arrive = () => {}
    const late = new Promise<undefined>((resolve) => {
      arrive = () => resolve(undefined)
    })
    const { user } = await renderApp('/processengine/deployment/deployment-1', {
      roles,
      answers: [
        one,
        diagram,
        complete,
        answer(api.deployments.delete, () => late),
        answer(api.bindings.list, () => []),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete deployment' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: 'Type Purchasing to confirm' }), 'Purchasing')
    await user.click(dialog.getByRole('button', { name: 'Delete deployment' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    history.pushState(null, '', '/processengine/bindings')
    await screen.findByRole('heading', { name: 'No bindings yet' })
    arrive()
    await screen.findByText('Deployment deleted')
    expect(location.pathname).toBe('/processengine/bindings')
  })

  it('is deleted after its name was typed, with what runs', async () => {
    const running = createDeployment()
    const { user, network } = await renderApp('/processengine/deployment/deployment-1', {
      roles,
      answers: [
        list,
        diagram,
        complete,
        answer(api.deployments.get, () => ({
          ...running,
          processes: running.processes.map((process) => ({ ...process, runningInstances: 14 })),
        })),
        answer(api.deployments.delete, () => undefined),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete deployment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Purchasing”?' })
    within(dialog).getByText(/14 instances are running/)
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete deployment' })
    expect(confirm.disabled).toBe(true)
    await user.type(within(dialog).getByRole('textbox', { name: 'Type Purchasing to confirm' }), 'Purchasing')
    await user.click(confirm)
    await waitFor(() => expect(location.pathname).toBe('/processengine/deployment'))
    expect(network.callsTo(api.deployments.delete)[0]?.query).toEqual({ cascade: 'true' })
  })
})

function findFileInput(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('Expected an input for files, but there is none.')
  return input
}

describe('the icon of a deployed process', () => {
  const path = '/processengine/deployment/deployment-1'
  const icons = { home: '<path d="M0 0"/>', truck: '<path d="M1 1"/>' }
  const sets = [
    answer(api.icons.docs, () => ({ set: 'tabler', title: 'Tabler', licence: 'MIT', size: 24, icons })),
    answer(api.icons.index, () => ({ set: 'tabler', names: ['home', 'truck'], words: { home: [0], truck: [1] } })),
    answer(api.icons.some, () => ({ icons: { 'truck:tabler': { size: 24, body: icons.truck } } })),
  ]
  const withIcon = (icon: string | null) => {
    const deployment = createDeployment()
    const processes = deployment.processes.map((process) => ({ ...process, icon, isIconChosen: icon !== null }))
    return answer(api.deployments.get, () => ({ ...deployment, processes }))
  }

  it('is chosen from the picker, and undone', async () => {
    const { user, network } = await renderApp(path, {
      roles,
      answers: [withIcon(null), diagram, complete, ...sets, answer(api.processes.setIcon, () => undefined)],
    })
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Change the icon of Purchase request' }))
      return within(await screen.findByRole('dialog', { name: 'Icon of Purchase request' }))
    }
    const dialog = await open()
    expect(dialog.queryByRole('button', { name: 'Use the model’s icon' })).toBeNull()
    await user.click(await dialog.findByRole('option', { name: 'truck' }))
    expect(await findViolations()).toEqual([])
    network.answer(withIcon('truck:tabler'))
    await user.click(dialog.getByRole('button', { name: 'Save icon' }))
    await screen.findByText('Icon saved')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click((await open()).getByRole('button', { name: 'Use the model’s icon' }))
    await waitFor(() =>
      expect(network.callsTo(api.processes.setIcon).map(({ params, body }) => [params.key, body])).toEqual([
        ['purchase', { icon: 'truck:tabler' }],
        ['purchase', { icon: null }],
      ]),
    )
  })
})
