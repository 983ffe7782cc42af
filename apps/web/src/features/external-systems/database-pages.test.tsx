import { api, type ExternalConnection } from '@millrace/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findViolations } from '../../testing/find-violations.ts'
import { answer } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ines } from '../../testing/things.ts'

const at = '2026-11-19T08:00:00.000Z'
const connection: ExternalConnection = {
  ...{ id: '7', name: 'Ledger', description: '', revision: 1, disabled: null },
  ...{ createdAt: at, createdBy: ines, updatedAt: at, updatedBy: ines },
  ...{ system: { id: '1', name: 'Shop' }, hasSecret: true, otherSecrets: [], pausedUntil: null, standsFor: null },
  ...{ environments: [], environment: '', tested: null, apis: [] },
  settings: {
    ...{ kind: 'database', vendor: 'oracle', host: 'db.example.org', port: 1521, database: 'ORCLPDB1' },
    ...{ username: 'jo', tls: 'verified', seconds: 10 },
  },
}
const { externalSystems: calls } = api

it('creates a connection to Oracle from a JDBC URL, with the name of a service', async () => {
  const { user, network } = await renderApp('/integrate/externalsystems/1/database/new', {
    roles: ['RoleIntegration'],
    answers: [answer(calls.createConnection, () => connection), answer(calls.getConnection, () => connection)],
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ledger')
  screen.getByRole('textbox', { name: 'Database' })
  await user.click(screen.getByRole('textbox', { name: 'JDBC URL' }))
  await user.paste('jdbc:oracle:thin:@db.example.org:1521:ORCL')
  await screen.findByText(/^Enter a JDBC URL of PostgreSQL/)
  await user.clear(screen.getByRole('textbox', { name: 'JDBC URL' }))
  await user.paste('jdbc:oracle:thin:jo/x@//db.example.org/ORCLPDB1')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Service name' }).value).toBe('ORCLPDB1')
  expect(screen.queryByRole('textbox', { name: 'Database' })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Type of database' }).value).toBe('Oracle')
  await user.type(screen.getByLabelText(/^Password/), 'hush')
  expect(await findViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save connection' }))
  await screen.findByRole('heading', { name: 'Ledger' })
  expect(network.callsTo(calls.createConnection)).toMatchObject([
    {
      body: {
        secret: 'hush',
        settings: { vendor: 'oracle', host: 'db.example.org', port: 1521, database: 'ORCLPDB1', username: 'jo' },
      },
    },
  ])
})
