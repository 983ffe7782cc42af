import { booleanExtension, extension, findExtension } from '../../dialects/extensions.ts'
import type { PlainTask, ReceiveTask, ScriptTask } from '../../model.ts'
import { attribute, booleanAttribute, findChild, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'
import { findTaskMessage } from '../events/message.ts'
import { makeScript } from '../script.ts'
import { readVariableMappings } from '../variable-mapping.ts'
import { readActivityBase } from './base.ts'
import type { Place } from './reader.ts'

export function readScriptTask(context: ReadContext, element: XmlElement, place: Place): ScriptTask {
  return {
    type: 'scriptTask',
    ...readActivityBase(context, element, place),
    script: makeScript(context, element, {
      language: attribute(element, 'scriptFormat'),
      text: (findChild(element, 'script') ?? findExtension(element, 'script'))?.text ?? null,
      resource: extension(element, 'resource'),
    }),
    resultVariable: extension(element, 'resultVariable'),
    storesVariables: booleanExtension(element, 'autoStoreVariables', false),
    seesVariables: !booleanExtension(element, 'doNotIncludeVariables', false),
    inputs: readVariableMappings(context, element, 'in'),
  }
}

export function readReceiveTask(context: ReadContext, element: XmlElement, place: Place): ReceiveTask {
  return {
    type: 'receiveTask',
    ...readActivityBase(context, element, place),
    message: findTaskMessage(context, element),
    instantiate: booleanAttribute(element, 'instantiate', false),
  }
}

export function readManualTask(context: ReadContext, element: XmlElement, place: Place): PlainTask {
  return { type: 'manualTask', ...readActivityBase(context, element, place) }
}

export function readTask(context: ReadContext, element: XmlElement, place: Place): PlainTask {
  return { type: 'task', ...readActivityBase(context, element, place) }
}
