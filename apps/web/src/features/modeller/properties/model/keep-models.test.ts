// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ProcessModel, readBpmn } from '@millrace/bpmn'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import { openFile } from '@millrace/bpmn/testing'
import { describe, expect, it } from 'vitest'
import { checkDrawing } from '../../check-drawing.ts'
import { listFieldNames, planField, readField } from '../services/plan-service.ts'
import { findRunKind, isHttpConnector } from '../services/service-kinds.ts'
import { listRows } from './list-rows.ts'
import { planText, readText } from './row-text.ts'

/*
 * The sample applications' models; or all of a folder and those below it:
 *   MODELS=/path/to/models npm run unit -- --project web apps/web/src/features/modeller/properties/model/keep-models.test.ts
 */
const own = join(import.meta.dirname, '../../../../../../server/src/operations/samples/models')
const folder = process.env.MODELS === undefined ? own : resolve(process.env.INIT_CWD ?? '.', process.env.MODELS)
const files = globSync('**/*.{bpmn,bpmn20.xml}', { cwd: folder }).toSorted()

/** What the engine reads, and what it finds wrong: of a file with faults as well. */
function read(xml: string): { readonly processes: readonly ProcessModel[]; readonly faults: readonly string[] } | null {
  const result = readBpmn(xml)
  const processes = result.ok ? result.document.processes : result.processes
  if (processes.length === 0) return null
  return {
    processes,
    faults: checkDrawing(xml)
      .map(({ code, elementId }) => `${code} ${elementId}`)
      .toSorted(),
  }
}

/** Processes without what texts have around them: moddle leaves it out beside CDATA, and the panel does not show it. */
function withoutSpace(found: ReturnType<typeof read>): unknown {
  return JSON.parse(JSON.stringify(found?.processes), (_, value: unknown) =>
    typeof value === 'string' ? value.trim() : value,
  )
}

/** As the modeller opens it, which says whose rules the file is read by. */
async function open(xml: string, processes: readonly ProcessModel[]) {
  const file = await openFile(xml)
  const [first] = processes
  if (first !== undefined) file.root.set('millrace:dialect', first.dialect)
  return file
}

/** Sets every row that has a text to that text, and every setting of a service. */
function rewrite({ apply, create, dialect }: Awaited<ReturnType<typeof open>>, element: ModdleElement): number {
  const options = { create, dialect }
  let count = 0
  for (const row of listRows(element)) {
    if (!row.isSet || ['flag', 'reference', 'parts'].includes(row.kind) || row.property.name === 'id') continue
    // An empty text takes a property away.
    if (readText(element, row) === '') continue
    apply(planText(element, row, readText(element, row), options))
    count += 1
  }
  if (['http', 'mail', 'decision'].includes(findRunKind(element)) && !isHttpConnector(element))
    for (const name of listFieldNames(element))
      if (readField(element, name) !== '') apply(planField(element, name, readField(element, name), options))
  return count
}

describe('a model', () => {
  it.each(files)(
    'means the same after it is opened and saved, and when each row is set to what it has: %s',
    async (name) => {
      const xml = readFileSync(join(folder, name), 'utf8')
      const before = read(xml)
      // What has no process that can be read is not opened.
      if (before === null) return
      const untouched = await open(xml, before.processes)
      const after = read(await untouched.save())
      expect(withoutSpace(after)).toEqual(withoutSpace(before))
      // What BPMN has no element for is gone, with the fault that it was.
      expect(before.faults).toEqual(expect.arrayContaining([...(after?.faults ?? [])]))
      const edited = await open(xml, before.processes)
      const ids = before.processes.flatMap(({ id, elements, flows }) => [
        id,
        ...Object.keys(elements),
        ...Object.keys(flows),
      ])
      for (const id of ids) {
        const element = edited.find(id)
        if (element !== null) rewrite(edited, element)
      }
      expect(withoutSpace(read(await edited.save()))).toEqual(withoutSpace(before))
    },
  )

  it('is there to be tried', () => {
    expect(files.length).toBeGreaterThan(0)
  })
})
