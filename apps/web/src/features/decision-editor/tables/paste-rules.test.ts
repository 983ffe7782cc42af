import { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import '../../../lib/i18n.ts'
import { addTexts } from '../../../lib/languages.ts'
import { stubDrawing } from '../../../testing/stub-drawing.ts'
import { openTables } from './create-modeler.ts'

addTexts('translation', decisionEditorTexts)

const opened: { destroy(): void }[] = []
let stub: ReturnType<typeof stubDrawing>
beforeAll(() => {
  stub = stubDrawing()
})
afterEach(() => {
  for (const modeler of opened.splice(0)) modeler.destroy()
})
afterAll(() => stub.undo())

const entry = (kind: string, id: string, text: string) => `<${kind} id="${id}"><text>${text}</text></${kind}>`
const xml = `<?xml version="1.0"?><definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="g" name="g" namespace="n"><decision id="dish" name="Dish"><decisionTable id="t" hitPolicy="FIRST">
  <input id="i1"><inputExpression id="x1" typeRef="string"><text>season</text></inputExpression></input>
  <input id="i2"><inputExpression id="x2" typeRef="number"><text>guests</text></inputExpression></input>
  <output id="o1" name="dish" typeRef="string"/>
  <rule id="r1">${entry('inputEntry', 'a', '"winter"')}${entry('inputEntry', 'b', '')}${entry('outputEntry', 'c', '"Stew"')}</rule>
</decisionTable></decision></definitions>`

async function openTable(canEdit = true) {
  // The cells are drawn beside the region.
  const around = document.body.appendChild(document.createElement('section'))
  const region = around.appendChild(document.createElement('div'))
  for (const id of ['a', 'b', 'c'])
    around.appendChild(document.createElement('div')).setAttribute('data-element-id', id)
  const { modeler } = await openTables(region, xml, canEdit)
  opened.push(modeler)
  const paste = (cell: string, text: string) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => text } })
    const drawn = region.parentElement?.querySelector(`[data-element-id="${cell}"]`)
    drawn?.dispatchEvent(event)
    return event.defaultPrevented
  }
  const rules = async () => {
    const { xml } = await modeler.saveXML({ format: false })
    const file = new DOMParser().parseFromString(xml, 'text/xml')
    return [...file.querySelectorAll('rule')].map((rule) =>
      [...rule.querySelectorAll('text')].map(({ textContent }) => textContent),
    )
  }
  const undo = () => modeler.getActiveViewer()?.get('commandStack', false)?.undo()
  return { paste, rules, undo }
}

it('rows of a spreadsheet fill the rules from the cell on, as FEEL, and add those that are missing', async () => {
  const { paste, rules, undo } = await openTable()
  expect(paste('a', 'winter\t> 3\tStew\r\nsummer\t\tSalad\r\n-\t12\t"""Fish"", ""Meat"""\r\n')).toBe(true)
  expect(await rules()).toEqual([
    ['"winter"', '> 3', '"Stew"'],
    ['"summer"', '', '"Salad"'],
    ['', '12', '"Fish", "Meat"'],
  ])
  undo()
  expect(await rules()).toEqual([['"winter"', '', '"Stew"']])
})

it('cells are filled from the one that it is pasted in, and what goes beyond the table is a note', async () => {
  const { paste, rules } = await openTable()
  paste('b', '1\tSoup\twarm\tmore')
  expect(await rules()).toEqual([['"winter"', '1', '"Soup"']])
})

it('a text of one cell is pasted as any other text', async () => {
  const { paste, rules } = await openTable()
  expect(paste('a', 'summer')).toBe(false)
  expect(await rules()).toEqual([['"winter"', '', '"Stew"']])
})

it('nothing is pasted where nothing may be changed', async () => {
  const { paste } = await openTable(false)
  expect(paste('a', 'summer\t2')).toBe(false)
})
