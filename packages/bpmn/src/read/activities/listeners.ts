import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { Delegate, ExecutionListener, Field, Script, TaskListener } from '../../model.ts'
import { elementOf, elementsOf, textOf } from '../../vocabulary/read.ts'
import {
  delegate,
  executionListener,
  executionListeners,
  taskListener,
  taskListeners,
} from '../../vocabulary/themes/listeners.ts'
import type { ReadContext } from '../context.ts'
import { readTimer } from '../events/timer.ts'
import { expressionText } from '../expression-text.ts'
import { readFields } from './fields.ts'
import { findScript } from './script.ts'

/** Reads the execution listeners of a process, flow node or sequence flow. Sequence flows only have `take`. */
export function readExecutionListeners(context: ReadContext, element: XmlElement): ExecutionListener[] {
  const isFlow = element.name === 'sequenceFlow'
  return elementsOf(element, executionListeners.executionListener).flatMap((listener) => {
    const event = isFlow && rulesOf(context).flowListenersTake ? 'take' : readEvent(listener) || (isFlow ? 'take' : '')
    if (!executionListener.event.options.includes(event)) {
      reportEvent(context, listener, event, 'start, end or take')
      return []
    }
    const run = readDelegate(context, listener)
    return run === null ? [] : [{ event, run }]
  })
}

/** Reads the task listeners of a user task; those for `timeout` have a timer. */
export function readTaskListeners(context: ReadContext, element: XmlElement): TaskListener[] {
  return elementsOf(element, taskListeners.taskListener).flatMap((listener) => {
    const event = readEvent(listener)
    if (!taskListener.event.options.includes(event)) {
      reportEvent(context, listener, event, taskListener.event.options.join(', '))
      return []
    }
    const timer = event === 'timeout' ? readTimeout(context, listener) : null
    const run = readDelegate(context, listener)
    return run === null || (event === 'timeout' && timer === null) ? [] : [{ event, run, timer }]
  })
}

function readEvent(listener: XmlElement): string {
  return textOf(listener, taskListener.event)?.trim() ?? ''
}

function reportEvent(context: ReadContext, listener: XmlElement, event: string, expected: string): void {
  context.report(
    listener,
    'listener.event',
    `Expected the event of a listener to be one of ${expected}, but ${event === '' ? 'it has none' : `it is “${event}”`}.`,
  )
}

function readTimeout(context: ReadContext, listener: XmlElement): TaskListener['timer'] {
  const definition = elementOf(listener, taskListener.timerEventDefinition)
  if (definition !== null && textOf(listener, taskListener.id) !== null) return readTimer(context, definition)
  context.report(
    listener,
    'listener.timer',
    `Expected a timeout listener to have an id and a timer, but the ${definition === null ? 'timer' : 'id'} is missing. Add it.`,
  )
  return null
}

function readDelegate(context: ReadContext, listener: XmlElement): Delegate | null {
  const name = textOf(listener, delegate.class)
  const expression = textOf(listener, delegate.expression)
  const delegateExpression = textOf(listener, delegate.delegateExpression)
  const script = findScript(context, listener)
  if (name !== null && name !== '') return classDelegate(name, readFields(context, listener))
  if (expression !== null) return { kind: 'expression', expression: expressionText(context.dialect, expression) }
  if (delegateExpression !== null && delegateExpression !== '') {
    const fields = readFields(context, listener)
    return { kind: 'delegateExpression', expression: expressionText(context.dialect, delegateExpression), fields }
  }
  if (script !== null) return { kind: 'script', script }
  context.report(
    listener,
    'listener.implementation',
    'Expected a listener to name an expression, a script, a class or a delegate expression, but it names none. Add one.',
  )
  return null
}

/** Flowable and Activiti write script listeners as a class of their own with the script in a field. */
function classDelegate(name: string, fields: Field[]): Delegate {
  const script = /\.Script(?:Execution|Task)Listener$/.test(name) ? scriptOf(fields) : null
  return script === null ? { kind: 'class', name, fields } : { kind: 'script', script }
}

function scriptOf(fields: Field[]): Script | null {
  const text = fields.find(({ name }) => name === 'script')?.value.text
  const language = fields.find(({ name }) => name === 'language')?.value.text ?? 'javascript'
  return text === undefined ? null : { language: language.trim().toLowerCase(), text, resource: null }
}
