import type { Tx } from '../../platform/db/database.ts'
import { designTables } from '../designs/design-tables.ts'

/** A part of an application at one version of its design. */
export interface ApplicationPart {
  readonly kind: 'process' | 'form' | 'decision'
  readonly id: string
  readonly name: string
  readonly key: string
  readonly version: number
}

/** A part of an application, with its design that is deployed. */
export interface PartWithDesign extends ApplicationPart {
  readonly text: string
}

/** Lists the enabled processes, forms and decisions of an application that have a design, by kind and name. */
export async function listParts(tx: Tx, workplaceId: string, applicationId: string): Promise<ApplicationPart[]> {
  const [processes, forms, decisions] = await tx.batch([
    {
      name: 'application_processes',
      text: `select 'process', id, name, process_key, version from app_process
        where workplace_id = $1 and application_id = $2 and not is_disabled order by name_key, id`,
      values: [workplaceId, applicationId],
    },
    {
      name: 'application_forms',
      text: `select 'form', id, name, form_key, version from form
        where workplace_id = $1 and application_id = $2 and not is_disabled and version > 0 order by name_key, id`,
      values: [workplaceId, applicationId],
    },
    {
      name: 'application_decisions',
      text: `select 'decision', id, name, decision_key, version from app_decision
        where workplace_id = $1 and application_id = $2 and not is_disabled order by name_key, id`,
      values: [workplaceId, applicationId],
    },
  ])
  return [...(processes ?? []), ...(forms ?? []), ...(decisions ?? [])].map(readPart)
}

/** Lists the parts from which a version of an application was deployed. */
export async function listDeployedParts(
  tx: Tx,
  workplaceId: string,
  { applicationId, version }: { readonly applicationId: string; readonly version: number },
): Promise<ApplicationPart[]> {
  const [rows] = await tx.batch([
    {
      name: 'application_version_parts',
      text: `select kind, part_id, name, key, part_version from application_version_part
        where workplace_id = $1 and application_id = $2 and version = $3 order by array_position(array['process', 'form', 'decision'], kind), lower(name), part_id`,
      values: [workplaceId, applicationId, version],
    },
  ])
  return (rows ?? []).map(readPart)
}

/** Reads the designs of parts of an application. Parts whose design no longer exists are left out. */
export async function readDesigns(
  tx: Tx,
  workplaceId: string,
  parts: readonly ApplicationPart[],
): Promise<PartWithDesign[]> {
  const texts = new Map<string, string>()
  const found = await tx.batch(kinds.map((kind) => designsStatement(kind, workplaceId, parts)))
  for (const [id, text] of found.flatMap((rows) => rows ?? [])) texts.set(id ?? '', text ?? '')
  return parts.flatMap((part) => {
    const text = texts.get(part.id)
    return text === undefined ? [] : [{ ...part, text }]
  })
}

const kinds = Object.keys(designTables) as ApplicationPart['kind'][]

function designsStatement(kind: ApplicationPart['kind'], workplaceId: string, all: readonly ApplicationPart[]) {
  const parts = all.filter((part) => part.kind === kind)
  const { table, id, text } = designTables[kind].versions
  return {
    name: `application_${kind}_designs`,
    text: `select v.${id}, v.${text} from unnest($2::uuid[], $3::int[]) part (id, version)
      join ${table} v on v.workplace_id = $1 and v.${id} = part.id and v.version = part.version`,
    values: [workplaceId, parts.map((part) => part.id), parts.map((part) => part.version)],
  }
}

function readPart([kind, id, name, key, version]: readonly (string | null)[]): ApplicationPart {
  return {
    kind: kinds.find((one) => one === kind) ?? 'process',
    id: id ?? '',
    name: name ?? '',
    key: key ?? '',
    version: Number(version),
  }
}
