import { readBpmn } from '@millrace/bpmn'
import { parseDmn } from '@millrace/dmn'
import {
  createDefinition,
  type DecisionDefinition,
  type Definition,
  type DefinitionRef,
  type Sources,
} from '../definition.ts'

export interface Definitions {
  readonly processes: readonly Definition[]
  readonly decisions: readonly DecisionDefinition[]
}

/**
 * Reads files as deployed definitions, for tests. A process or decision with the same key gets the next version.
 *
 * @param isDeployed whether the files were deployed before, so that their errors are ignored.
 */
export function readDefinitions(
  files: readonly string[],
  { deploymentId = 'deployment', isDeployed = false }: { deploymentId?: string; isDeployed?: boolean } = {},
): Definitions {
  const processes: Definition[] = []
  const decisions: DecisionDefinition[] = []
  for (const file of files) {
    if (/<[\w:]*definitions[^>]+omg\.org\/spec\/DMN/.test(file)) decisions.push(...readDecisions(file))
    else {
      const read = readBpmn(file)
      if (!read.ok && !isDeployed) throw new Error(JSON.stringify(read.problems))
      for (const model of read.ok ? read.document.processes : read.processes) {
        const version = processes.filter(({ key }) => key === model.id).length + 1
        const id = `process ${model.id} ${version}`
        processes.push(createDefinition({ id, key: model.id, version, deploymentId, tenantId: null, model }))
      }
    }
  }
  return { processes, decisions }
}

function readDecisions(file: string): DecisionDefinition[] {
  const parsed = parseDmn(file)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { model } = parsed
  return model.decisions.map(({ id }) => ({ id: `decision ${id}`, key: id, version: 1, model }))
}

/** Creates the look-ups of a run over the given definitions, for tests. */
export function createSources({ processes, decisions }: Definitions): Sources {
  return {
    process: (ref) => processes.findLast((one) => isMeant(one, ref) && hasVersionTag(one, ref)) ?? null,
    decision: (ref) => decisions.findLast((one) => isMeant(one, ref)) ?? null,
    resource: () => null,
  }
}

function isMeant(
  one: { id: string; key: string; version: number; deploymentId?: string },
  ref: DefinitionRef,
): boolean {
  if (ref.by === 'id') return one.id === ref.id
  if (one.key !== ref.key) return false
  if (ref.by === 'version') return one.version === ref.version
  return ref.by !== 'deployment' || one.deploymentId === undefined || one.deploymentId === ref.deploymentId
}

function hasVersionTag({ model }: Definition, ref: DefinitionRef): boolean {
  return ref.by !== 'versionTag' || model.versionTag === ref.versionTag
}
