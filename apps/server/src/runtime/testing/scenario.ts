import { type Definition, fromPlain } from '@millrace/engine'
import { loadScriptEngine } from '@millrace/expressions'
import type { Actor } from '../../platform/db/actor.ts'
import { getProcess } from '../definitions/definitions.ts'
import { deploy } from '../deploy/deploy.ts'
import { executeStart } from '../execute/execute-command.ts'
import type { Runtime } from '../runtime.ts'

/** Deploys and runs processes, to give the tests of features something to look at. */
export interface Scenario {
  /** Deploys BPMN files. @returns the definition of the first process in them. */
  deploy(...files: readonly (string | Uint8Array)[]): Promise<Definition>
  /** Starts an instance. @returns its id. */
  start(
    definition: Definition,
    options?: { userId?: string | null; businessKey?: string; variables?: Readonly<Record<string, unknown>> },
  ): Promise<string>
}

export async function createScenario(runtime: Runtime, workplaceId: string): Promise<Scenario> {
  await loadScriptEngine()
  const actorOf = (userId: string | null): Actor => ({ workplaceId, userId, cause: 'test' })
  return {
    deploy: async (...given) => {
      const files = given.map((file, index) => ({
        name: `file-${index + 1}.bpmn`,
        bytes: typeof file === 'string' ? new TextEncoder().encode(file) : file,
      }))
      const answer = await deploy(runtime, actorOf(null), { name: 'test', source: null, tenantId: null, files })
      if (!answer.ok) throw new Error(answer.problems.map(({ message }) => message).join('\n'))
      const id = answer.deployed.processes[0]?.id ?? ''
      const definition = await runtime.db.read({ workplaceId }, (tx) =>
        getProcess(runtime, tx, workplaceId, { by: 'id', id }),
      )
      if (definition === null) throw new Error('Expected a process in the files, but there is none.')
      return definition
    },
    start: async (definition, { userId = null, businessKey = null, variables = {} } = {}) => {
      const instanceId = runtime.newId()
      const values = Object.entries(variables).map(([name, value]) => ({ name, value: fromPlain(value) }))
      const command = {
        type: 'startInstance',
        definition,
        instanceId,
        businessKey,
        variables: values,
        startElementId: null,
        tenantId: null,
      } as const
      const answer = await executeStart(runtime, actorOf(userId), { command })
      if (!answer.ok) throw new Error(JSON.stringify(answer))
      return instanceId
    },
  }
}
