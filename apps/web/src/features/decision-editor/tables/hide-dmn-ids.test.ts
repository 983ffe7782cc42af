import { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubDrawing } from '../../../testing/stub-drawing.ts'
import { openTables } from './create-modeler.ts'
import { DecisionSession } from './decision-session.ts'

addTexts('translation', decisionEditorTexts)

let stub: ReturnType<typeof stubDrawing>
beforeAll(() => {
  stub = stubDrawing()
})
afterAll(() => stub.undo())

const table = (
  id: string,
  rule: string,
) => `<decisionTable id="t-${id}"><input id="i-${id}"><inputExpression id="x-${id}"><text>season</text></inputExpression></input><output id="o-${id}" name="n"/>
  <rule id="${rule}"><inputEntry id="${rule}-e"><text>1</text></inputEntry><outputEntry id="${rule}-a"><text>"Prüfung"</text></outputEntry></rule></decisionTable>`
const xml = `<?xml version="1.0"?><definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" xmlns:dmndi="https://www.omg.org/spec/DMN/20191111/DMNDI/" xmlns:dc="http://www.omg.org/spec/DMN/20180521/DC/" xmlns:di="http://www.omg.org/spec/DMN/20180521/DI/" id="g" name="g" namespace="n">
<decision id="prüfung" name="Prüfung"><informationRequirement id="bezug_ä"><requiredDecision href="#größe"/></informationRequirement>${table('p', 'régle')}</decision>
<decision id="größe" name="Größe">${table('g', 'r2')}</decision>
<dmndi:DMNDI><dmndi:DMNDiagram id="d"><dmndi:DMNShape id="form_ü" dmnElementRef="prüfung"><dc:Bounds x="0" y="0" width="180" height="80"/></dmndi:DMNShape>
<dmndi:DMNShape id="s2" dmnElementRef="gr&#246;&#223;e"><dc:Bounds x="0" y="200" width="180" height="80"/></dmndi:DMNShape></dmndi:DMNDiagram></dmndi:DMNDI></definitions>`

async function open(source: string, canEdit: boolean): Promise<DecisionSession> {
  const region = document.body.appendChild(document.createElement('div'))
  const session = new DecisionSession(await openTables(region, source, canEdit))
  onTestFinished(() => session.close())
  return session
}

it('ids with letters of other scripts are read, shown and written unchanged, with all references to them', async () => {
  const session = await open(xml, true)
  expect(session.getState().views.map(({ element }) => element.id)).toEqual(
    expect.arrayContaining(['prüfung', 'größe']),
  )
  // The one that no other decision requires.
  expect(session.getTable()).toMatchObject({ decisionId: 'prüfung', rows: [{ id: 'régle' }] })
  expect(session.getRequirements().nodes.map(({ id }) => id)).toEqual(['prüfung', 'größe'])
  session.getTableCommands()?.setCell(0, 1, '"Maß"')
  const written = await session.toXml()
  expect(written).not.toContain('hidden')
  const file = new DOMParser().parseFromString(written, 'text/xml')
  const read = (selector: string, attribute: string) =>
    [...file.querySelectorAll(selector)].map((one) => one.getAttribute(attribute))
  expect(read('decision', 'id')).toEqual(['prüfung', 'größe'])
  expect(read('informationRequirement', 'id')).toEqual(['bezug_ä'])
  expect(read('requiredDecision', 'href')).toEqual(['#größe'])
  expect(read('DMNShape', 'dmnElementRef')).toEqual(['prüfung', 'größe'])
  expect(read('rule', 'id')).toEqual(['régle', 'r2'])
  expect(read('DMNShape', 'id')).toEqual(['form_ü', 's2'])
  // Opened again, as after a change of the lock.
  const again = await open(written, false)
  expect(again.getTable()?.rows[0]?.cells.map(({ text }) => text)).toEqual(['1', '"Maß"'])
})
