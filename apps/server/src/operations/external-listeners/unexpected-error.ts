import { systemActor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** How often a file or email is processed that ends with an unexpected error, before it counts as failed. */
const maxTries = 3

/**
 * Notes that the processing of a claimed delivery ended with an error that is no refusal of the other side, such as an
 * error of this server. The delivery keeps its claim for some more tries, and the listener continues with others.
 *
 * @returns why it failed; null as long as there are tries left.
 */
export async function noteUnexpected(
  { db }: Pick<Runtime, 'db'>,
  { workplaceId, id }: { readonly workplaceId: string; readonly id: string },
  error: unknown,
): Promise<string | null> {
  const [rows] = await db.withTransaction(systemActor(workplaceId, 'log of deliveries'), (tx) =>
    tx.commit([
      {
        name: 'external_delivery_try',
        text: `update external_delivery set tries = tries + 1 where workplace_id = $1 and id = $2 and outcome = 'claimed' returning tries`,
        values: [workplaceId, id],
      },
    ]),
  )
  const tries = Number(rows?.[0]?.[0] ?? maxTries)
  return tries < maxTries ? null : `${describeUnexpected(error)} It was tried ${maxTries} times.`
}

/** Describes an unexpected error for an integrator, in one line. */
export function describeUnexpected(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return `The server could not process it because of an unexpected error: ${message.split('\n', 1)[0]?.slice(0, 200)}.`
}
