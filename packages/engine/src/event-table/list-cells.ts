import { readdirSync, readFileSync } from 'node:fs'
import { type FlowElement, indexModel, isEvent, type ProcessModel } from '@millrace/bpmn'

const here = new URL('./', import.meta.url)

/** Returns the cells that have a test: its title, `event table › message › start`, and its file. */
export function listTests(): { readonly title: string; readonly file: string }[] {
  const files = readdirSync(here).filter((name) => name.endsWith('.test.ts'))
  return files.flatMap((file) => {
    const source = readFileSync(new URL(file, here), 'utf8')
    return [...source.matchAll(/^it\('(event table › [^']+)'/gm)].map(([, title = '']) => ({ title, file }))
  })
}

/** Returns the cell of the event table for an event, null for another element. */
export function findCell(model: ProcessModel, element: FlowElement): string | null {
  if (!isEvent(element)) return null
  const { definitions, parallelMultiple } = element
  const [first] = definitions
  const several = parallelMultiple ? 'parallel multiple' : 'multiple'
  const event =
    first === undefined ? 'none' : definitions.length > 1 ? several : (eventNames.get(first.kind) ?? first.kind)
  return `event table › ${event} › ${positionOf(model, element)}`
}

const eventNames: ReadonlyMap<string, string> = new Map([
  ['compensate', 'compensation'],
  ['variable', 'variable listener'],
])

function positionOf(model: ProcessModel, element: Extract<FlowElement, { definitions: unknown }>): string {
  const beside = 'isInterrupting' in element && !element.isInterrupting ? ', not interrupting' : ''
  if (element.type !== 'startEvent') return describeType(element.type) + beside
  const scope = indexModel(model).findScope(element)
  return scope?.triggeredByEvent === true ? `start of an event sub-process${beside}` : 'start'
}

/** `intermediateCatchEvent` is `intermediate catch`. */
function describeType(type: string): string {
  return type.replace(/Event$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
