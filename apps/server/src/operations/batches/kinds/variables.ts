import { type PlainVariable, plainVariable } from '@millrace/engine'
import { setVariables } from '../../variables/set-variables.ts'
import { defineBatchKind } from '../batch-kind.ts'

/** The variables of a batch as stored. Values that JSON cannot represent are written in the engine's own notation. */
export interface KeptVariables {
  readonly variables: readonly unknown[]
}

export function keepVariables(variables: readonly PlainVariable[]): KeptVariables {
  return { variables: variables.map((variable) => plainVariable.encode(variable)) }
}

export function readKept({ variables }: KeptVariables): PlainVariable[] {
  return variables.map((variable) => plainVariable.decode(variable, 'a variable of a batch'))
}

/** The kind of batch that sets variables of instances. */
export const variables = defineBatchKind<KeptVariables>({
  right: 'instances.operate',
  subject: 'instance',
  isOfEngine: true,
  namesInstance: true,
  doTo: (context, request, { id, action }, extras) => {
    const place = { instanceId: id, scopeId: id, target: { by: 'instance', id } } as const
    return setVariables(context, request, { place, set: readKept(action), remove: [], isLocal: false }, extras)
  },
})
