import type { ProcessModel } from '@millrace/bpmn'
import { listStarts } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'
import type { FileProblem } from './read-files.ts'

interface StartingParts {
  readonly tenantId: string | null
  readonly processes: readonly { readonly resourceName: string; readonly model: ProcessModel }[]
}

interface MessageStart {
  readonly name: string
  readonly elementId: string
  readonly file: string
  readonly key: string
}

/**
 * Lists messages of start events in a deployment that already start another process. Camunda (`BpmnDeployer`) and
 * Flowable (`EventSubscriptionManager`) refuse such deployments as well.
 */
export async function listTakenMessages(
  tx: Tx,
  workplaceId: string,
  { tenantId, processes }: StartingParts,
): Promise<FileProblem[]> {
  const starts = processes.flatMap(listMessageStarts)
  if (starts.length === 0) return []
  const names = [...new Set(starts.map(({ name }) => name))]
  const keys = processes.map(({ model }) => model.id)
  const [rows] = await tx.batch([
    {
      name: 'messages_taken',
      text: `select s.name, d.key from subscription s join process_definition d on d.workplace_id = s.workplace_id and d.id = s.definition_id
        where s.workplace_id = $1 and s.kind = 'message' and s.name = any($2::text[]) and s.definition_id is not null
        and coalesce(d.tenant_id, '') = coalesce($3, '') and d.key <> all($4::text[])`,
      values: [workplaceId, names, tenantId, keys],
    },
  ])
  const deployed = new Map(rows?.map(([name, key]) => [name, key]))
  return starts.flatMap((start, index) => {
    const earlier = starts.slice(0, index).find(({ name, key }) => name === start.name && key !== start.key)
    const other = earlier?.key ?? deployed.get(start.name)
    return other == null ? [] : [presentTaken(start, other)]
  })
}

/** Returns names that no expression makes. */
function listMessageStarts({ resourceName: file, model }: StartingParts['processes'][number]): MessageStart[] {
  return listStarts(model).flatMap(({ elementId, definition }) => {
    const name = definition.kind === 'message' ? definition.name : null
    return name?.language === 'literal' ? [{ name: name.text, elementId, file, key: model.id }] : []
  })
}

function presentTaken({ name, elementId, file }: MessageStart, other: string): FileProblem {
  return {
    code: 'deployment.message-taken',
    severity: 'error',
    elementId,
    message: `Expected the message “${name}” to start one process, but it starts the process “${other}” as well. Rename one of the messages.`,
    file,
  }
}
