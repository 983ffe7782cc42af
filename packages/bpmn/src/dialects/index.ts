import type { Dialect } from '../model.ts'
import { activiti } from './activiti.ts'
import { camunda } from './camunda.ts'
import type { DialectDescriptor } from './dialect.ts'
import { flowable } from './flowable.ts'
import { millrace } from './millrace.ts'
import { operaton } from './operaton.ts'

export const dialects = { camunda, operaton, flowable, activiti, millrace } satisfies Record<
  Exclude<Dialect, 'bpmn'>,
  DialectDescriptor
>

export const dialectList: readonly DialectDescriptor[] = Object.values(dialects)

/** Whether the rules of Flowable and Activiti decide. */
export function isFlowableLike(dialect: Dialect): boolean {
  return dialect === 'flowable' || dialect === 'activiti'
}

/** Whether the rules of Camunda 7 and Operaton decide. */
export function isCamundaLike(dialect: Dialect): boolean {
  return dialect === 'camunda' || dialect === 'operaton'
}

/** A model without any vendor's attributes runs when nothing says that it should not. */
export function isExecutableByDefault(dialect: Dialect): boolean {
  return dialect === 'bpmn' || dialects[dialect].isExecutableByDefault
}
