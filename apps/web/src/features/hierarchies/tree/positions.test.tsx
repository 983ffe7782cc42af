import { api, type Hierarchy, type HierarchyNode, type HierarchyNodeDetail } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findViolations } from '../../../testing/find-violations.ts'
import { answer, refuse } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { ines } from '../../../testing/things.ts'

const roles = ['RoleUser', 'RoleUserAdmin'] as const
const at = '2030-01-07T09:00:00.000Z'
const hierarchy: Hierarchy = {
  ...{ id: 'one', name: 'Line management', description: '', revision: 1, disabled: null },
  ...{ createdAt: at, createdBy: ines, updatedAt: at, updatedBy: ines },
}

interface Stored {
  readonly id: string
  readonly name: string
  parent: string | null
}

/** A server with a small tree that moves and removes as the real one does. */
function createServer(given?: readonly Stored[], disabled: Hierarchy['disabled'] = null) {
  let nodes: Stored[] = [
    ...(given ?? [
      { id: 'md', name: 'Managing director', parent: null },
      { id: 'fin', name: 'Head of finance', parent: 'md' },
      { id: 'ops', name: 'Head of operations', parent: 'md' },
      { id: 'pur', name: 'Purchasing', parent: 'fin' },
    ]),
  ]
  const below = (id: string): Stored[] =>
    nodes.filter(({ parent }) => parent === id).flatMap((one) => [one, ...below(one.id)])
  const present = ({ id, name, parent }: Stored): HierarchyNode => ({
    ...{
      id,
      name,
      parentId: parent,
      person: id === 'md' ? ines : null,
      validFrom: null,
      validUntil: null,
      revision: 1,
    },
    ...{ children: nodes.filter((one) => one.parent === id).length, below: below(id).length },
  })
  const find = (id: string) => nodes.find((one) => one.id === id) as Stored
  const above = (id: string | null): Stored[] => (id === null ? [] : [...above(find(id).parent), find(id)])
  const detail = (one: Stored): HierarchyNodeDetail => ({ ...present(one), above: above(one.parent) })
  return [
    answer(api.hierarchies.get, () => ({ ...hierarchy, disabled })),
    answer(api.hierarchies.level, ({ query }) => ({
      items: nodes.filter(({ parent }) => parent === (query.parent ?? null)).map(present),
      next: null,
      total: nodes.length,
    })),
    answer(api.hierarchies.findNodes, ({ query }) =>
      nodes.filter(({ name }) => name.toLowerCase().includes(String(query.q).toLowerCase())).map(detail),
    ),
    answer(api.hierarchies.moveNode, ({ params, body }) => {
      const moved = find(String(params.nodeId))
      moved.parent = (body as { parentId: string | null }).parentId
      return detail(moved)
    }),
    answer(api.hierarchies.addNode, ({ body }) => {
      const { name, parentId } = body as { name: string; parentId: string | null }
      const added = { id: 'new', name, parent: parentId }
      nodes = [...nodes, added]
      return detail(added)
    }),
    answer(api.hierarchies.saveNode, () => refuse('thing.changed', 'Somebody has changed it.')),
    answer(api.hierarchies.removeNode, ({ params }) => {
      nodes = nodes.filter(({ id }) => id !== params.nodeId)
      return undefined
    }),
  ]
}

const open = async (answers = createServer()) => {
  const page = await renderApp('/usersgroups/hierarchies/one', { roles, answers })
  const tree = await screen.findByRole('tree', { name: 'Positions' })
  await within(tree).findByRole('treeitem', { name: /Head of finance/ })
  return { ...page, tree }
}
const names = (tree: HTMLElement) =>
  within(tree)
    .getAllByRole('treeitem')
    .map(
      (item) =>
        `${item.getAttribute('aria-level')} ${item.textContent?.replace(/Vacant|Ines Duarte|\d+|Moving/g, '').trim()}`,
    )

describe('the tree of positions', () => {
  it('opens its first level, and shows persons, vacant positions and how many are below', async () => {
    const { tree } = await open()
    expect(names(tree)).toEqual(['1 Managing director', '2 Head of finance', '2 Head of operations'])
    within(within(tree).getByRole('treeitem', { name: /Managing director/ })).getByText('Ines Duarte')
    within(within(tree).getByRole('treeitem', { name: /Head of finance/ })).getByText('Vacant')
    screen.getByRole('heading', { name: '4 positions' })
    expect(await findViolations()).toEqual([])
  })

  it('is walked, opened and closed by the arrow keys', async () => {
    const { user, tree } = await open()
    tree.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    await within(tree).findByRole('treeitem', { name: /Purchasing/ })
    await user.keyboard('{ArrowRight}')
    expect(tree.getAttribute('aria-activedescendant')).toBe('node-pur')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(within(tree).queryByRole('treeitem', { name: /Purchasing/ })).toBeNull()
  })

  it('moves a branch by Space and arrow keys, says so, and puts it back', async () => {
    const { user, tree, network } = await open()
    tree.focus()
    await user.keyboard('{ArrowDown} ')
    expect(screen.getByText(/Picked up Head of finance/)).toBeTruthy()
    await user.keyboard('{ArrowDown} ')
    await screen.findByText('Moved Head of finance below Head of operations.')
    expect(network.callsTo(api.hierarchies.moveNode)[0]?.body).toEqual({ parentId: 'ops' })
    await waitFor(() =>
      expect(names(tree)).toEqual(['1 Managing director', '2 Head of operations', '3 Head of finance']),
    )
    await user.click(screen.getByRole('button', { name: 'Undo move' }))
    await screen.findByText('Moved Head of finance below Managing director.')
    expect(network.callsTo(api.hierarchies.moveNode)[1]?.body).toEqual({ parentId: 'md', afterId: null })
  })

  it('does not put a branch below itself, and lets go of it by Escape', async () => {
    const { user, tree, network } = await open()
    tree.focus()
    await user.keyboard('{Home} {ArrowDown}')
    expect(screen.getByText('A position cannot be below itself.')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.getByText('Move cancelled.')).toBeTruthy()
    expect(network.callsTo(api.hierarchies.moveNode)).toEqual([])
  })

  it('moves the selected position by a search for its new parent', async () => {
    const { user, tree, network } = await open()
    await user.click(within(tree).getByRole('treeitem', { name: /Head of finance/ }))
    await user.click(screen.getByRole('button', { name: 'Move to …' }))
    const dialog = await screen.findByRole('dialog', { name: 'Move Head of finance' })
    await user.type(within(dialog).getByRole('searchbox'), 'o')
    expect(await within(dialog).findByRole('button', { name: /Head of finance.*below itself/ })).toHaveProperty(
      'disabled',
      true,
    )
    await user.click(within(dialog).getByRole('button', { name: /Head of operations/ }))
    await screen.findByText('Moved Head of finance below Head of operations.')
    expect(network.callsTo(api.hierarchies.moveNode)[0]?.body).toEqual({ parentId: 'ops' })
  })

  it('adds a position below the selected one, and selects it', async () => {
    const { user, tree, network } = await open()
    tree.focus()
    await user.keyboard('{End}{Insert}')
    const dialog = await screen.findByRole('dialog', { name: 'Add a position below Head of operations' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Position' }), 'Plant 1')
    await user.click(within(dialog).getByRole('button', { name: 'Add position' }))
    expect((await within(tree).findByRole('treeitem', { name: /Plant 1/ })).getAttribute('aria-selected')).toBe('true')
    expect(network.callsTo(api.hierarchies.addNode)[0]?.body).toEqual({
      ...{ name: 'Plant 1', username: null, validFrom: null, validUntil: null, parentId: 'ops' },
    })
  })

  it('keeps what was entered when another user has changed the position', async () => {
    const { user, tree } = await open()
    tree.focus()
    await user.keyboard('{End}{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Head of operations' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Position' }), ' 2')
    await user.click(within(dialog).getByRole('button', { name: 'Save position' }))
    await within(dialog).findByText('The position was not saved')
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Position' }).value).toBe(
      'Head of operations 2',
    )
  })

  it('calls one vacant whose only name was a person who no longer exists', async () => {
    const given = [
      { id: 'md', name: 'Managing director', parent: null },
      { id: 'fin', name: 'Head of finance', parent: 'md' },
      { id: 'gone', name: '', parent: 'md' },
    ]
    const { user, tree } = await open(createServer(given))
    tree.focus()
    await user.keyboard('{End}{Delete}')
    await screen.findByRole('dialog', { name: 'Remove Vacant?' })
  })

  it('asks before it removes one, and what becomes of those below', async () => {
    const { user, tree, network } = await open()
    tree.focus()
    await user.keyboard('{ArrowDown}{Delete}')
    const dialog = await screen.findByRole('dialog', { name: 'Remove Head of finance?' })
    await user.click(within(dialog).getByRole('radio', { name: /Remove 1 position below, too/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Remove 2 positions' }))
    await waitFor(() => expect(names(tree)).toEqual(['1 Managing director', '2 Head of operations']))
    expect(network.callsTo(api.hierarchies.removeNode)[0]?.query).toEqual({ children: 'remove' })
  })

  it('of twenty thousand positions draws those that are seen', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      id: `n${index}`,
      name: `Position ${index}`,
      parent: null,
    }))
    await renderApp('/usersgroups/hierarchies/one', {
      roles,
      answers: createServer(many)
        .slice(0, 1)
        .concat(
          answer(api.hierarchies.level, () => ({
            items: many.map(({ id, name }) => ({
              ...{ id, name, parentId: null, person: null, validFrom: null, validUntil: null, revision: 1 },
              ...{ children: 0, below: 0 },
            })),
            next: null,
            total: many.length,
          })),
        ),
    })
    const tree = await screen.findByRole('tree')
    await within(tree).findByText('Position 1')
    expect(within(tree).getAllByRole('treeitem').length).toBeLessThan(60)
  })

  it('is read only while the hierarchy is disabled', async () => {
    const { user, tree } = await open(createServer(undefined, { at, by: ines, reason: 'Old' }))
    expect(screen.queryByRole('button', { name: 'Add position' })).toBeNull()
    tree.focus()
    await user.keyboard('{ArrowDown} {Delete}{Insert}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText('Moving')).toBeNull()
  })

  it('says what comes first when there are no positions', async () => {
    await renderApp('/usersgroups/hierarchies/one', { roles, answers: createServer([]) })
    await screen.findByRole('heading', { name: 'No positions yet' })
    screen.getByRole('button', { name: 'Import from manager column' })
  })
})

describe('the import from a manager column', () => {
  it('checks the file first, shows each row, and imports only without refused rows', async () => {
    let counts = { new: 1, changed: 0, same: 0, refused: 1 }
    const { user, network } = await renderApp('/usersgroups/hierarchies/one', {
      roles,
      answers: [
        ...createServer([]),
        answer(api.hierarchies.importNodes, ({ query }) => ({
          isImported: query.isDryRun === 'false',
          counts,
          rows: [
            { line: 3, key: 'zoe', result: 'refused' as const, message: 'There is no user “zoe”.' },
            { line: 2, key: 'ines', result: 'new' as const, message: '' },
          ].slice(counts.refused === 0 ? 1 : 0),
          notes: [],
        })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Import from manager column' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import from manager column' })
    const choose = () =>
      user.upload(
        dialog.querySelector('input[type=file]') ??
          (document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement),
        new File(['key,manager'], 'managers.csv'),
      )
    await choose()
    await user.click(within(dialog).getByRole('button', { name: 'Check file' }))
    await within(dialog).findByRole('row', { name: /3 zoe Refused There is no user/ })
    expect(within(dialog).queryByRole('button', { name: /^Import/ })).toBeNull()
    counts = { new: 1, changed: 0, same: 0, refused: 0 }
    await choose()
    await user.click(within(dialog).getByRole('button', { name: 'Check file' }))
    await user.click(await within(dialog).findByRole('button', { name: 'Import 1 change' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(network.callsTo(api.hierarchies.importNodes).map(({ query }) => query)).toEqual([
      { isDryRun: 'true' },
      { isDryRun: 'true' },
      { isDryRun: 'false' },
    ])
  })
})
