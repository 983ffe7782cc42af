import { type CallTarget, listCallTargets, nameElementById, type ProcessModel } from '@millrace/bpmn'
import type { Tx } from '../../platform/db/database.ts'
import type { FileProblem } from './read-files.ts'

/** The calling elements of a file, with the context that they need. */
interface CallingParts {
  readonly tenantId: string | null
  readonly processes: readonly { readonly resourceName: string; readonly model: ProcessModel }[]
  readonly decisions: readonly { readonly key: string }[]
}

interface NamedTarget extends CallTarget {
  readonly file: string
  /** The calling element as messages name it. */
  readonly element: string
}

/**
 * Lists fixed keys that the processes of a deployment call and that are not deployed. These are warnings, because the
 * targets can be deployed later, and are needed when the call is reached.
 */
export async function listUnknownTargets(tx: Tx, workplaceId: string, deployed: CallingParts): Promise<FileProblem[]> {
  const targets = deployed.processes.flatMap(({ resourceName: file, model }) =>
    listCallTargets(model).map(
      (target): NamedTarget => ({ ...target, file, element: nameElementById(model, target.elementId) }),
    ),
  )
  const asked = targets.filter(
    ({ kind, ref, binding }) => kind !== 'case' && ref.language === 'literal' && binding.kind !== 'id',
  )
  if (asked.length === 0) return []
  const keys = [...new Set(asked.map(({ ref }) => ref.text))]
  const [processes, decisions] = await tx.batch([
    {
      name: 'process_keys_known',
      text: knownText('process_definition'),
      values: [workplaceId, keys, deployed.tenantId],
    },
    {
      name: 'decision_keys_known',
      text: knownText('decision_definition'),
      values: [workplaceId, keys, deployed.tenantId],
    },
  ])
  const known = {
    process: new Set(processes?.map(([key]) => key)),
    decision: new Set(decisions?.map(([key]) => key)),
  }
  const own = {
    process: new Set(deployed.processes.map(({ model }) => model.id)),
    decision: new Set(deployed.decisions.map(({ key }) => key)),
  }
  return asked.flatMap((target) => {
    const kind = target.kind === 'decision' ? 'decision' : 'process'
    const isKnown =
      own[kind].has(target.ref.text) || (target.binding.kind !== 'deployment' && known[kind].has(target.ref.text))
    return isKnown ? [] : [presentUnknown(target, kind)]
  })
}

const knownText = (table: 'process_definition' | 'decision_definition') =>
  `select distinct key from ${table} where workplace_id = $1 and key = any($2::text[]) and (tenant_id is null or tenant_id = $3)${table === 'decision_definition' ? ' and not has_left' : ''}`

function presentUnknown(
  { elementId, element, ref, binding, file }: NamedTarget,
  kind: 'process' | 'decision',
): FileProblem {
  const where = binding.kind === 'deployment' ? 'in the same deployment' : 'deployed'
  return {
    code: 'deployment.target-unknown',
    severity: 'warning',
    elementId,
    needs: { kind, name: ref.text },
    message: `Expected the ${kind} “${ref.text}” that ${element} calls to be ${where}, but it is not. Deploy it before an instance reaches ${element}.`,
    file,
  }
}
