import { memoryUsage } from 'node:process'
import { userImportCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { multipart } from './runtime/testing/multipart.ts'
import { zip } from './testing/zip.ts'

const { signIn, admin } = await createTestApp()
const keeper = await signIn({ roles: ['RoleUserAdmin'] })
const address = `/api${userImportCalls.upload.path}`
const countImports = async () => (await admin.query('select from user_import')).rowCount

it('a file of 1 GB is refused before it is read', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=part', 'content-length': String(1024 ** 3) }
  const before = memoryUsage().arrayBuffers
  const { status, error } = await keeper.send({ method: 'POST', url: address, headers, payload: Buffer.alloc(1_000) })
  expect([status, error.code]).toEqual([413, 'request.too-large'])
  expect(memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
})

it.each([
  ['sheet', { 'xl/worksheets/sheet1.xml': Buffer.alloc(65_000_000) }],
  ['shared texts', { 'xl/worksheets/sheet1.xml': '<worksheet/>', 'xl/sharedStrings.xml': Buffer.alloc(65_000_000) }],
])('a workbook whose %s is much larger than the file is refused', async (_, parts) => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const content = zip({
    'xl/workbook.xml': `<workbook xmlns="${main}"><sheets><sheet name="A" sheetId="1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': '<Relationships/>',
    ...parts,
  })
  expect(content.length).toBeLessThan(1_000_000)
  const file = multipart([{ name: 'users.xlsx', content }])
  const { status, error } = await keeper.send({ method: 'POST', url: address, ...file })
  expect([status, error.code]).toEqual([422, 'file.refused'])
  expect(await countImports()).toBe(0)
})
