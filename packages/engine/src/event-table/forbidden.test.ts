import { readBpmn } from '@millrace/bpmn'
import { describe, expect, it } from 'vitest'
import { boundary, bpmn, on, path } from '../testing/bpmn.ts'
import { readGuideCells } from './read-guide.ts'

const definitions: Readonly<Record<string, string>> = {
  none: '',
  message: on.message(),
  timer: on.timer(),
  signal: on.signal(),
  error: on.error('oops'),
  escalation: on.escalation('rise'),
  conditional: on.condition(),
  compensation: on.compensation(),
  cancel: on.cancel(),
  link: on.link(),
  terminate: on.terminate(),
  'parallel multiple': on.message() + on.signal(),
  'variable listener':
    '<extensionElements><flowable:variableListenerEventDefinition variableName="x"/></extensionElements>',
}

/** A model with the event `event` at a position; around it stands whatever makes it the only thing that is wrong. */
function modelOf(event: string, position: string): string {
  const definition = definitions[event] ?? ''
  const parallel = event === 'parallel multiple' ? 'parallelMultiple="true"' : ''
  const beside = position.endsWith(', not interrupting')
  const flow = (inside: string) =>
    `<startEvent id="start"/>${inside}<task id="after"/>${path('start', 'event', 'after')}`
  const handler = `<subProcess id="handler" triggeredByEvent="true"><startEvent id="event" isInterrupting="${!beside}" ${parallel}>${definition}</startEvent></subProcess>`
  const ways: Readonly<Record<string, string>> = {
    start: `<startEvent id="event" ${parallel}>${definition}</startEvent><task id="after"/>${path('event', 'after')}`,
    'start of an event sub-process': `<startEvent id="start"/><transaction id="sub"><startEvent id="s"/>${handler}</transaction>${path('start', 'sub')}`,
    'intermediate catch': flow(`<intermediateCatchEvent id="event" ${parallel}>${definition}</intermediateCatchEvent>`),
    boundary: `<startEvent id="start"/><transaction id="sub"><startEvent id="s"/></transaction>${path('start', 'sub')}${boundary('event', 'sub', definition, `cancelActivity="${!beside}" ${parallel}`)}`,
    'intermediate throw': flow(`<intermediateThrowEvent id="event" ${parallel}>${definition}</intermediateThrowEvent>`),
    end: `<startEvent id="start"/><transaction id="sub"><startEvent id="s"/><endEvent id="event" ${parallel}>${definition}</endEvent>${path('s', 'event')}</transaction>${path('start', 'sub')}`,
  }
  const leap = `<startEvent id="start"/><intermediateThrowEvent id="event">${definition}</intermediateThrowEvent><intermediateCatchEvent id="partner">${definition}</intermediateCatchEvent>${path('start', 'event')}`
  if (event === 'link' && position === 'intermediate throw') return bpmn(leap)
  return bpmn(ways[position.replace(', not interrupting', '')] ?? '', {
    dialect: event === 'variable listener' ? 'flowable' : 'camunda',
  })
}

/** What is undone is over: its events neither interrupt nor stand beside, and the attribute says nothing. */
const meaningless = [
  'compensation › boundary, not interrupting',
  'compensation › start of an event sub-process, not interrupting',
]

describe('an event where BPMN 2.0 has none', () => {
  const dashes = readGuideCells().filter(({ link }) => link === null)

  it.each(dashes.map(({ event, position }) => [event, position] as const))(
    'is reported at deployment: %s › %s',
    (event, position) => {
      const read = readBpmn(modelOf(event, position))
      const problems = read.ok ? read.document.warnings : read.problems
      const reported = problems.filter(
        ({ code, elementId }) => (elementId === 'event' || elementId === 'handler') && code !== 'compensation.handler',
      )
      if (meaningless.includes(`${event} › ${position}`)) expect(reported).toEqual([])
      else expect(reported).not.toEqual([])
    },
  )

  it('is what the dashes stand for, and nothing else is reported where a cell has a test', () => {
    const possible = readGuideCells().filter(({ event, link }) => link !== null && event !== 'multiple')
    const refused = possible.flatMap(({ event, position }) => {
      const read = readBpmn(modelOf(event, position))
      return read.ok ? [] : [`${event} › ${position}: ${read.problems.map(({ message }) => message).join(' ')}`]
    })
    expect(refused).toEqual([])
  })
})
