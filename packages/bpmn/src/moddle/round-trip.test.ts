import { readFileSync } from 'node:fs'
import { parseXml, walk, type XmlElement } from '@millrace/xml'
import { describe, expect, it } from 'vitest'
import { savedCases } from '../../../engine/src/state/fixtures/cases.ts'
import { dialectList } from '../dialects/index.ts'
import { readBpmn } from '../read-bpmn.ts'
import { openFile } from '../testing/moddle.ts'
import { vocabulary } from '../vocabulary/index.ts'
import { definitions } from '../vocabulary/themes/processes.ts'
import { planChange } from './plan-change.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** Every element and attribute of the vendors below an element, in document order. */
function listExtensions(xml: string): string[] {
  const parsed = parseXml(xml)
  if (!parsed.ok) throw new Error(parsed.fault.detail)
  const uris = new Set(dialectList.map(({ uri }) => uri))
  return [...walk(parsed.root)].flatMap((element) => {
    const isOwn = uris.has(element.uri)
    const attributes = [...element.attributes].filter(([key]) => isOwn || uris.has(key.slice(1, key.indexOf('}'))))
    const named = attributes.map(([key, value]) => `${pathOf(element)}@${isOwn ? localOf(key) : key}=${value}`)
    return isOwn ? [`${pathOf(element)} ${element.text.trim()}`, ...named.sort()] : named.sort()
  })
}

/** At an element of a vendor's its prefix says nothing. */
function localOf(key: string): string {
  return key.slice(key.indexOf('}') + 1)
}

function pathOf({ parent, name }: XmlElement): string {
  return parent === null ? name : `${pathOf(parent)}/${name}`
}

async function expectSameModel(xml: string) {
  const file = await openFile(xml)
  const { create } = file
  file.apply(planChange(file.root, definitions.dialect, dialectOf(xml), { create }))
  const saved = await file.save()
  const [before, after] = [readBpmn(xml), readBpmn(saved)]
  expect(before.ok ? before.document.processes : before.processes).not.toEqual([])
  expect(after.ok ? after.document.processes : after.processes).toEqual(
    before.ok ? before.document.processes : before.processes,
  )
  return saved
}

function dialectOf(xml: string) {
  const result = readBpmn(xml)
  return (result.ok ? result.document.processes : result.processes)[0]?.dialect ?? null
}

describe('a file that bpmn-moddle opens and saves', () => {
  const everything = ['everything.camunda.bpmn', 'everything.flowable.bpmn', 'everything.millrace.bpmn']

  it.each(everything)('means the same as before, with all that vendors have written: %s', async (name) => {
    const xml = read(`./fixtures/${name}`)
    const saved = await expectSameModel(xml)
    expect(listExtensions(saved).filter((one) => !one.startsWith('definitions@'))).toEqual(
      listExtensions(xml).filter((one) => !one.startsWith('definitions@')),
    )
  })

  it('means the same as before when it is the sample of the product', async () => {
    await expectSameModel(read('../../../../apps/server/src/operations/samples/models/purchase-request.bpmn'))
  })

  it.each(Object.entries(savedCases).flatMap(([name, { files }]) => files.map((xml) => [name, xml] as const)))(
    'means the same as before: %s of the engine’s fixtures',
    async (_name, xml) => {
      await expectSameModel(xml)
    },
  )
})

describe('every attribute of the vocabulary', () => {
  const placed = vocabulary.filter(({ place }) => place === 'extension')
  const owners = new Set(['process', 'userTask', 'serviceTask', 'callActivity', 'startEvent', 'scriptTask'])

  it.each(dialectList.map(({ dialect, uri }) => [dialect, uri] as const))(
    'is loaded and written in the dialect %s, unchanged',
    async (dialect, uri) => {
      for (const owner of owners) {
        const names = new Set(
          placed.filter(({ on }) => on.includes(owner)).flatMap(({ tags }) => [...(tags.get(uri) ?? [])]),
        )
        const attributes = [...names].map((name) => `${dialect}:${name}="1 ${name} \${x}"`).join(' ')
        const inside = owner === 'process' ? '' : `<${owner} id="x" ${attributes}/>`
        const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:${dialect}="${uri}" targetNamespace="t"><process id="p" ${owner === 'process' ? attributes : ''}>${inside}</process></definitions>`
        const file = await openFile(xml)
        const expected = listExtensions(xml)
        expect(expected.length).toBeGreaterThan(2)
        // Of two names for one thing, the attribute of BPMN is the one that moddle knows.
        expect(file.messages.filter((message) => !message.includes('calledElement>'))).toEqual([])
        expect(listExtensions(await file.save())).toEqual(expected)
      }
    },
  )
})

describe('what moddle would drop', () => {
  const around = (inside: string) =>
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t"><process id="p">${inside}</process></definitions>`

  it('stays when it is an element of a vendor that nobody knows', async () => {
    const xml = around(
      '<task id="t"><extensionElements><flowable:later a="1" flowable:b="2"><flowable:inside>x</flowable:inside><flowable:field name="n"/></flowable:later></extensionElements></task>',
    )
    const file = await openFile(xml)
    expect(file.messages.filter((message) => message.startsWith('unparsable'))).toEqual([])
    expect(listExtensions(await file.save())).toEqual(listExtensions(xml))
  })

  it('stays when it is a reference to what the file does not have, which may be a code', async () => {
    const xml = around('<endEvent id="e"><errorEventDefinition id="d" errorRef="OUT_OF_STOCK"/></endEvent>')
    const file = await openFile(xml)
    expect(file.messages).toEqual(['unresolved reference <OUT_OF_STOCK>'])
    expect(await file.save()).toContain('errorRef="OUT_OF_STOCK"')
  })

  it('stays when it is the dialect of a file that uses none of its words', async () => {
    const xml = around('<startEvent id="s"/>')
    expect(dialectOf(xml)).toBe('flowable')
    expect(dialectOf(await expectSameModel(xml))).toBe('flowable')
  })
})
