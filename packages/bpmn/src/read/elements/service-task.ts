import type { XmlElement } from '@millrace/xml'
import type { Implementation, ServiceTask } from '../../model.ts'
import { textOf } from '../../vocabulary/read.ts'
import { task, webService } from '../../vocabulary/themes/activities.ts'
import { decision } from '../../vocabulary/themes/calls.ts'
import { findDecisionRef } from '../activities/decision-call.ts'
import { readImplementation } from '../activities/implementation.ts'
import type { ReadContext } from '../context.ts'
import { findTaskMessage } from '../events/message.ts'
import { readActivityBase } from './base.ts'
import type { Place } from './reader.ts'

export function readServiceTask(context: ReadContext, element: XmlElement, place: Place): ServiceTask {
  reportWebService(context, element)
  return {
    type: 'serviceTask',
    ...readActivityBase(context, element, place),
    implementation: readImplementation(context, element),
    message: null,
  }
}

export function readSendTask(context: ReadContext, element: XmlElement, place: Place): ServiceTask {
  reportWebService(context, element)
  return {
    type: 'sendTask',
    ...readActivityBase(context, element, place),
    implementation: readImplementation(context, element),
    message: findTaskMessage(context, element),
  }
}

export function readBusinessRuleTask(context: ReadContext, element: XmlElement, place: Place): ServiceTask {
  return {
    type: 'businessRuleTask',
    ...readActivityBase(context, element, place),
    implementation: readRuleImplementation(context, element),
    message: null,
  }
}

function readRuleImplementation(context: ReadContext, element: XmlElement): Implementation {
  const called = findDecisionRef(context, element)
  if (called !== null) return { kind: 'decision', decision: called }
  const rules = textOf(element, decision.rules) ?? textOf(element, decision.ruleVariablesInput)
  if (rules !== null) {
    context.report(
      element,
      'bpmn.unsupported',
      'Expected a business rule task to name a DMN decision, but it names Drools rules. Rewrite the rules as a decision table.',
    )
  }
  return readImplementation(context, element)
}

function reportWebService(context: ReadContext, element: XmlElement): void {
  if (textOf(element, task.implementation) !== '##WebService' || textOf(element, webService.operationRef) === null)
    return
  context.report(
    element,
    'bpmn.unsupported',
    'Expected a task that runs an expression, script, connector or external topic, but it calls a SOAP web service. Use a connector or an external topic.',
  )
}
