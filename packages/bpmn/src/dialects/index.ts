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

export { rulesOf } from './rules.ts'
