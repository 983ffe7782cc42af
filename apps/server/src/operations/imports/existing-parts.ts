import type { Tx } from '../../platform/db/database.ts'

/** What has a key in this workplace already. */
export interface ExistingPart {
  readonly id: string
  readonly kind: 'process' | 'form'
  readonly key: string
  readonly name: string
  readonly applicationId: string
  readonly applicationName: string
  readonly isDisabled: boolean
}

export interface PartKeys {
  readonly process: readonly string[]
  readonly form: readonly string[]
}

/** Processes and forms of applications by keys, whatever the case they are written in. */
export async function findExistingParts(tx: Tx, workplaceId: string, keys: PartKeys): Promise<ExistingPart[]> {
  const lower = (list: readonly string[]) => list.map((key) => key.toLowerCase())
  const [rows] = await tx.batch([
    {
      name: 'import_existing',
      text: `select p.id, 'process', p.process_key, p.name, a.id, a.name, p.disabled_at is not null or a.disabled_at is not null
          from app_process p join application a on a.workplace_id = p.workplace_id and a.id = p.application_id
          where p.workplace_id = $1 and lower(p.process_key) = any($2::text[])
        union all
        select f.id, 'form', f.form_key, f.name, a.id, a.name, f.disabled_at is not null or a.disabled_at is not null
          from form f join application a on a.workplace_id = f.workplace_id and a.id = f.application_id
          where f.workplace_id = $1 and lower(f.form_key) = any($3::text[])`,
      values: [workplaceId, lower(keys.process), lower(keys.form)],
    },
  ])
  return (rows ?? []).map(([id, kind, key, name, applicationId, applicationName, isDisabled]) => ({
    id: id ?? '',
    kind: kind === 'process' ? 'process' : 'form',
    key: key ?? '',
    name: name ?? '',
    applicationId: applicationId ?? '',
    applicationName: applicationName ?? '',
    isDisabled: isDisabled === 't',
  }))
}

/** The one that has a key. */
export function findByKey(
  parts: readonly ExistingPart[],
  kind: ExistingPart['kind'],
  key: string,
): ExistingPart | undefined {
  return parts.find((part) => part.kind === kind && part.key.toLowerCase() === key.toLowerCase())
}
