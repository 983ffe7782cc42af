import type { Form } from '@millrace/bpmn'
import { type FormUses, limits } from '@millrace/contract'
import type { AppContext } from '../../app-context.ts'
import { type FormRow, findForms } from '../../operations/forms/form.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * Lists the uses of a form: steps of processes that name its key, in the newest version of each process, and forms and
 * form templates that have copied its design.
 */
export async function listUses(
  { db, runtime }: Pick<AppContext, 'db' | 'runtime'>,
  request: Request,
  id: string,
): Promise<FormUses | Refusal> {
  return db.read(request, async (tx) => {
    const form = (await findForms(tx, request.workplaceId, [id])).get(id)
    if (form === undefined)
      return refuse('thing.not-found', 'Expected a form or template of this workplace, but there is none with this id.')
    return { processes: await listSteps(runtime, tx, form), forms: await listTakers(tx, form) }
  })
}

/** Only models that have the key somewhere in their text are read as models. */
async function listSteps(
  runtime: Runtime,
  tx: Tx,
  { workplace_id: workplaceId, form_key: key }: FormRow,
): Promise<FormUses['processes']> {
  if (key === null) return []
  const [rows] = await tx.batch([
    {
      name: 'form_uses_processes',
      text: `with newest as (
          select distinct on (key, coalesce(tenant_id, '')) id, key, name, version, deployment_id, resource_name
          from process_definition where workplace_id = $1 order by key, coalesce(tenant_id, ''), version desc)
        select n.id, n.key, n.name, n.version from newest n
        join deployment_resource r on r.workplace_id = $1 and r.deployment_id = n.deployment_id and r.name = n.resource_name
        where position(convert_to($2, 'UTF8') in r.bytes) > 0
        order by lower(coalesce(n.name, n.key)), n.id limit $3`,
      values: [workplaceId, key, limits.choices],
    },
  ])
  const steps: FormUses['processes'] = []
  for (const [id = '', processKey = '', name = null, version] of rows ?? []) {
    const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: id ?? '' })
    for (const element of Object.values(definition?.model.elements ?? {}))
      if ((element.type === 'userTask' || element.type === 'startEvent') && names(element.form, key))
        steps.push({
          definitionId: id ?? '',
          key: processKey ?? '',
          name,
          version: Number(version),
          elementId: element.id,
          elementName: element.name,
          isStart: element.type === 'startEvent',
        })
  }
  return steps
}

function names(form: Form | null, key: string): boolean {
  return form?.key?.text === key || form?.ref?.key.text === key
}

/** The id of a form is in the design of another one that was made with it: see `takenFrom` of the settings. */
async function listTakers(tx: Tx, { workplace_id: workplaceId, id }: FormRow): Promise<FormUses['forms']> {
  const [rows] = await tx.batch([
    {
      name: 'form_uses_forms',
      text: `select f.id, f.name, a.id, a.name from form f
        join form_version v on v.workplace_id = f.workplace_id and v.form_id = f.id and v.version = f.version
        left join application a on a.workplace_id = f.workplace_id and a.id = f.application_id
        where f.workplace_id = $1 and f.id <> $2::uuid and position($2::text in v.designer_json) > 0
          and position($2::text in v.designer_json::json -> 'settings' ->> 'takenFrom') > 0
        order by f.name_key, f.id limit $3`,
      values: [workplaceId, id, limits.choices],
    },
  ])
  return (rows ?? []).map(([taker = '', name = '', applicationId = null, application]) => ({
    id: taker ?? '',
    name: name ?? '',
    application: applicationId === null ? null : { id: applicationId, name: application ?? '' },
  }))
}
