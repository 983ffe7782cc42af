import { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubDrawing } from '../../../testing/stub-drawing.ts'
import { openTables } from '../tables/create-modeler.ts'
import { DecisionSession } from '../tables/decision-session.ts'

addTexts('translation', decisionEditorTexts)

const opened: DecisionSession[] = []
let stub: ReturnType<typeof stubDrawing>
beforeAll(() => {
  stub = stubDrawing()
})
afterEach(() => {
  for (const session of opened.splice(0)) session.close()
})
afterAll(() => stub.undo())

const xml = `<?xml version="1.0"?><definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" xmlns:v="urn:vendor" id="g" name="g" namespace="n">
<decision id="dish" name="Dish"><decisionTable id="t">
  <input id="i1" v:of="vendor"/>
  <output id="o1" name="dish" typeRef="string"><outputValues id="ov" v:of="vendor" expressionLanguage="feel"><text>"a"</text></outputValues></output>
  <rule id="r1" v:of="vendor"><description>Why</description><inputEntry id="a" expressionLanguage="javascript"><text>x === 1</text></inputEntry><outputEntry id="b" v:of="vendor"><text>"a"</text></outputEntry></rule>
  <rule id="r2"><inputEntry id="c"><text>2</text></inputEntry><outputEntry id="d"><text>"b"</text></outputEntry></rule>
</decisionTable></decision>
<decision id="wine" name="Wine"><decisionTable id="t2">
  <input id="i2"><inputExpression id="x2" typeRef="string"><text>season</text></inputExpression></input><output id="o2" name="wine"/>
  <rule id="r3"><inputEntry id="e"><text>"winter"</text></inputEntry><outputEntry id="f"><text>"Port"</text></outputEntry></rule>
</decisionTable></decision></definitions>`

async function open() {
  const region = document.body.appendChild(document.createElement('div'))
  const session = new DecisionSession(await openTables(region, xml, true))
  opened.push(session)
  const commands = session.getTableCommands()
  if (commands === null) throw new Error('Expected a table that can be changed.')
  const read = async () => new DOMParser().parseFromString(await session.toXml(), 'text/xml')
  return { session, commands, read }
}

it('a copy of a rule has its texts, their language and its annotation, and is one step', async () => {
  const { session, commands, read } = await open()
  commands.duplicateRule(0)
  const copy = (await read()).querySelectorAll('rule')[1]
  expect(copy?.querySelector('description')?.textContent).toBe('Why')
  expect(copy?.querySelector('inputEntry')?.getAttribute('expressionLanguage')).toBe('javascript')
  expect([...(copy?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent)).toEqual(['x === 1', '"a"'])
  session.undo()
  expect((await read()).querySelectorAll('#t rule')).toHaveLength(2)
})

it('a column without an expression gets one, and its allowed values keep what a vendor wrote', async () => {
  const { session, commands, read } = await open()
  commands.setColumn(0, { label: 'Season', expression: 'season', typeRef: 'string', allowed: '"x"' })
  commands.setColumn(1, { label: '', expression: 'dish', typeRef: 'string', allowed: '"a","b"' })
  const file = await read()
  expect(file.querySelector('#i1 inputExpression')?.getAttribute('typeRef')).toBe('string')
  expect(file.querySelector('#i1 inputExpression text')?.textContent).toBe('season')
  expect(file.querySelector('#i1 inputValues text')?.textContent).toBe('"x"')
  expect(file.querySelector('#ov')?.getAttribute('v:of')).toBe('vendor')
  expect(file.querySelector('#ov text')?.textContent).toBe('"a","b"')
  session.undo()
  session.undo()
  expect((await read()).querySelector('#i1 inputExpression')).toBeNull()
})

it('what vendors wrote at rules and cells stays when they are changed and moved', async () => {
  const { commands, read } = await open()
  commands.setCell(0, 1, '"c"')
  commands.moveRule(0, 1)
  commands.addColumn('input', 1)
  const file = await read()
  const rule = file.querySelectorAll('#t rule')[1]
  expect(rule?.getAttribute('v:of')).toBe('vendor')
  expect(file.querySelector('#b')?.getAttribute('v:of')).toBe('vendor')
  expect(file.querySelector('#b text')?.textContent).toBe('"c"')
  expect(file.querySelector('#i1')?.getAttribute('v:of')).toBe('vendor')
})

it('a late change of a table is not one of the table that is shown after it', async () => {
  const { session, commands, read } = await open()
  session.show('wine')
  await expect.poll(() => session.getTable()?.decisionId).toBe('wine')
  commands.setCell(0, 0, 'late')
  commands.removeRule(0)
  commands.addRule(0)
  const file = await read()
  expect(file.querySelectorAll('#t2 rule')).toHaveLength(1)
  expect(file.querySelector('#e text')?.textContent).toBe('"winter"')
  session.getTableCommands()?.setCell(0, 0, '"summer"')
  expect((await read()).querySelector('#e text')?.textContent).toBe('"summer"')
})
