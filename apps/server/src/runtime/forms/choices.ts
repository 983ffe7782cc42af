import type { RuntimeField } from '@millrace/forms'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { asksOutside, type FieldLookUp, findFieldLookUp, findOffered, type Offered } from '../look-ups/field-look-up.ts'
import type { Runtime } from '../runtime.ts'
import { findChoices } from './named.ts'

interface Asked {
  readonly q: string
  readonly by: string
}

interface Choices {
  readonly items: Offered[]
  readonly isMore: boolean
}

/** The choices of a field from the database, or the look-up to be made after database connections are released. */
export type PreparedChoices = Choices | (Asked & { readonly lookUp: FieldLookUp })

/**
 * Reads the choices of a field from the database in the transaction in which the field was found. For a look-up, it
 * returns the look-up instead.
 */
export async function prepareChoices(
  tx: Tx,
  workplaceId: string,
  field: RuntimeField,
  asked: Asked,
): Promise<PreparedChoices | Refusal> {
  if (!asksOutside(field)) return findChoices(tx, workplaceId, field, asked)
  const lookUp = await findFieldLookUp(tx, workplaceId, field)
  return lookUp instanceof Refusal ? lookUp : { ...asked, lookUp }
}

/** Returns prepared choices, after a call of an external system where needed, which may take a while. */
export async function answerChoices(runtime: Runtime, prepared: PreparedChoices | Refusal): Promise<Choices | Refusal> {
  if (prepared instanceof Refusal || !('lookUp' in prepared)) return prepared
  return findOffered(runtime, prepared.lookUp, prepared)
}
