import type { Tx } from '../../platform/db/database.ts'

/** The kinds of parts of an application that can be imported. */
export const partKinds = ['process', 'form', 'decision'] as const
export type PartKind = (typeof partKinds)[number]

/** A part of an application that already has a key in this workplace. */
export interface ExistingPart {
  readonly id: string
  readonly kind: PartKind
  readonly key: string
  readonly name: string
  readonly applicationId: string
  readonly applicationName: string
  readonly isDisabled: boolean
}

/** Finds the parts of applications that have one of the keys, in any case. */
export async function findExistingParts(
  tx: Tx,
  workplaceId: string,
  keys: Readonly<Record<PartKind, readonly string[]>>,
): Promise<ExistingPart[]> {
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
          where f.workplace_id = $1 and lower(f.form_key) = any($3::text[])
        union all
        select d.id, 'decision', d.decision_key, d.name, a.id, a.name, d.disabled_at is not null or a.disabled_at is not null
          from app_decision d join application a on a.workplace_id = d.workplace_id and a.id = d.application_id
          where d.workplace_id = $1 and lower(d.decision_key) = any($4::text[])`,
      values: [workplaceId, lower(keys.process), lower(keys.form), lower(keys.decision)],
    },
  ])
  return (rows ?? []).map(([id, kind, key, name, applicationId, applicationName, isDisabled]) => ({
    id: id ?? '',
    kind: kind as PartKind,
    key: key ?? '',
    name: name ?? '',
    applicationId: applicationId ?? '',
    applicationName: applicationName ?? '',
    isDisabled: isDisabled === 't',
  }))
}

/** Finds the existing part with a key. */
export function findByKey(parts: readonly ExistingPart[], kind: PartKind, key: string): ExistingPart | undefined {
  return parts.find((part) => part.kind === kind && part.key.toLowerCase() === key.toLowerCase())
}
