import type { ResultRows } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'

export interface StoredDesign {
  readonly designerJson: string
  readonly renderedJson: string
}

/** One version of a form; null when there is none of that number. */
export async function findVersion(
  tx: Tx,
  workplaceId: string,
  { formId, version }: { readonly formId: string; readonly version: number },
): Promise<StoredDesign | null> {
  const [rows] = await tx.batch([
    {
      name: 'form_version_find',
      text: 'select designer_json, rendered_json from form_version where workplace_id = $1 and form_id = $2 and version = $3',
      values: [workplaceId, formId, version],
    },
  ])
  return readDesign(rows)
}

/** The version that a form has now; null before its first design. */
export async function findCurrent(tx: Tx, workplaceId: string, formId: string): Promise<StoredDesign | null> {
  const [rows] = await tx.batch([
    {
      name: 'form_version_current',
      text: `select v.designer_json, v.rendered_json from form f join form_version v
        on v.workplace_id = f.workplace_id and v.form_id = f.id and v.version = f.version where f.workplace_id = $1 and f.id = $2`,
      values: [workplaceId, formId],
    },
  ])
  return readDesign(rows)
}

function readDesign(rows: ResultRows | undefined): StoredDesign | null {
  const [designerJson, renderedJson] = rows?.[0] ?? []
  return designerJson == null || renderedJson == null ? null : { designerJson, renderedJson }
}
