import { applicationCalls, formCalls } from '@millrace/contract'
import { createTestApp, testRequest } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { listUses } from './list-uses.ts'

const { db, runtime, workplaceId, signIn } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'] })
const request = testRequest({ workplaceId })

/** A form with a field that asks, and a text that only says the key. */
async function make(name: string, type: string): Promise<void> {
  const application = await designer.call(applicationCalls.create, { body: { name, key: name.toLowerCase() } })
  const params = { appId: application.body.id }
  const made = await designer.call(formCalls.create, {
    params,
    body: { name, formKey: name.toLowerCase(), labels: '' },
  })
  const props = { label: 'Town', adapter: 'TOWNS', placeholder: 'towns' }
  const designerJson = JSON.stringify({ schema: 2, id: 'f', root: [{ id: 'a', type, key: 'town', props }] })
  await designer.call(formCalls.saveDesign, { params: { ...params, formId: made.body.id }, body: { designerJson } })
}

it('forms that ask an adapter are notified of; where reading takes too long, those that have its key in their text', async () => {
  await make('Asking', 'rest-look-up')
  await make('Otherwise', 'sql-look-up')
  await make('Reading', 'file-look-up')
  const adapter = { kind: 'rest', key: 'towns' } as const
  const names = (uses: Awaited<ReturnType<typeof listUses>>) => uses.map(({ name }) => name)
  expect(names(await listUses({ db, runtime }, request, adapter))).toEqual(['Asking'])
  expect(names(await listUses({ db, runtime }, request, { kind: 'file', key: 'towns' }))).toEqual(['Reading'])
  const run = async () => ({ how: 'overtime', at: null }) as never
  const slow = { ...runtime, threads: { ...runtime.threads, run } }
  expect(names(await listUses({ db, runtime: slow }, request, adapter))).toEqual(['Asking', 'Otherwise', 'Reading'])
})
