import { type LookUpClaim, listFields, type RuntimeDocument, type RuntimeField } from '@millrace/forms'

/** A field and the rows that a user has chosen in it. */
export interface FieldClaim {
  readonly field: RuntimeField
  readonly claim: LookUpClaim
}

/** Returns the fields of a form that chosen rows belong to, with these rows. Rows of other fields are left out. */
export function toFieldClaims({ data }: Pick<RuntimeDocument, 'data'>, claims: readonly LookUpClaim[]): FieldClaim[] {
  if (claims.length === 0) return []
  const fields = new Map(listFields(data).map((field) => [field.node, field]))
  return claims.flatMap((claim) => {
    const field = fields.get(claim.node)
    return field === undefined ? [] : [{ field, claim }]
  })
}
