import type { XmlElement } from '@millrace/xml'
import type { ReceiveTask, ScriptTask } from '../../model.ts'
import { elementOf, flagOf, textOf } from '../../vocabulary/read.ts'
import { instantiation } from '../../vocabulary/themes/flows.ts'
import { passing, result } from '../../vocabulary/themes/mapping.ts'
import { scriptTask } from '../../vocabulary/themes/scripts.ts'
import { makeScript } from '../activities/script.ts'
import { readVariableMappings } from '../activities/variable-mapping.ts'
import type { ReadContext } from '../context.ts'
import { findTaskMessage } from '../events/message.ts'
import { readActivityBase } from './base.ts'
import type { Place } from './reader.ts'

export function readScriptTask(context: ReadContext, element: XmlElement, place: Place): ScriptTask {
  return {
    type: 'scriptTask',
    ...readActivityBase(context, element, place),
    script: makeScript(context, element, {
      language: textOf(element, scriptTask.scriptFormat),
      text: (elementOf(element, scriptTask.script) ?? elementOf(element, scriptTask.scriptElement))?.text ?? null,
      resource: textOf(element, scriptTask.resource),
    }),
    resultVariable: textOf(element, result.resultVariable),
    storesVariables: flagOf(element, scriptTask.autoStoreVariables),
    seesVariables: !flagOf(element, scriptTask.doNotIncludeVariables),
    inputs: readVariableMappings(context, element, passing.in),
  }
}

export function readReceiveTask(context: ReadContext, element: XmlElement, place: Place): ReceiveTask {
  return {
    type: 'receiveTask',
    ...readActivityBase(context, element, place),
    message: findTaskMessage(context, element),
    instantiate: flagOf(element, instantiation.instantiate),
  }
}
