import { api, type DeploymentDetail } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createDeployment, createPage, modelWithoutDrawing } from '../../testing/things.ts'

const roles = ['RoleProcessAdmin'] as const
const listAddress = '/processengine/deployment'
const address = `${listAddress}/deployment-1`
const list = [
  answer(api.deployments.list, () => createPage([createDeployment()])),
  answer(api.deployments.listCount, () => ({ total: 1, isCapped: false, isPartial: false })),
]
const one = (more: Partial<DeploymentDetail> = {}) => answer(api.deployments.get, () => createDeployment(more))
const gone = answer(api.deployments.get, () => refuse('thing.not-found', 'Expected a deployment, but there is none.'))
const around = [
  answer(api.processes.definitionDiagram, () => ({ xml: modelWithoutDrawing, processKey: 'purchase' })),
  answer(api.deployments.needs, () => []),
]
const answers = [...list, one(), ...around]

const title = (name = 'Purchasing') => screen.findByRole('heading', { level: 1, name })
const facts = async () => {
  const beside = within(await screen.findByRole('complementary', { name: 'Facts' }))
  const names = beside.getAllByRole('term').map((term) => term.textContent)
  const values = beside.getAllByRole('definition').map((value) => value.textContent)
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}
const search = () => Object.fromEntries(new URLSearchParams(location.search))

describe('a record', () => {
  it('is called what its list calls it, and has what its columns say, each by its type', async () => {
    await renderApp(address, { roles, answers })
    await title()
    expect(await facts()).toEqual({
      Id: expect.stringContaining('yment-1'),
      Deployed: expect.stringMatching(/^19\/11\/2026 \d\d:\d\d:\d\d$/),
      'Deployed by': expect.stringContaining('Ines Duarte'),
      Source: 'millrace',
    })
    expect(document.title).toMatch(/^Purchasing/)
    expect(await findViolations()).toEqual([])
  })

  it('leaves out what it does not have', async () => {
    await renderApp(address, { roles, answers: [...around, one({ name: null, source: null, deployedBy: null })] })
    await title('Unnamed deployment')
    expect(Object.keys(await facts())).toEqual(['Id', 'Deployed'])
  })

  it('is a skeleton under its kind while it is fetched, and takes the focus once', async () => {
    let arrive = () => {}
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { user } = await renderApp(listAddress, {
      roles,
      answers: [...list, ...around, answer(api.deployments.get, () => late.then(() => createDeployment()))],
    })
    await user.click(await screen.findByRole('link', { name: 'Purchasing' }))
    const heading = await title('Deployment')
    await waitFor(() => expect(document.activeElement).toBe(heading))
    const elsewhere = screen.getByRole('link', { name: 'Help on Deployment' })
    elsewhere.focus()
    arrive()
    await title()
    expect(document.activeElement?.getAttribute('href')).toBe(elsewhere.getAttribute('href'))
  })

  it('says so when it is not there, and leads to its list', async () => {
    const { user } = await renderApp(address, { roles, answers: [...list, gone] })
    await screen.findByRole('heading', { name: 'Deployment not found' })
    await title('Deployment')
    expect(await findViolations()).toEqual([])
    await user.click(
      within(screen.getByRole('main')).getAllByRole('link', { name: 'Deployments' }).at(-1) as HTMLElement,
    )
    await screen.findByRole('row', { name: /Purchasing/ })
  })

  it('gives way when another user has removed it meanwhile', async () => {
    const { user, network } = await renderApp(address, { roles, answers })
    await title()
    const refused = answer(api.deployments.delete, () => refuse('thing.not-found', 'Expected it, but it is gone.'))
    network.answer(gone, refused)
    await user.click(screen.getByRole('button', { name: 'Delete deployment' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Purchasing')
    await user.click(dialog.getByRole('button', { name: 'Delete deployment' }))
    await screen.findByRole('heading', { name: 'Deployment not found' })
    expect(screen.queryByRole('button', { name: 'Delete deployment' })).toBeNull()
  })

  it('shows a failure with its cause, and can be tried again', async () => {
    const { user, network } = await renderApp(address, {
      roles,
      answers: [...around, answer(api.deployments.get, () => refuse('internal', 'A fault of the program.'))],
    })
    expect((await screen.findByRole('alert')).textContent).toContain('The deployment could not be opened')
    network.answer(one())
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await title()
  })

  it('stands on a phone with its facts below', async () => {
    await renderApp(address, { roles, answers, width: 360 })
    await title()
    expect(Object.keys(await facts())).toEqual(['Id', 'Deployed', 'Deployed by', 'Source'])
    expect(await findViolations()).toEqual([])
  })
})

describe('the way back from a record', () => {
  const narrowed = `${listAddress}?sort=name&name=pur`
  const open = async () => {
    const rendered = await renderApp(narrowed, { roles, answers })
    await rendered.user.click(await screen.findByRole('link', { name: 'Purchasing' }))
    const heading = await title()
    await waitFor(() => expect(document.activeElement).toBe(heading))
    return rendered
  }
  const expectList = async () => {
    await screen.findByRole('button', { name: 'Name begins with pur' })
    expect(search()).toEqual({ sort: 'name', name: 'pur' })
  }

  it('is its breadcrumb, with filters and order unchanged', async () => {
    const { user } = await open()
    const breadcrumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    await user.click(breadcrumb.getByRole('link', { name: 'Deployments' }))
    await expectList()
  })

  it('is Escape', async () => {
    const { user } = await open()
    await user.keyboard('{Escape}')
    await expectList()
  })

  it('is taken when it has been deleted', async () => {
    const { user, network } = await open()
    network.answer(answer(api.deployments.delete, () => undefined))
    await user.click(screen.getByRole('button', { name: 'Delete deployment' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Purchasing')
    await user.click(dialog.getByRole('button', { name: 'Delete deployment' }))
    await expectList()
  })

  it('leads to the whole list for who has not seen it', async () => {
    const { user } = await renderApp(address, { roles, answers })
    await title()
    await user.click(
      within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', { name: 'Deployments' }),
    )
    await screen.findByRole('row', { name: /Purchasing/ })
    expect(search()).toEqual({})
  })
})
