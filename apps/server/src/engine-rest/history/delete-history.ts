import { forgetInstance } from '../../operations/history/forget-instance.ts'
import { forgetVariable } from '../../operations/history/forget-variable.ts'
import { forgetVariables } from '../../operations/history/forget-variables.ts'
import { type Call, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { notFound } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'

export async function deleteInstance(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const outcome = await forgetInstance(call.context, call.request, asId(id))
  if (outcome?.code === 'thing.not-found' && call.query.failIfNotExists === 'false') return undefined
  orThrow(outcome, { gone: () => notFound(`Historic process instance with id ${id} does not exist`, 0) })
  return undefined
}

export async function deleteVariables(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  orThrow(await forgetVariables(call.context, call.request, asId(id)), {
    gone: () => notFound(`No historic process instance found with id: ${id}: instance is null`),
  })
  return undefined
}

export async function deleteVariable(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  orThrow(await forgetVariable(call.context, call.request, asId(id)), {
    gone: () => notFound(`No historic variable instance found with id: ${id}: variable is null`, 0),
  })
  return undefined
}
