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
  const [designerJson, renderedJson] = rows?.[0] ?? []
  return designerJson == null || renderedJson == null ? null : { designerJson, renderedJson }
}
