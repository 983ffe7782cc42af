import { api, type PackageSource } from '@millrace/contract'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer } from '../../testing/network.ts'
import { testRecordPage, written } from '../../testing/record-tests.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { emptyDraft } from './package-source-draft.ts'

const { token: _, ...fields } = emptyDraft
const place = { url: 'https://test.example.org', applications: 'shop' } as const
const first: PackageSource = {
  ...written,
  ...fields,
  ...place,
  ...{ id: 'one', name: 'First', hasToken: true, actsAs: 'ines', isAsked: false, disabled: null },
  ...{ lookedAt: null, outcome: null, message: '', waitingImport: null },
}

testRecordPage({
  path: '/admin/package-sources',
  roles: ['RoleUser', 'RoleAdmin'],
  noun: 'package source',
  calls: api.packageSources,
  first,
  row: { ...first, isDisabled: false },
  fill: { Address: place.url, Applications: place.applications },
  saved: { ...fields, ...place, name: 'Second', token: null, revision: 3 },
  created: { ...fields, ...place, name: 'First', token: null },
})

describe('the page of a package source', () => {
  it('looks when somebody asks, and says what was found and where to go on', async () => {
    let source = first
    const { user, network } = await renderApp('/admin/package-sources/one', {
      roles: ['RoleUser', 'RoleAdmin'],
      answers: [
        answer(api.packageSources.get, () => source),
        answer(api.packageSources.look, () => {
          source = {
            ...{ ...first, outcome: 'ok', lookedAt: '2030-01-07T09:00:00.000Z', waitingImport: 'import-1' },
            message: 'A new package waits for approval.',
          }
          return undefined
        }),
      ],
    })
    await screen.findByText('The source was not checked yet.')
    await user.click(screen.getByRole('button', { name: 'Check now' }))
    await screen.findByText(/A new package waits for approval/)
    expect(network.callsTo(api.packageSources.look)).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Show waiting package' }).getAttribute('href')).toBe(
      '/admin/importexport?import=import-1',
    )
    await user.type(screen.getByRole('textbox', { name: 'Applications' }), ', stock')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check now' }).disabled).toBe(true)
  })

  it('asks for the folder of a source that is one', async () => {
    await renderApp('/admin/package-sources/one', {
      roles: ['RoleUser', 'RoleAdmin'],
      answers: [answer(api.packageSources.get, () => ({ ...first, kind: 'folder' as const, folder: '/srv/shop' }))],
    })
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Folder' })).value).toBe('/srv/shop')
    expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull()
  })
})
