import { api, type GlobalProperty } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { type Answer, answer, refuse } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { createPage, ines } from '../../testing/things.ts'

const create = (more: Partial<GlobalProperty> = {}): GlobalProperty => ({
  id: '7',
  key: 'orderLimit',
  name: 'Order limit',
  description: '',
  type: 'number',
  value: '12.5',
  isSecret: false,
  isPerEnvironment: false,
  environments: [],
  environment: 'test',
  revision: 3,
  createdAt: '2026-11-19T08:00:00.000Z',
  createdBy: ines,
  updatedAt: '2026-11-19T08:00:00.000Z',
  updatedBy: ines,
  uses: [],
  ...more,
})
const secret = create({ key: 'apiKey', name: 'Key of the shop', type: 'text', value: null, isSecret: true })
const address = '/design/globalProcessProperties'
const open = (path: string, ...answers: Answer[]) => renderApp(`${address}${path}`, { roles: ['RoleDesign'], answers })

describe('the global properties', () => {
  it('stand with type and value, those of secrets hidden', async () => {
    const rows = [create(), { ...secret, id: '8' }]
    await open(
      '',
      answer(api.globalProperties.list, () => createPage(rows)),
      answer(api.globalProperties.listCount, () => ({ total: 2, isCapped: false, isPartial: false })),
    )
    const table = within(await screen.findByRole('table'))
    table.getByText('12.5')
    table.getByText('••••••••')
    expect(table.getByRole('link', { name: 'apiKey' }).getAttribute('href')).toBe(`${address}/8`)
    expect(await findViolations()).toEqual([])
  })

  it('are created, with a key that follows the name, and keep what was typed when that is taken', async () => {
    const { user, network } = await open(
      '/new',
      answer(api.globalProperties.create, () =>
        refuse('thing.key-taken', 'A global property has this key already', [
          { where: 'key', message: 'A global property has this key already' },
        ]),
      ),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Order limit')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Key' }).value).toBe('orderLimit')
    await user.click(screen.getByRole('switch', { name: /^Secret/ }))
    await user.type(screen.getByLabelText(/^Secret value/), 'hush')
    await user.click(screen.getByRole('button', { name: 'Save property' }))
    expect((await screen.findByRole('alert')).textContent).toContain('A global property has this key already')
    expect(network.callsTo(api.globalProperties.create).map(({ body }) => body)).toEqual([
      {
        ...{ key: 'orderLimit', name: 'Order limit', description: '', type: 'text', value: 'hush', isSecret: true },
        isPerEnvironment: false,
      },
    ])
  })

  it('that are secret keep their value when none is entered', async () => {
    const { user, network } = await open(
      '/7',
      answer(api.globalProperties.get, () => secret),
      answer(api.globalProperties.save, () => ({ ...secret, revision: 4 })),
    )
    await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'Theirs.')
    await user.click(screen.getByRole('button', { name: 'Save property' }))
    await screen.findByText('Global property saved')
    expect(network.callsTo(api.globalProperties.save)[0]?.body).toEqual({
      name: 'Key of the shop',
      description: 'Theirs.',
      type: 'text',
      value: null,
      isPerEnvironment: false,
      revision: 3,
    })
    expect(await findViolations()).toEqual([])
  })

  it('have other values in environments, with a refusal at its field', async () => {
    const known = create({ isPerEnvironment: true, environments: [{ environment: 'test', value: '1' }] })
    const { user, network } = await open(
      '/7',
      answer(api.globalProperties.get, () => known),
      answer(api.globalProperties.save, () =>
        refuse('global-property.invalid', 'In “live”: expected a number.', [
          { where: 'environments.1.value', message: 'In “live”: expected a number.' },
        ]),
      ),
    )
    await screen.findByText(/The environment of this workplace is test\.$/)
    await user.click(screen.getByRole('button', { name: 'Add environment' }))
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save property' })
    expect(save.disabled).toBe(true)
    await user.type(screen.getAllByRole('textbox', { name: 'Environment' })[1] as HTMLElement, 'live')
    await user.type(screen.getByRole('textbox', { name: 'Value in live' }), 'x')
    await user.click(save)
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Value in live' }).getAttribute('aria-invalid')).toBe('true'),
    )
    expect(network.callsTo(api.globalProperties.save)[0]?.body).toMatchObject({
      isPerEnvironment: true,
      environments: [
        { environment: 'test', value: '1' },
        { environment: 'live', value: 'x' },
      ],
    })
    expect(await findViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Remove live' }))
    expect(screen.queryByRole('textbox', { name: 'Value in live' })).toBeNull()
  })

  it('keep the values of environments that others have added meanwhile, and list each of them', async () => {
    const environments = [
      { environment: 'live', value: '1' },
      { environment: 'test', value: '2' },
    ]
    const known = create({ isPerEnvironment: true, environments })
    const details = [
      { where: 'updatedBy', message: 'Bea Roy' },
      { where: 'revision', message: '4' },
    ]
    const { user, network } = await open(
      '/7',
      answer(api.globalProperties.get, () => known),
      answer(api.globalProperties.save, () => refuse('thing.changed', 'Somebody was faster.', details)),
    )
    const field = await screen.findByRole('textbox', { name: 'Value in test' })
    await user.clear(field)
    await user.type(field, '5')
    await user.click(screen.getByRole('button', { name: 'Save property' }))
    const theirs = [{ environment: 'dev', value: '3' }, { environment: 'live', value: '9' }, ...environments.slice(1)]
    network.answer(answer(api.globalProperties.get, () => ({ ...known, environments: theirs, revision: 4 })))
    await user.click(await screen.findByRole('button', { name: 'Load these changes' }))
    await screen.findByText('Value in dev: – → 3')
    screen.getByText('Value in live: 1 → 9')
    expect(screen.queryByText('Other fields have changed as well.')).toBeNull()
    network.answer(answer(api.globalProperties.save, () => ({ ...known, revision: 5 })))
    await user.click(screen.getByRole('button', { name: 'Save property' }))
    await screen.findByText('Global property saved')
    expect(network.callsTo(api.globalProperties.save)[1]?.body).toMatchObject({
      revision: 4,
      environments: [
        { environment: 'live', value: '9' },
        { environment: 'test', value: '5' },
        { environment: 'dev', value: '3' },
      ],
    })
  })

  it('that designs name are deleted after the key was typed', async () => {
    const uses = [{ applicationId: 'a', processId: 'p', name: 'Order goods' }]
    const { user } = await open(
      '/7',
      answer(api.globalProperties.get, () => create({ uses })),
      answer(api.globalProperties.remove, () => undefined),
      answer(api.globalProperties.list, () => createPage([])),
      answer(api.globalProperties.listCount, () => ({ total: 0, isCapped: false, isPartial: false })),
    )
    expect((await screen.findByRole('link', { name: 'Order goods' })).getAttribute('href')).toBe(
      '/design/applications/a/appprocesses/p',
    )
    await user.click(screen.getByRole('button', { name: 'Delete property' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete orderLimit?' }))
    await user.type(dialog.getByRole('textbox'), 'orderLimit')
    await user.click(dialog.getByRole('button', { name: 'Delete property' }))
    await waitFor(() => expect(location.pathname).toBe(address))
  })

  it('say that one no longer exists', async () => {
    await open(
      '/7',
      answer(api.globalProperties.get, () => refuse('thing.not-found', 'Expected one.')),
    )
    await screen.findByRole('heading', { name: 'Global property not found' })
  })
})
