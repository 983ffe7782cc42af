import { zip } from '../../apps/server/src/testing/zip.ts'
import type { Attacker } from './attack.ts'

/** Makes the calls of designers in small numbers; attacks make many. */
let count = 0

/** Creates an application with a process, both with the same key. @returns their addresses. */
export async function makeProcess(attacker: Attacker): Promise<{ key: string; application: string; process: string }> {
  const name = `hostile${++count}`
  const { body } = await attacker.design('POST', '/applications', { name, key: name })
  const application = `/applications/${body.id}`
  const made = await attacker.design('POST', `${application}/appprocesses`, { name, key: name })
  return { key: name, application, process: `${application}/appprocesses/${made.body.id}` }
}

/** Creates a data list with a text column. @returns its address. */
export async function makeList(attacker: Attacker): Promise<string> {
  const columns = [{ key: 'a', name: 'A', type: 'text' }]
  const key = `list${++count}`
  const { body } = await attacker.design('POST', '/data-lists', { name: key, key, columns })
  return `/data-lists/${body.id}`
}

/** Returns a workbook with one sheet and a table of shared texts. */
export function workbook(sheet: string, shared = ''): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zip({
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${shared}</sst>`,
  })
}

export const text = (value: string) => `<row><c t="inlineStr"><is><t>${value}</t></is></c></row>`

/** Returns a step of a trial that completes an element with variables. */
export const step = (element: string, variables: readonly object[] = []) => ({
  kind: 'complete',
  place: { element },
  variables,
})
export const begin = (variables: readonly object[] = []) => ({
  kind: 'start',
  at: '2030-01-07T09:00:00.000Z',
  variables,
})
