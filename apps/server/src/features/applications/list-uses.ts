import type { ApplicationUses } from '@millrace/contract'
import type { AppContext } from '../../app-context.ts'
import { applicationRecord, findApplication } from '../../operations/applications/application.ts'
import { listParts, type PartWithDesign, readDesigns } from '../../operations/applications/parts.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import type { DesignUses } from '../../runtime/uses/list-design-uses.ts'

type Use = ApplicationUses['items'][number]

/**
 * Lists the objects outside an application that its parts name: email and form templates, data lists, adapters and
 * global properties. Reports which of them do not exist.
 */
export async function listUses(
  { db, runtime }: Pick<AppContext, 'db' | 'runtime'>,
  request: Request,
  id: string,
): Promise<ApplicationUses | Refusal> {
  const { workplaceId } = request
  const parts = await db.read(request, async (tx) => {
    const application = await findApplication(tx, workplaceId, id)
    if (application === null) return noSuch(applicationRecord)
    return readDesigns(tx, workplaceId, await listParts(tx, workplaceId, application.id))
  })
  if (parts instanceof Refusal) return parts
  const input = { designs: parts.map(({ kind, text }) => ({ kind, text })), budgets: runtime.budgets }
  const order = { kind: 'listDesignUses', input, owner: workplaceId, time: readTime(runtime) } as const
  const uses = parts.length === 0 ? [] : orRefusal(await inThread(runtime, order))
  const named = nameAll(parts, uses)
  const known = await db.read(request, (tx) => findKnown(tx, workplaceId, named))
  return {
    items: named.map(({ kind, name, by }) => {
      const found = known.get(`${kind} ${name}`)
      return {
        kind: found?.kind ?? kind,
        id: found?.id ?? null,
        name: found?.name ?? name,
        applicationId: found?.applicationId ?? null,
        systemId: found?.systemId ?? null,
        ...(found?.apiId !== undefined && { apiId: found.apiId }),
        by,
      }
    }),
    unreadable: parts.filter((_, at) => uses[at] === null).map(presentPart),
  }
}

interface Named {
  readonly kind: Use['kind']
  /** As the application writes it; of forms the id. */
  readonly name: string
  readonly by: Use['by']
}

/** By kind, each thing once with all parts that name it. */
function nameAll(parts: readonly PartWithDesign[], uses: readonly (DesignUses | null)[]): Named[] {
  const kinds = [
    ['email-template', (one: DesignUses) => one.emailTemplates],
    ['form-template', (one: DesignUses) => one.forms],
    ['data-list', (one: DesignUses) => one.dataLists],
    ['rest-adapter', (one: DesignUses) => one.restAdapters],
    ['sql-adapter', (one: DesignUses) => one.sqlAdapters],
    ['file-adapter', (one: DesignUses) => one.fileAdapters],
    ['adapter', (one: DesignUses) => one.adapters],
    ['global-property', (one: DesignUses) => one.globalProperties],
  ] as const
  return kinds.flatMap(([kind, namesOf]) => {
    const by = new Map<string, Use['by']>()
    for (const [at, part] of parts.entries()) {
      const found = uses[at] ?? null
      for (const name of found === null ? [] : namesOf(found))
        by.set(name, [...(by.get(name) ?? []), presentPart(part)])
    }
    return [...by]
      .map(([name, named]) => ({ kind, name, by: named }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  })
}

function presentPart({ kind, id, name }: PartWithDesign) {
  return { kind, id, name }
}

type Known = Pick<Use, 'kind' | 'id' | 'name' | 'applicationId' | 'systemId' | 'apiId'>

/** Finds the enabled objects, by kind and the name that was looked up. */
async function findKnown(tx: Tx, workplaceId: string, named: readonly Named[]): Promise<ReadonlyMap<string, Known>> {
  const namesOf = (kind: Use['kind']) => named.filter((one) => one.kind === kind).map(({ name }) => name)
  const found = await tx.batch([
    {
      name: 'uses_email_templates',
      text: `select 'email-template', wanted, t.id, t.name, null from unnest($2::text[]) wanted
        join email_template t on t.workplace_id = $1 and lower(t.name) = lower(wanted) and t.disabled_at is null`,
      values: [workplaceId, namesOf('email-template')],
    },
    {
      name: 'uses_forms',
      text: `select case when f.application_id is null then 'form-template' else 'form' end, wanted, f.id, f.name, f.application_id
        from unnest($2::text[]) wanted join form f on f.workplace_id = $1 and f.id = wanted::uuid and f.disabled_at is null`,
      values: [workplaceId, namesOf('form-template').filter(isUuid)],
    },
    {
      name: 'uses_data_lists',
      text: `select 'data-list', wanted, l.id, l.name, null from unnest($2::text[]) wanted
        join data_list l on l.workplace_id = $1 and lower(l.key) = lower(wanted) and l.disabled_at is null`,
      values: [workplaceId, namesOf('data-list')],
    },
    ...(['rest', 'sql', 'file'] as const).map((kind) => ({
      name: `uses_${kind}_adapters`,
      text: `select '${kind}-adapter', wanted, a.id, a.name, null, a.system_id${kind === 'file' ? ', a.api_id' : ''} from unnest($2::text[]) wanted
        join external_adapter a on a.workplace_id = $1 and lower(a.key) = lower(wanted) and a.kind = '${kind}' and a.disabled_at is null`,
      values: [workplaceId, namesOf(`${kind}-adapter`)],
    })),
    {
      name: 'uses_adapters',
      text: `select 'adapter', wanted, a.id, a.name, null, a.system_id, a.api_id, a.kind from unnest($2::text[]) wanted
        join external_adapter a on a.workplace_id = $1 and lower(a.key) = lower(wanted) and a.disabled_at is null`,
      values: [workplaceId, namesOf('adapter')],
    },
    {
      name: 'uses_global_properties',
      text: `select 'global-property', wanted, g.id, g.name, null from unnest($2::text[]) wanted
        join global_property g on g.workplace_id = $1 and g.key = wanted`,
      values: [workplaceId, namesOf('global-property')],
    },
  ])
  return new Map(
    found
      .flatMap((rows) => rows ?? [])
      .map(([kind, wanted, id = null, name, applicationId = null, systemId = null, apiId, adapterKind]) => [
        `${kind === 'form' ? 'form-template' : kind} ${wanted}`,
        {
          kind: (adapterKind == null ? kind : `${adapterKind}-adapter`) as Use['kind'],
          id,
          name: name ?? '',
          applicationId,
          systemId,
          ...(apiId && { apiId }),
        },
      ]),
  )
}
